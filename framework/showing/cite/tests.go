package cite

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/results/plan"
)

// mostOutcomes is how many bytes of comparisons.csv are read.
const mostOutcomes = 64 << 20

// Tests returns the names of the tests that the report of a results folder made: those of
// the outcomes in comparisons.csv, and the corrected resampled t-test where a table has a
// baseline.
func Tests(dir string, p *plan.Plan) ([]string, error) {
	var tests []string
	f, _, err := inputfile.Open(filepath.Join(dir, "comparisons.csv"))
	if err == nil {
		defer f.Close()
		tests, err = outcomes(io.LimitReader(f, mostOutcomes))
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; bench report %s writes it again", filepath.Join(dir, "comparisons.csv"), err, dir)
	}
	marked := slices.ContainsFunc(p.Tables, func(t plan.Table) bool { return t.Baseline != "" })
	if marked && !slices.Contains(tests, "corrected_t") {
		tests = append(tests, "corrected_t")
	}
	return tests, nil
}

// outcomes are the different names in the second column.
func outcomes(r io.Reader) ([]string, error) {
	rows := csv.NewReader(r)
	if _, err := rows.Read(); err != nil { // the names of the columns
		return nil, err
	}
	var tests []string
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return tests, nil
		}
		if err != nil {
			return nil, err
		}
		if len(row) > 1 && !slices.Contains(tests, row[1]) {
			tests = append(tests, row[1])
		}
	}
}
