package rows

import (
	"os"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract/service"
)

// Write writes an array that plugins read; its shape is as in [matrix.Write]. Its
// error is the run's.
func Write[T matrix.Element](files *sealed.Folder, name string, rows, cols int, data []T) (path string, err error) {
	paths, err := inputs(files, func(open []*os.File) error {
		if err := matrix.Write(open[0], rows, cols, data); err != nil {
			return fault.Scratch(err)
		}
		return nil
	}, name)
	if err != nil {
		return "", err
	}
	return paths[0], nil
}

// inputs has fill write files that plugins read. An error that is not fill's is the
// run's.
func inputs(files *sealed.Folder, fill func([]*os.File) error, names ...string) ([]string, error) {
	var failed error
	paths, err := files.Make(func(open []*os.File) error {
		failed = fill(open)
		return failed
	}, names...)
	switch {
	case failed != nil:
		return nil, failed
	case err != nil:
		return nil, fault.Scratch(err)
	}
	return paths, nil
}

// sparseInput has fill write the files of a sparse matrix that plugins read, whose
// names begin with a word.
func sparseInput(
	files *sealed.Folder, name string, rows, nonzeros int, fill func(*matrix.CSR) error,
) (data, indices, indptr string, err error) {
	paths, err := inputs(files, func(open []*os.File) error {
		x, err := matrix.FillCSR(matrix.CSRFiles{Data: open[0], Indices: open[1], Indptr: open[2]}, rows, nonzeros)
		if err != nil {
			return fault.Scratch(err)
		}
		defer x.Close()
		return fill(x)
	}, name+" data.npy", name+" indices.npy", name+" indptr.npy")
	if err != nil {
		return "", "", "", err
	}
	return paths[0], paths[1], paths[2], nil
}

// WriteLists writes lists of numbers into two new files, whose names begin with a word.
func WriteLists(files *sealed.Folder, name string, list target.Labels) (paths service.Ragged, err error) {
	ends := lists.Map(list.Ends, func(end int) int32 { return int32(end) })
	if paths.Ends, err = Write(files, name+"_ends.npy", len(ends), 0, ends); err == nil {
		paths.Of, err = Write(files, name+"_numbers.npy", len(list.Of), 0, list.Of)
	}
	return paths, err
}
