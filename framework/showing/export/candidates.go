package export

import (
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/columns"
)

// HasCandidates reports whether it is known how the candidates of some cell did.
func HasCandidates(cells []score.Cell) bool {
	return slices.ContainsFunc(cells, func(c score.Cell) bool { return c.Result != nil && c.Result.Search != nil })
}

// Candidates is the table of candidates.csv: one row per tuned cell, candidate and round
// that the candidate took part in, in the order in which the experiment lists them. rows
// are the training rows of the fold that the round uses, mean is that of the metric over
// inner folds, values those with which the candidate was trained in the round, and status
// what became of the candidate: chosen, not_chosen, kept for the next round, dropped after
// this one, or failed.
func Candidates(cells []score.Cell) Table {
	return Table{
		columns.Candidates.Fields,
		func(yield func([]Value, error) bool) {
			for _, c := range cells {
				if c.Result != nil && c.Result.Search != nil && !candidatesOf(c, yield) {
					return
				}
			}
		},
	}
}

// candidatesOf yields the rows of a cell, and reports whether there is more to come.
func candidatesOf(c score.Cell, yield func([]Value, error) bool) bool {
	search := c.Result.Search
	for i, trial := range search.Trials {
		var parts []string
		values := map[string]any{}
		for p, name := range search.Parameters {
			if trial.Values[p] != nil {
				values[name] = trial.Values[p]
				parts = append(parts, name+"="+plan.FormatValue(trial.Values[p]))
			}
		}
		for round, mean := range trial.Means {
			trained := parts
			if name := search.Resource; name != "" {
				values[name] = search.Amounts[round]
				trained = slices.Concat(parts, []string{name + "=" + plan.FormatValue(values[name])})
			}
			chosen := reflect.DeepEqual(values, c.Result.Tuned)
			var r row
			r.cell(c.Cell)
			r.integer(i + 1)
			r.text(strings.Join(trained, ", "))
			r.integer(round+1, search.Rows[round])
			r.text(search.Metric)
			value := math.NaN()
			if mean != nil {
				value = *mean
			}
			r.number(value)
			if r.text(became(search, trial, round, chosen)); !yield(r, nil) {
				return false
			}
		}
	}
	return true
}

// became says what became of a candidate in a round.
func became(s *store.Search, t store.Trial, round int, chosen bool) string {
	switch {
	case t.Means[round] == nil:
		return "failed"
	case len(t.Means) > round+1:
		return "kept"
	case len(s.Rows) > round+1:
		return "dropped"
	case chosen:
		return "chosen"
	}
	return "not_chosen"
}
