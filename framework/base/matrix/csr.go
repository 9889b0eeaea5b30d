package matrix

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// CSRPaths names the three files of a matrix in compressed sparse row form.
type CSRPaths struct {
	Data    string // float64: the values, row after row
	Indices string // int32: the column of each value, ascending within a row
	Indptr  string // int64, rows + 1: where each row begins and the last one ends
}

// CSR is a sparse matrix in three mapped files: row i holds the values
// Data[Indptr[i]:Indptr[i+1]] in the columns Indices[Indptr[i]:Indptr[i+1]].
type CSR struct {
	Data     []float64
	Indices  []int32
	Indptr   []int64
	mappings [][]byte
}

// CreateCSR makes the files of a sparse matrix, with room reserved for all of
// them, and maps them for reading and writing as [Create] does. All entries are
// zero at first. Negative sizes panic.
func CreateCSR(paths CSRPaths, rows, nonzeros int) (*CSR, error) {
	var files CSRFiles
	for path, file := range map[string]**os.File{paths.Data: &files.Data, paths.Indices: &files.Indices,
		paths.Indptr: &files.Indptr} {
		var err error
		if *file, err = create(path); err != nil {
			return nil, err
		}
		defer (*file).Close()
	}
	return FillCSR(files, rows, nonzeros)
}

// CSRFiles are the open files of a matrix in compressed sparse row form.
type CSRFiles struct{ Data, Indices, Indptr *os.File }

// FillCSR is CreateCSR in empty files, which stay open.
func FillCSR(files CSRFiles, rows, nonzeros int) (*CSR, error) {
	if rows < 0 || nonzeros < 0 {
		panic(fmt.Sprintf("matrix: creating %s: %d rows, %d values", files.Data.Name(), rows, nonzeros))
	}
	m := &CSR{}
	err := errors.Join(
		fillVector(m, &m.Data, files.Data, nonzeros),
		fillVector(m, &m.Indices, files.Indices, nonzeros),
		fillVector(m, &m.Indptr, files.Indptr, rows+1),
	)
	return m.opened(err)
}

// OpenCSR maps the files of a sparse matrix read-only, and checks that they are
// one: its rows end where they say and its indices ascend below cols, so that
// they can be followed without a further check.
func OpenCSR(paths CSRPaths, rows, cols int) (*CSR, error) {
	m := &CSR{}
	err := errors.Join(
		openVector(m, &m.Data, paths.Data),
		openVector(m, &m.Indices, paths.Indices),
		openVector(m, &m.Indptr, paths.Indptr),
	)
	if err == nil {
		if err = m.check(rows, cols); err != nil {
			err = fmt.Errorf("reading %s: %w", paths.Indptr, err)
		}
	}
	return m.opened(err)
}

// opened closes a matrix that could not be opened whole.
func (m *CSR) opened(err error) (*CSR, error) {
	if err != nil {
		return nil, errors.Join(err, m.Close())
	}
	return m, nil
}

func fillVector[T Element](m *CSR, into *[]T, f *os.File, n int) error {
	h, err := makeRoom[T](f, n)
	if err != nil {
		return err
	}
	return mapVector(m, into, f, h, unix.PROT_READ|unix.PROT_WRITE)
}

func openVector[T Element](m *CSR, into *[]T, path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	h, err := readHeader[T](f)
	if err != nil {
		return err
	}
	if len(h.shape) != 1 {
		return fmt.Errorf("reading %s: array has %d dimensions, want 1", path, len(h.shape))
	}
	return mapVector(m, into, f, h, unix.PROT_READ)
}

func mapVector[T Element](m *CSR, into *[]T, f *os.File, h layout, protection int) error {
	values, raw, err := mapFile[T](f, h, protection)
	if err != nil {
		return err
	}
	*into, m.mappings = values, append(m.mappings, raw)
	return nil
}

// check compares the three parts.
func (m *CSR) check(rows, cols int) error {
	n := int64(len(m.Data))
	if len(m.Indptr) != rows+1 || int64(len(m.Indices)) != n {
		return fmt.Errorf("%d values with %d indices and %d bounds of rows do not make %d rows", n, len(m.Indices),
			len(m.Indptr), rows)
	}
	if m.Indptr[0] != 0 || m.Indptr[rows] != n {
		return fmt.Errorf("the rows go from %d to %d, and there are %d values", m.Indptr[0], m.Indptr[rows], n)
	}
	for i := range rows {
		begin, end := m.Indptr[i], m.Indptr[i+1]
		if begin > end || end > n {
			return fmt.Errorf("row %d goes from %d to %d of %d values", i, begin, end, n)
		}
		last := int32(-1)
		for _, j := range m.Indices[begin:end] {
			if j <= last {
				return fmt.Errorf("row %d has index %d after %d", i, j, last)
			}
			last = j
		}
		if int(last) >= cols {
			return fmt.Errorf("row %d has index %d of %d columns", i, last, cols)
		}
	}
	return nil
}

// Close unmaps the files; the slices must not be used any more. Closing twice is
// safe.
func (m *CSR) Close() error {
	var errs []error
	for _, raw := range m.mappings {
		errs = append(errs, unix.Munmap(raw))
	}
	*m = CSR{}
	return errors.Join(errs...)
}
