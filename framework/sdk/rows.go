package sdk

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// openFeatures maps the files of a design matrix. The returned function unmaps
// them; nothing may keep a slice of the features after it.
func openFeatures(f service.Features) (out contract.Features, unmap func(), err error) {
	out = contract.Features{Rows: f.Rows, Cols: f.Cols}
	if f.Rows < 0 || f.Cols < 0 {
		return out, nil, fmt.Errorf("features of %d × %d", f.Rows, f.Cols)
	}
	if f.Dense != "" {
		unmap, err = openDense(f, &out)
	} else {
		unmap, err = openCSR(f, &out)
	}
	if err != nil {
		return out, nil, err
	}
	if f.Columns != "" {
		if err := readJSON(f.Columns, &out.Columns); err != nil {
			unmap()
			return out, nil, err
		}
	}
	return out, unmap, nil
}

func openDense(f service.Features, out *contract.Features) (unmap func(), err error) {
	mapped, err := matrix.Open(f.Dense)
	if err != nil {
		return nil, err
	}
	if mapped.Rows != f.Rows || mapped.Cols != f.Cols {
		mapped.Close()
		return nil, fmt.Errorf("%s is %d × %d, announced as %d × %d", f.Dense, mapped.Rows, mapped.Cols, f.Rows, f.Cols)
	}
	out.Dense = mapped.Data
	// A page that cannot be given back does no harm.
	out.Release = func(start, end int) { _ = mapped.Release(start, end) }
	return func() { mapped.Close() }, nil
}

func openCSR(f service.Features, out *contract.Features) (unmap func(), err error) {
	mapped, err := matrix.OpenCSR(matrix.CSRPaths{Data: f.Data, Indices: f.Indices, Indptr: f.Indptr}, f.Rows, f.Cols)
	if err != nil {
		return nil, err
	}
	out.CSR = &contract.CSR{Data: mapped.Data, Indices: mapped.Indices, Indptr: mapped.Indptr}
	return func() { mapped.Close() }, nil
}

func readJSON(path string, into any) error {
	b, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(b, into); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return nil
}

// openRowSet reads the files of a row set and checks that its rows exist.
func openRowSet(s service.RowSet, f contract.Features) (contract.RowSet, error) {
	out := contract.RowSet{Ranges: s.Ranges, Shift: s.Shift, Scale: s.Scale}
	if err := checkRanges(s.Ranges, f.Rows); err != nil {
		return out, err
	}
	for _, v := range [][]float64{s.Shift, s.Scale} {
		if v != nil && len(v) != f.Cols {
			return out, fmt.Errorf("a row set has %d shifts or scales for %d columns", len(v), f.Cols)
		}
	}
	if f.CSR != nil {
		if slices.ContainsFunc(s.Shift, func(v float64) bool { return v != 0 }) {
			return out, fmt.Errorf("a row set shifts the columns of sparse features")
		}
		out.Shift = nil
	}
	if s.Weights != "" {
		weights, err := readVector(s.Weights)
		if err != nil {
			return out, err
		}
		if len(weights) != contract.CountRows(s.Ranges) {
			return out, fmt.Errorf("%s: %d weights for %d rows", s.Weights, len(weights), contract.CountRows(s.Ranges))
		}
		out.Weights = weights
	}
	return out, nil
}

func checkRanges(ranges []contract.Range, rows int) error {
	for _, r := range ranges {
		if r.Start < 0 || r.Start > r.End || r.End > rows || r.Class < 0 {
			return fmt.Errorf("rows %d to %d of class %d are not in a matrix of %d rows", r.Start, r.End, r.Class, rows)
		}
	}
	return nil
}

func readVector(path string) ([]float64, error) {
	v, _, _, err := matrix.ReadFloat64(path)
	return v, err
}

// gather copies ranges of rows as a dense matrix and standardises the columns.
func gather(f contract.Features, s contract.RowSet) contract.Matrix {
	x := f.Gather(s)
	if x.Sparse != nil {
		return x.Sparse.Unpacked()
	}
	return x.Matrix
}
