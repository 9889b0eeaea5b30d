package score

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// NotMeasured is why a plugin's metric has no value where it has not been computed.
const NotMeasured = "it is not computed yet: bench run does that"

// Unmeasured is a value of a plugin's metric that is not stored.
type Unmeasured struct {
	Metric metric.Spec
	Key    string // of metric, cells and predictions
	Cells  []Cell // whose predictions it is of together, in plan order: one, or those of a pool
}

// Read returns the predictions that the value is of.
func (u Unmeasured) Read(t target.Target) (*store.Predictions, error) {
	var together *store.Predictions
	for _, c := range u.Cells {
		p, err := c.parts(t, u.Metric)
		if err != nil {
			return nil, fmt.Errorf("cell %s: %w", c.Name(), err)
		}
		together = joined(together, p.of(u.Metric))
	}
	return together, nil
}

// Unmeasured lists what plugins have to compute: the values that are not stored, and
// those of which an error is. Metrics without predictions to be computed from have none.
func (in Input) Unmeasured() []Unmeasured {
	targets := Targets(in.Plan)
	single := map[string]bool{}
	for _, d := range in.Plan.Datasets {
		single[d.Name] = d.SingleRows
	}
	var list []Unmeasured
	known := map[string]bool{}
	add := func(m metric.Spec, cells []Cell) {
		key, ok := valueKey(m, cells)
		if v, stored := in.Metrics[key]; ok && !known[key] && (!stored || v.Error != "") {
			known[key] = true
			list = append(list, Unmeasured{m, key, slices.Clone(cells)})
		}
	}
	for _, m := range in.Plan.Metrics {
		if m.Plugin == nil {
			continue
		}
		var pools grouped.By[pool, []Cell]
		for i, c := range in.Cells {
			switch {
			case !suits(m, targets[c.Dataset]) || m.NeedsProbabilities() && c.NoProbabilities:
			case m.Pools(single[c.Dataset]):
				cells := pools.At(pool{c.Combination, c.Repeat})
				*cells = append(*cells, c)
			default:
				add(m, in.Cells[i:i+1])
			}
		}
		for _, cells := range pools.All() {
			add(m, *cells)
		}
	}
	return list
}

// valueKey names the value of a metric on the predictions of the ok cells among some;
// there is none if no such predictions are stored.
func valueKey(m metric.Spec, cells []Cell) (key string, ok bool) {
	h := sha256.New()
	fmt.Fprintln(h, m.Plugin.Part)
	for _, c := range cells {
		blob := blobOf(m, c)
		if blob != nil {
			fmt.Fprintln(h, c.Key, blob.SHA256)
			ok = true
		}
	}
	return hex.EncodeToString(h.Sum(nil)[:16]), ok
}

// blobOf names the stored predictions that a metric is computed from, nil if there are
// none.
func blobOf(m metric.Spec, c Cell) *store.Blob {
	switch {
	case c.Result == nil || c.Result.Status != store.OK:
		return nil
	case m.OnTrain():
		return c.Result.Train
	}
	return c.Result.Predictions
}

// measured is the stored value of a plugin's metric on the predictions of some cells,
// and why there is none.
func (in Input) measured(m metric.Spec, cells ...Cell) (value float64, why string) {
	key, ok := valueKey(m, cells)
	if !ok {
		return math.NaN(), ""
	}
	v, stored := in.Metrics[key]
	if !stored {
		return math.NaN(), NotMeasured
	}
	return v.Number(), v.Error
}

// values returns a metric's values for some cells, given their predictions: all NaN
// without any. Of a metric of a plugin it also says why there is none.
func (in Input) values(m metric.Spec, target target.Target, p *store.Predictions,
	cells ...Cell) ([]metric.Value, string) {
	if p != nil && m.Plugin == nil {
		return m.Compute(input(target, *p)), ""
	}
	value, problem := math.NaN(), ""
	if p != nil && suits(m, target) && (!m.NeedsProbabilities() || p.HasProbabilities()) {
		value, problem = in.measured(m, cells...)
	}
	var list []metric.Value
	for _, name := range m.Names(target.Names) {
		list = append(list, metric.Value{Name: name, Value: value})
	}
	return list, problem
}

// lacks says that there is no value, and of a plugin's metric why.
func (r *Row) lacks(status store.Status, problem string) {
	r.Status, r.Problem = status, problem
	if problem != "" && problem != NotMeasured {
		r.Status = store.Failed
	}
}

// why returns the status of a score without a value, of an ok cell.
func why(m metric.Spec, target target.Target, p *store.Predictions) store.Status {
	if !suits(m, target) || p != nil && m.NeedsProbabilities() && !p.HasProbabilities() {
		return store.Skipped
	}
	return Undefined
}

// pool is a repeat of a combination.
type pool struct {
	plan.Combination
	repeat int
}

// joined appends predictions to others of the same target.
func joined(to, more *store.Predictions) *store.Predictions {
	if more == nil {
		return to
	}
	if to == nil {
		to = &store.Predictions{}
	}
	to.Append(more)
	return to
}
