package diff

import (
	"bytes"
	"encoding/json"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/stats"
	"github.com/manyclass/bench/framework/store"
)

// level is the two-sided level of the test.
const level = 0.05

// Score compares one metric of one combination of dataset, encoder, learner and
// reduction.
type Score struct {
	Dataset   string `json:"dataset"`
	Encoder   string `json:"encoder"`
	Learner   string `json:"learner"`
	Reduction string `json:"reduction"`
	Metric    string `json:"metric"`
	A         Mean   `json:"a"`
	B         Mean   `json:"b"`
	// Difference is the mean of B minus that of A, NaN if one has none.
	Difference Number `json:"difference"`
	// Changed counts the folds whose values are not the same, those that one
	// side alone has included.
	Changed int `json:"changed"`
	// Paired counts the folds with a value on both sides, if the folds are the
	// same. P is then the p-value of the corrected resampled t-test on their
	// differences, else NaN. Mark is "v" if B is better and "*" if it is worse
	// at the level 0.05, as WEKA writes it, else "".
	Paired int    `json:"paired"`
	P      Number `json:"p"`
	Mark   string `json:"mark"`
}

// Mean is a mean over folds.
type Mean struct {
	Mean  Number `json:"mean"`  // NaN without values
	N     int    `json:"n"`     // folds with a value
	Cells int    `json:"cells"` // folds that were run; 0 if the side has not the combination or the metric
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

// Moved reports whether any fold has another value.
func (s Score) Moved() bool { return s.Changed > 0 }

// sameFolds says of which datasets both sides have the same folds: where data,
// validation and seed are the same.
func sameFolds(a, b Side) map[string]bool {
	same := map[string]bool{}
	if a.Manifest.Seed != b.Manifest.Seed || !bytes.Equal(validation(a.Manifest), validation(b.Manifest)) {
		return same
	}
	for name, digest := range a.Manifest.Datasets {
		same[name] = digest == b.Manifest.Datasets[name]
	}
	return same
}

func validation(m store.Manifest) []byte {
	v, err := decode(m.Resolved)
	if err != nil {
		return nil
	}
	experiment, _ := v.(map[string]any)
	return encode(experiment["validation"])
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
	index := map[[5]string]*pair{}
	var order []*pair
	add := func(r score.Row, into func(*pair) map[fold]score.Row) {
		key := [5]string{r.Dataset, r.Encoder, r.Learner, r.Reduction, r.Metric}
		p := index[key]
		if p == nil {
			p = &pair{a: map[fold]score.Row{}, b: map[fold]score.Row{}}
			p.Dataset, p.Encoder, p.Learner, p.Reduction, p.Metric = key[0], key[1], key[2], key[3], key[4]
			index[key] = p
			order = append(order, p)
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
	for _, p := range order {
		p.summarize()
		if p.P = Number(math.NaN()); folds[p.Dataset] {
			p.test(smaller(p.Metric))
		}
		list = append(list, p.Score)
	}
	return list
}

// summarize fills in means and what changed.
func (p *pair) summarize() {
	mean := func(rows map[fold]score.Row) Mean {
		var x []float64
		for _, f := range p.folds {
			if r, ok := rows[f]; ok && r.Status == store.OK {
				x = append(x, r.Value)
			}
		}
		return Mean{Number(stats.Mean(x)), len(x), len(rows)}
	}
	p.A, p.B = mean(p.a), mean(p.b)
	p.Difference = p.B.Mean - p.A.Mean
	for _, f := range p.folds {
		x, inA := p.a[f]
		y, inB := p.b[f]
		if !inA || !inB || x.Status != y.Status || x.Value != y.Value && !(math.IsNaN(x.Value) && math.IsNaN(y.Value)) {
			p.Changed++
		}
	}
}

// test compares the folds with a value on both sides.
func (p *pair) test(smallerIsBetter bool) {
	var d []float64
	testRows, trainRows := 0, 0
	for _, f := range p.folds {
		x, y := p.a[f], p.b[f]
		if x.Status == store.OK && y.Status == store.OK {
			d = append(d, y.Value-x.Value)
			testRows += x.TestRows
			trainRows += x.TrainRows
		}
	}
	result := stats.CorrectedResampled(d, float64(testRows), float64(trainRows))
	p.Paired, p.P = len(d), Number(result.P)
	switch {
	case !(result.P < level):
	case (result.T > 0) == smallerIsBetter:
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
