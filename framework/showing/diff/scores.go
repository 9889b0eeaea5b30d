package diff

import (
	"encoding/json"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// level is the two-sided level of the test.
const level = 0.05

// Score compares one metric of one combination of dataset, encoder, learner and
// reduction.
type Score struct {
	plan.Combination
	Metric string `json:"metric"`
	A      Mean   `json:"a"`
	B      Mean   `json:"b"`
	// Difference is the mean of B minus that of A, NaN if one has none or no fold
	// has a value on both sides.
	Difference Number `json:"difference"`
	// Changed counts the folds that both sides have run with other values or
	// statuses.
	Changed int `json:"changed"`
	// SameFolds is whether both sides test the same rows together. Paired then
	// counts the folds with a value on both sides: if there are any, the means of
	// both sides are over these folds alone, and P is the p-value of the corrected
	// resampled t-test on their differences, else NaN. Mark is "v" if B is better
	// and "*" if it is worse at the level 0.05, as WEKA writes it, else "".
	SameFolds bool   `json:"same_folds"`
	Paired    int    `json:"paired"`
	P         Number `json:"p"`
	Mark      string `json:"mark"`
	// SmallerIsBetter is whether small values of the metric are good.
	SmallerIsBetter bool `json:"smaller_is_better"`
}

// Mean is a mean over folds.
type Mean struct {
	Mean  Number `json:"mean"`  // NaN without values
	N     int    `json:"n"`     // folds with a value, shared or not
	Cells int    `json:"cells"` // folds that were run; 0 if the side does not have the combination or the metric
}

// Number is a number that is null in JSON if it is NaN or infinite.
type Number float64

// MarshalJSON implements json.Marshaler.
func (n Number) MarshalJSON() ([]byte, error) {
	if v := float64(n); math.IsNaN(v) || math.IsInf(v, 0) {
		return []byte("null"), nil
	}
	return json.Marshal(float64(n))
}

// Both reports whether both sides have the combination and the metric.
func (s Score) Both() bool { return s.A.Cells > 0 && s.B.Cells > 0 }

// partly reports whether the means leave out folds that one side alone has a
// value for.
func (s Score) partly() bool { return s.Paired > 0 && (s.A.N > s.Paired || s.B.N > s.Paired) }

// Moved reports whether any fold that both sides have run has another value.
func (s Score) Moved() bool { return s.Changed > 0 }

// sameFolds says of which datasets both sides have the same folds: where what
// divides their rows is the same, by the identities of the cells.
func sameFolds(a, b Side) map[string]bool {
	same := map[string]bool{}
	for _, d := range a.Plan.Datasets {
		division := a.Plan.Division(d.Name)
		same[d.Name] = division != "" && division == b.Plan.Division(d.Name)
	}
	return same
}

type fold struct{ repeat, fold int }

// pair is the values of a combination and metric on both sides.
type pair struct {
	Score
	a, b  map[fold]score.Row
	folds []fold // of either side, A's first
}

// scores compares all combinations and metrics.
func scores(a, b Side, folds map[string]bool) []Score {
	type compared struct {
		plan.Combination
		metric string
	}
	var pairs grouped.By[compared, pair]
	add := func(r score.Row, into func(*pair) map[fold]score.Row) {
		p := pairs.At(compared{r.Combination, r.Metric})
		if p.a == nil {
			p.a, p.b = map[fold]score.Row{}, map[fold]score.Row{}
			p.Combination, p.Metric = r.Combination, r.Metric
		}
		at := fold{r.Repeat, r.Fold}
		if _, inA := p.a[at]; !inA {
			p.folds = append(p.folds, at)
		}
		into(p)[at] = r
	}
	for _, r := range a.Scores {
		add(r, func(p *pair) map[fold]score.Row { return p.a })
	}
	for _, r := range b.Scores {
		add(r, func(p *pair) map[fold]score.Row { return p.b })
	}
	smaller := smallerIsBetter(slices.Concat(a.Plan.Metrics, b.Plan.Metrics))
	list := []Score{}
	for _, p := range pairs.All() {
		p.SameFolds = folds[p.Dataset]
		p.summarize()
		p.SmallerIsBetter = smaller(p.Metric)
		if p.P = Number(math.NaN()); p.SameFolds {
			p.test()
		}
		list = append(list, p.Score)
	}
	return list
}

// summarize fills in means and what changed. Means of the same folds are over
// those with a value on both sides, unless there are none.
func (p *pair) summarize() {
	for _, f := range p.folds {
		x, inA := p.a[f]
		y, inB := p.b[f]
		if p.SameFolds && x.Status == store.OK && y.Status == store.OK {
			p.Paired++
		}
		if inA && inB && (x.Status != y.Status || x.Value != y.Value && !(math.IsNaN(x.Value) && math.IsNaN(y.Value))) {
			p.Changed++
		}
	}
	p.A, p.B = p.mean(p.a, p.b), p.mean(p.b, p.a)
	p.Difference = p.B.Mean - p.A.Mean
	if p.SameFolds && p.Paired == 0 {
		p.Difference = Number(math.NaN())
	}
}

// mean is that of the rows of one side.
func (p *pair) mean(rows, others map[fold]score.Row) Mean {
	m := Mean{Cells: len(rows)}
	var x []float64
	for _, f := range p.folds {
		if rows[f].Status != store.OK {
			continue
		}
		m.N++
		if p.Paired == 0 || others[f].Status == store.OK {
			x = append(x, rows[f].Value)
		}
	}
	m.Mean = Number(stats.Mean(x))
	return m
}

// test compares the folds with a value on both sides.
func (p *pair) test() {
	var a, b []float64
	testRows, trainRows := 0, 0
	for _, f := range p.folds {
		x, y := p.a[f], p.b[f]
		if x.Status == store.OK && y.Status == store.OK {
			a, b = append(a, x.Value), append(b, y.Value)
			testRows += x.TestRows
			trainRows += x.Different()
		}
	}
	result := stats.CorrectedResampled(stats.Differences(b, a), float64(testRows), float64(trainRows))
	p.P = Number(result.P)
	switch {
	case !(result.P < level):
	case (result.T > 0) == p.SmallerIsBetter:
		p.Mark = "*"
	default:
		p.Mark = "v"
	}
}

// smallerIsBetter says of the metrics as files call them whether small values
// are good; one that gives a value per class is called name[class].
func smallerIsBetter(specs []metric.Spec) func(string) bool {
	smaller := map[string]bool{}
	for _, m := range specs {
		smaller[m.Name] = m.SmallerIsBetter()
	}
	return func(name string) bool {
		if good, known := smaller[name]; known {
			return good
		}
		for i := range len(name) {
			if name[i] == '[' && smaller[name[:i]] {
				return true
			}
		}
		return false
	}
}
