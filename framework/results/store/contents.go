package store

import (
	"io"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
)

// read reads what a blob of a results folder holds, after checking its digest.
func read[T any](dir string, blob Blob, decode func([]byte) (T, error)) (T, error) {
	return readBlob(dir, blob, func(r io.Reader, length int64) (T, error) {
		b := make([]byte, length)
		if _, err := io.ReadFull(r, b); err != nil {
			var none T
			return none, err
		}
		return decode(b)
	})
}

// ReadPredictions reads the predictions that a result names.
func ReadPredictions(dir string, blob Blob) (Predictions, error) {
	return readBlob(dir, blob, readPredictions)
}

// ReadRegions reads the decision regions that a result names.
func ReadRegions(dir string, blob Blob) (Regions, error) { return read(dir, blob, decodeRegions) }

// ReadBinary reads what a result says of its binary models.
func ReadBinary(dir string, blob Blob) (diagnose.Binary, error) {
	return read(dir, blob, decodeBinary)
}

// ReadCode reads the code that a result names.
func ReadCode(dir string, blob Blob) (contract.Dense, error) { return read(dir, blob, decodeCode) }
