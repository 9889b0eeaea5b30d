package report

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/grouped"
	"github.com/manyclass/bench/framework/picture"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// distribution collects the planned scores of each combination on a dataset by one
// metric, NaN where there is none, and why there is none.
func distribution(scores []score.Row, dataset, metric string,
	label func(plan.Combination) string) picture.Distribution {
	d := picture.Distribution{Title: dataset + ": " + metric + " over folds", Metric: metric}
	type strip struct {
		values  []float64
		missing reasons
	}
	var strips grouped.By[string, strip]
	var all reasons
	for _, s := range scores {
		if s.Dataset != dataset {
			continue
		}
		of := strips.At(label(s.Combination))
		if s.Again { // the value of the repeat is there already
			continue
		}
		if s.Pooled {
			d.Title = dataset + ": " + metric + ", pooled over the folds of each repeat"
		}
		if !s.Defined() {
			reason := absence(s)
			of.missing.add(reason)
			all.add(reason)
		}
		of.values = append(of.values, s.Value)
	}
	for name, of := range strips.All() {
		d.Labels, d.Values = append(d.Labels, name), append(d.Values, of.values)
		d.Missing = append(d.Missing, of.missing.String())
	}
	d.Reason = all.String()
	return d
}

// absence says in a word or two why a cell has no value of a metric.
func absence(s score.Row) string {
	switch {
	case s.Status == "" && s.Skipped == "":
		return "not run"
	case s.Status == store.Skipped && s.Skipped == "" && s.Without == score.NoProbabilities:
		return "without probabilities"
	case s.Status == "":
		return "skipped"
	case s.Status == store.Timeout:
		return "timed out"
	}
	return strings.ReplaceAll(string(s.Status), "_", " ")
}

// reasons count what was the reason how often, in order of appearance.
type reasons struct{ grouped.By[string, int] }

func (r *reasons) add(name string) { *r.At(name)++ }

// String is "2 failed, 1 not run".
func (r *reasons) String() string {
	var parts []string
	for name, n := range r.All() {
		parts = append(parts, fmt.Sprintf("%d %s", *n, name))
	}
	return strings.Join(parts, ", ")
}
