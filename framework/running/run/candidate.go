package run

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/tuning"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// seeker is a cell for which a candidate is sought.
type seeker struct {
	place      int // among the item's cells
	cell       plan.Cell
	tune       *experiment.Tune
	candidates []candidate
	trials     []trial      // of the candidates
	means      [][]*float64 // of each, for each round that it took part in
}

// candidate is what a cell may be trained with.
type candidate struct {
	encoder, learner, reduction experiment.Candidate
}

// values of a candidate: those of a learner by their names, those of an encoder or a
// reduction with the kind before it.
func (c candidate) values() map[string]any {
	values := maps.Clone(c.learner.Values)
	if values == nil {
		values = map[string]any{}
	}
	for name, v := range c.encoder.Values {
		values["encoder."+name] = v
	}
	for name, v := range c.reduction.Values {
		values["reduction."+name] = v
	}
	return values
}

// String writes the values of a candidate: "C=0.1, loss=hinge".
func (c candidate) String() string {
	values := c.values()
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		parts = append(parts, fmt.Sprintf("%s=%v", name, values[name]))
	}
	return strings.Join(parts, ", ")
}

// note keeps how the candidates of a round did.
func (k *seeker) note() {
	for i, t := range k.trials {
		if t.dropped {
			continue
		}
		k.means[i] = append(k.means[i], nil)
		if mean := t.mean(); !math.IsNaN(mean) {
			k.means[i][len(k.means[i])-1] = &mean
		}
	}
}

// keep drops all candidates but the best n, of equally good ones the first, for a round
// that begins anew.
func (k *seeker) keep(n int) {
	var left []int
	for i, t := range k.trials {
		if !math.IsNaN(t.mean()) && !t.dropped {
			left = append(left, i)
		}
	}
	slices.SortStableFunc(left, func(a, b int) int {
		x, y := k.trials[a].mean(), k.trials[b].mean()
		switch {
		case better(x, y, k.tune.Metric):
			return -1
		case better(y, x, k.tune.Metric):
			return 1
		}
		return 0
	})
	left = left[:min(n, len(left))]
	for i := range k.trials {
		t := &k.trials[i]
		if t.dropped = !slices.Contains(left, i); !t.dropped {
			*t = trial{}
		}
	}
}

// record is what is kept of the search.
func (k *seeker) record(rounds []tuning.Round) *store.Search {
	s := &store.Search{Metric: k.tune.Metric.Name, Rows: lists.Map(rounds, func(r tuning.Round) int { return r.Rows })}
	if s.Resource = k.tune.Halving.Called(); s.Resource != "" {
		s.Amounts = lists.Map(rounds, func(r tuning.Round) float64 { return float64(r.Amount) })
	}
	names := map[string]bool{}
	for _, c := range k.candidates {
		for name := range c.values() {
			names[name] = true
		}
	}
	delete(names, s.Resource)
	s.Parameters = slices.Sorted(maps.Keys(names))
	for i, c := range k.candidates {
		values := c.values()
		s.Trials = append(s.Trials, store.Trial{
			Values: lists.Map(s.Parameters, func(name string) any { return values[name] }), Means: k.means[i],
		})
	}
	return s
}

// fail notes why the candidates with an encoder failed, if they did not before.
func (k *seeker) fail(err error, encoder *experiment.Instance) {
	for i, c := range k.candidates {
		if k.trials[i].err == nil && c.encoder.Instance == encoder {
			k.trials[i].err = err
		}
	}
}

// trial is how a candidate does for a cell.
type trial struct {
	sum   float64 // of the metric over inner folds
	folds int     // where the metric is defined
	err   error
	// dropped says that the candidate takes no part in this round.
	dropped bool
}

// add counts the value of a fold.
func (t *trial) add(v metric.Value) {
	if v.Defined() {
		t.sum += v.Value
		t.folds++
	}
}

// mean over the inner folds where the metric is defined, NaN if there is none or
// the candidate failed.
func (t trial) mean() float64 {
	if t.err != nil || t.folds == 0 {
		return math.NaN()
	}
	return t.sum / float64(t.folds)
}

// better reports whether a mean is better than another by a metric.
func better(a, b float64, by metric.Spec) bool {
	if by.SmallerIsBetter() {
		return a < b
	}
	return a > b
}

// firstError is why the first candidate failed.
func firstError(trials []trial) error {
	if err := trials[0].err; err != nil {
		return err
	}
	return fmt.Errorf("the metric is undefined in every inner fold")
}
