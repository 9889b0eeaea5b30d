package matrix

// WriteFloat64 writes a matrix of rows × cols, or a vector if cols is 0 and
// data has one element a row. It panics if data has another length.
func WriteFloat64(path string, rows, cols int, data []float64) error {
	return write(path, rows, cols, data)
}

// WriteInt8 writes int8 elements; shape as in [WriteFloat64].
func WriteInt8(path string, rows, cols int, data []int8) error {
	return write(path, rows, cols, data)
}

// WriteInt32 writes int32 elements; shape as in [WriteFloat64].
func WriteInt32(path string, rows, cols int, data []int32) error {
	return write(path, rows, cols, data)
}

// WriteInt64 writes int64 elements; shape as in [WriteFloat64].
func WriteInt64(path string, rows, cols int, data []int64) error {
	return write(path, rows, cols, data)
}

// ReadFloat64 reads a whole file of float64 into memory, row-major. A vector
// has one column. Use [Open] for matrices that are large.
func ReadFloat64(path string) (data []float64, rows, cols int, err error) {
	return read[float64](path)
}

// ReadInt8 reads a whole file of int8 into memory; a matrix is flattened row by
// row.
func ReadInt8(path string) ([]int8, error) {
	data, _, _, err := read[int8](path)
	return data, err
}

// ReadInt32 reads a whole file of int32 into memory; a matrix is flattened row
// by row.
func ReadInt32(path string) ([]int32, error) {
	data, _, _, err := read[int32](path)
	return data, err
}

// ReadInt64 reads a whole file of int64 into memory; a matrix is flattened row
// by row.
func ReadInt64(path string) ([]int64, error) {
	data, _, _, err := read[int64](path)
	return data, err
}
