package service

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
)

// Array is an array of a call, in a file of its own. Each call lists those that it shows a
// component, and those that the component answers with. Host, messages, SDK, scripts and
// conformance checks walk these lists, so that a new array is a row.
type Array struct {
	Name string  // in messages, followed by _path, and in requests to scripts
	Path *string // of the file, in the call; "" if there is none
	// Value points to the values, in what the contract shows a component: *[]int, which the
	// file has as int32; *[]int8; *[]int32; *[]float64; *contract.Matrix or **contract.Matrix.
	Value    any
	Cols     int  // values a row: of a list 0 for a vector, of a matrix 0 for any number
	Optional bool // it may be missing: a nil list or matrix, or a matrix without columns
	Free     bool // it may have any number of values, whatever rows there are
}

// Arrays are the arrays of a call.
type Arrays []Array

// value is a []int, []int8, []int32, []float64 or contract.Matrix, or nil if it is missing.
func (a Array) value() any {
	switch v := a.Value.(type) {
	case *[]int:
		if *v != nil || !a.Optional {
			return *v
		}
	case *[]int8:
		if *v != nil || !a.Optional {
			return *v
		}
	case *[]int32:
		if *v != nil || !a.Optional {
			return *v
		}
	case *[]float64:
		if *v != nil || !a.Optional {
			return *v
		}
	case **contract.Matrix:
		if *v != nil {
			return **v
		}
	case *contract.Matrix:
		if v.Cols > 0 || !a.Optional {
			return *v
		}
	default:
		panic(fmt.Sprintf("service: array %s is a %T", a.Name, v))
	}
	return nil
}

// Numbers are the values as float64, for programs that know no other numbers, and how many
// there are a row, 0 of a vector; ok is false if they are missing.
func (a Array) Numbers() (values []float64, cols int, ok bool) {
	switch v := a.value().(type) {
	case []int:
		return lists.Map(v, func(i int) float64 { return float64(i) }), a.Cols, true
	case []int8:
		return lists.Map(v, func(i int8) float64 { return float64(i) }), a.Cols, true
	case []int32:
		return lists.Map(v, func(i int32) float64 { return float64(i) }), a.Cols, true
	case []float64:
		return v, a.Cols, true
	case contract.Matrix:
		return v.Data, v.Cols, true
	}
	return nil, 0, false
}

// Create makes a file, which write fills, and returns its path.
type Create func(name string, write func(io.Writer) error) (path string, err error)

// Write writes the arrays that are not missing, of n rows, and sets their paths.
func (list Arrays) Write(n int, create Create) (err error) {
	for _, a := range list {
		v := a.value()
		if v == nil {
			continue
		}
		*a.Path, err = create(a.Name+".npy", func(w io.Writer) error {
			switch v := v.(type) {
			case []int:
				return matrix.Write(w, n, a.Cols, lists.Map(v, func(i int) int32 { return int32(i) }))
			case []int8:
				return matrix.Write(w, n, a.Cols, v)
			case []int32:
				return matrix.Write(w, a.rows(n, len(v)), a.Cols, v)
			case []float64:
				return matrix.Write(w, a.rows(n, len(v)), a.Cols, v)
			case contract.Matrix:
				return matrix.Write(w, v.Rows, v.Cols, v.Data)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// rows is the number of rows of an array with so many values in a call of n rows.
func (a Array) rows(n, values int) int {
	if a.Free {
		return values
	}
	return n
}

// Below creates files in a folder.
func Below(dir string) Create {
	return func(name string, write func(io.Writer) error) (string, error) {
		path := filepath.Join(dir, name)
		f, err := os.Create(path)
		if err != nil {
			return "", err
		}
		defer f.Close()
		if err := write(f); err != nil {
			return "", err
		}
		return path, f.Close()
	}
}

// Fill is Write to the files that the call names.
func (list Arrays) Fill(n int) error {
	for _, a := range list {
		there := Below(filepath.Dir(*a.Path))
		err := Arrays{a}.Write(n, func(_ string, write func(io.Writer) error) (string, error) {
			return there(filepath.Base(*a.Path), write)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Open reads the arrays that have a path, of n rows; if n is negative, of as many as the
// first has. Matrices are mapped, and must not be used any more after unmap.
func (list Arrays) Open(n int) (rows int, unmap func(), err error) {
	var open []*matrix.Mapped
	unmap = func() {
		for _, m := range open {
			m.Close()
		}
	}
	for _, a := range list {
		if *a.Path == "" && a.Optional {
			continue
		}
		values, mapped, err := a.read()
		per := max(a.Cols, 1)
		if mapped != nil {
			open, per = append(open, mapped), mapped.Cols
		}
		if err == nil && n < 0 && !a.Free {
			n = values / max(per, 1)
		}
		if err == nil && !a.Free && (values != n*per || mapped != nil && a.Cols > 0 && a.Cols != per) {
			err = fmt.Errorf("%s has %d values of %s, which does not fit %d rows", *a.Path, values, a.Name, n)
		}
		if err != nil {
			unmap()
			return n, nil, err
		}
	}
	return n, unmap, nil
}

// read reads the file of an array and returns the number of its values.
func (a Array) read() (values int, mapped *matrix.Mapped, err error) {
	switch v := a.Value.(type) {
	case *[]int:
		var numbers []int32
		numbers, err = matrix.ReadInt32(*a.Path)
		*v = lists.Map(numbers, func(i int32) int { return int(i) })
		return len(numbers), nil, err
	case *[]int8:
		*v, err = matrix.ReadInt8(*a.Path)
		return len(*v), nil, err
	case *[]int32:
		*v, err = matrix.ReadInt32(*a.Path)
		return len(*v), nil, err
	case *[]float64:
		*v, _, _, err = matrix.ReadFloat64(*a.Path)
		return len(*v), nil, err
	case **contract.Matrix:
		*v = &contract.Matrix{}
		a.Value = *v
		return a.read()
	case *contract.Matrix:
		if mapped, err = matrix.Open(*a.Path); err != nil {
			return 0, nil, err
		}
		*v = contract.Matrix{Rows: mapped.Rows, Cols: mapped.Cols, Data: mapped.Data}
		return len(v.Data), mapped, nil
	}
	panic(fmt.Sprintf("service: array %s is a %T", a.Name, a.Value))
}

// ofLabels are the values a row of what is a class, or of multi-label data 1 or 0 for each
// of k labels.
func ofLabels(multiLabel bool, k int) int {
	if multiLabel {
		return k
	}
	return 0
}
