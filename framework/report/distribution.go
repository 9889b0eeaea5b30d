package report

import (
	"fmt"
	"math"
	"strings"

	"github.com/manyclass/bench/framework/picture"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// distribution collects the scores of each combination on a dataset, NaN where
// there is none, and why there is none.
func distribution(p *plan.Plan, rows []score.Row, dataset, metric string) picture.Distribution {
	d := picture.Distribution{Title: dataset + ": " + metric + " over folds", Metric: metric}
	have := map[string]score.Row{} // by cell
	for _, r := range rows {
		if r.Dataset == dataset && r.Metric == metric {
			have[r.Name()] = r
		}
	}
	label, number := labeller(p), map[string]int{}
	var all reasons
	var of []reasons
	for _, c := range p.Cells {
		if c.Dataset != dataset {
			continue
		}
		name := label(c.Encoder, c.Learner, c.Reduction)
		i, seen := number[name]
		if !seen {
			i = len(number)
			number[name] = i
			d.Labels, d.Values, of = append(d.Labels, name), append(d.Values, nil), append(of, reasons{})
		}
		value := math.NaN()
		r, ran := have[c.Name()]
		if r.Again { // the value of the repeat is there already
			continue
		}
		if r.Pooled {
			d.Title = dataset + ": " + metric + ", pooled over the folds of each repeat"
		}
		if ran && r.Status == store.OK {
			value = r.Value
		} else {
			reason := absence(c, r, ran)
			of[i].add(reason)
			all.add(reason)
		}
		d.Values[i] = append(d.Values[i], value)
	}
	for _, r := range of {
		d.Missing = append(d.Missing, r.String())
	}
	d.Reason = all.String()
	return d
}

// absence says in a word or two why a cell has no value of a metric.
func absence(c plan.Cell, r score.Row, ran bool) string {
	switch {
	case !ran && c.Skipped == "":
		return "not run"
	case ran && r.Status == store.Skipped && c.Skipped == "" && c.NoProbabilities:
		return "without probabilities"
	case !ran || r.Status == store.Skipped:
		return "skipped"
	case r.Status == store.Timeout:
		return "timed out"
	}
	return strings.ReplaceAll(string(r.Status), "_", " ")
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
