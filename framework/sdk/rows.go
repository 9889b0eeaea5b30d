package sdk

import (
	"encoding/json"
	"fmt"
	"os"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

// openFeatures maps the files of a design matrix. The returned function unmaps
// them; nothing may keep a slice of the features after it.
func openFeatures(f service.Features) (contract.Features, func(), error) {
	out := contract.Features{Rows: f.Rows, Cols: f.Cols}
	if f.Dense == "" {
		return out, nil, fmt.Errorf("the features are sparse, which this plugin was not asked for")
	}
	mapped, err := matrix.Open(f.Dense)
	if err != nil {
		return out, nil, err
	}
	if mapped.Rows != f.Rows || mapped.Cols != f.Cols {
		mapped.Close()
		return out, nil, fmt.Errorf("%s is %d × %d, announced as %d × %d", f.Dense, mapped.Rows, mapped.Cols, f.Rows, f.Cols)
	}
	out.Dense = mapped.Data
	if f.Columns != "" {
		if err := readJSON(f.Columns, &out.Columns); err != nil {
			mapped.Close()
			return out, nil, err
		}
	}
	return out, func() { mapped.Close() }, nil
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
	if s.Index != "" {
		return out, fmt.Errorf("index files are not part of this version of the SDK: send ranges")
	}
	if err := checkRanges(s.Ranges, f.Rows); err != nil {
		return out, err
	}
	for _, v := range [][]float64{s.Shift, s.Scale} {
		if v != nil && len(v) != f.Cols {
			return out, fmt.Errorf("a row set has %d shifts or scales for %d columns", len(v), f.Cols)
		}
	}
	if s.Weights != "" {
		weights, err := readVector(s.Weights)
		if err != nil {
			return out, err
		}
		if len(weights) != countRows(s.Ranges) {
			return out, fmt.Errorf("%s: %d weights for %d rows", s.Weights, len(weights), countRows(s.Ranges))
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

func countRows(ranges []contract.Range) int {
	n := 0
	for _, r := range ranges {
		n += r.End - r.Start
	}
	return n
}

// gather copies ranges of a dense matrix and standardises the columns.
func gather(f contract.Features, ranges []contract.Range, shift, scale []float64) contract.Matrix {
	out := contract.Matrix{Rows: countRows(ranges), Cols: f.Cols}
	out.Data = make([]float64, 0, out.Rows*out.Cols)
	for _, r := range ranges {
		out.Data = append(out.Data, f.Dense[r.Start*f.Cols:r.End*f.Cols]...)
	}
	if shift == nil && scale == nil {
		return out
	}
	for i := range out.Rows {
		row := out.Row(i)
		for j := range row {
			if shift != nil {
				row[j] -= shift[j]
			}
			if scale != nil {
				row[j] /= scale[j]
			}
		}
	}
	return out
}
