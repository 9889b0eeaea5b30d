package report

import (
	"fmt"
	"strings"

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
	number := map[string]int{}
	var all reasons
	var of []reasons
	for _, s := range scores {
		if s.Dataset != dataset {
			continue
		}
		name := label(s.Combination)
		i, seen := number[name]
		if !seen {
			i = len(number)
			number[name] = i
			d.Labels, d.Values, of = append(d.Labels, name), append(d.Values, nil), append(of, reasons{})
		}
		if s.Again { // the value of the repeat is there already
			continue
		}
		if s.Pooled {
			d.Title = dataset + ": " + metric + ", pooled over the folds of each repeat"
		}
		if !s.Defined() {
			reason := absence(s)
			of[i].add(reason)
			all.add(reason)
		}
		d.Values[i] = append(d.Values[i], s.Value)
	}
	for _, r := range of {
		d.Missing = append(d.Missing, r.String())
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
type reasons struct {
	names  []string
	counts map[string]int
}

func (r *reasons) add(name string) {
	if r.counts == nil {
		r.counts = map[string]int{}
	}
	if r.counts[name] == 0 {
		r.names = append(r.names, name)
	}
	r.counts[name]++
}

// String is "2 failed, 1 not run".
func (r reasons) String() string {
	parts := make([]string, len(r.names))
	for i, name := range r.names {
		parts[i] = fmt.Sprintf("%d %s", r.counts[name], name)
	}
	return strings.Join(parts, ", ")
}
