package report

import (
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/picture"
)

// distribution collects the planned scores of each combination on a dataset by one
// metric, NaN where there is none, and why there is none.
func distribution(scores []score.Row, dataset, metric string,
	label func(plan.Combination) string) picture.Distribution {
	d := picture.Distribution{Title: dataset + ": " + metric + " over folds", Metric: metric}
	type strip struct {
		values  []float64
		missing grouped.Counts
	}
	var strips grouped.By[string, strip]
	var all grouped.Counts
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
			of.missing.Add(reason)
			all.Add(reason)
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
