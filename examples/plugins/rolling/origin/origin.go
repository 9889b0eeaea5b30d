// Package origin is a splitter for rows that come one after the other in time: what is
// tested comes after what is trained on (Tashman, Out-of-sample tests of forecasting
// accuracy, International Journal of Forecasting 16, 2000).
package origin

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Component describes the splitter.
func Component() contract.Component {
	return contract.Component{
		Kind: contract.KindValidation, Name: "rolling_origin",
		Doc: "Tests the rows of each time but the first on models of those before it.",
		Params: []contract.Param{
			{Name: "column", Type: "string", Default: "", Doc: "Column with the times, numbers; the first one if it is not said."},
			{Name: "window", Type: "number", Integer: true, Min: contract.Bound(1),
				Doc: "Number of times to train on, the latest; all if it is not said."},
		},
		Capabilities: contract.Capabilities{
			Properties: contract.Deterministic, Facts: []contract.RowFact{contract.RowFeatures}},
		NewSplitter: func(c contract.Config) (contract.Splitter, error) {
			s := Rolling{Window: math.MaxInt}
			err := c.Decode(&s)
			return s, err
		},
	}
}

// Rolling is the splitter.
type Rolling struct {
	Column string `json:"column"`
	Window int    `json:"window"`
}

// Split makes a fold of each time but the first. Rows without a time are not used.
func (s Rolling) Split(u contract.Undivided) ([][]contract.Fold, []contract.Diagnostic) {
	refuse := func(summary, format string, args ...any) ([][]contract.Fold, []contract.Diagnostic) {
		return nil, []contract.Diagnostic{contract.Errorf([]any{"column"}, summary, format, args...)}
	}
	x := u.Features
	at := 0
	if s.Column != "" {
		at = slices.IndexFunc(x.Columns, func(c contract.Column) bool { return c.Name == s.Column })
	}
	switch {
	case x.CSR != nil:
		return refuse("Sparse data have no times", "The rows have sparse features.")
	case at < 0 || at >= len(x.Columns):
		return refuse(fmt.Sprintf("There is no column %q", s.Column), "The rows have %d columns.", len(x.Columns))
	case x.Columns[at].Kind != contract.NumericColumn:
		return refuse(fmt.Sprintf("Column %q has no numbers", x.Columns[at].Name), "Times are numbers.")
	}
	rows := map[float64][]int{} // by time
	var times []float64
	for row := range x.Rows {
		time := x.Dense[row*x.Cols+at]
		if math.IsNaN(time) {
			continue
		}
		if rows[time] == nil {
			times = append(times, time)
		}
		rows[time] = append(rows[time], row)
	}
	slices.Sort(times)
	if len(times) < 2 {
		return refuse("Too few times", "Column %q has %d of them, and two are needed.", x.Columns[at].Name, len(times))
	}
	var folds []contract.Fold
	for i := 1; i < len(times); i++ {
		fold := contract.Fold{Test: rows[times[i]]}
		for _, before := range times[max(0, i-s.Window):i] {
			fold.Train = append(fold.Train, rows[before]...)
		}
		folds = append(folds, fold)
	}
	return [][]contract.Fold{folds}, nil
}
