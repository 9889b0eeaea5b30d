package reference

import (
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// IrisBatch returns problems over iris, whose rows are sorted by class: for the
// training rows of three folds, of which two are standardised, the one-vs-all,
// one-vs-one and an error-correcting column, the multiclass problem and a target
// vector.
func IrisBatch(t testing.TB) contract.Batch {
	t.Helper()
	p := Iris(t)
	b := contract.Batch{Features: contract.Features{Rows: p.X.Rows, Cols: p.X.Cols, Dense: p.X.Data}, Threads: 1}
	columns := [][]int8{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}, {1, -1, 0}, {1, 0, -1}, {0, 1, -1}, {1, 1, -1}}
	for fold := range 3 {
		b.RowSets = append(b.RowSets, irisFold(fold))
		for _, c := range columns {
			b.Problems = append(b.Problems, contract.BatchProblem{RowSet: fold, Task: contract.Binary, Column: c})
		}
		target := make([]float64, 120)
		for i := range target {
			target[i] = math.Copysign(1, math.Sin(float64(i+fold)))
		}
		b.Problems = append(b.Problems,
			contract.BatchProblem{RowSet: fold, Task: contract.Multiclass, Classes: 3},
			contract.BatchProblem{RowSet: fold, Task: contract.Binary, Target: target})
	}
	return b
}

// irisFold leaves out rows [10·fold, 10·fold+10) of each class.
func irisFold(fold int) contract.RowSet {
	var s contract.RowSet
	for k := range 3 {
		from, cut := 50*k, 50*k+10*fold
		if cut > from {
			s.Ranges = append(s.Ranges, contract.Range{Start: from, End: cut, Class: k})
		}
		s.Ranges = append(s.Ranges, contract.Range{Start: cut + 10, End: from + 50, Class: k})
	}
	if fold > 0 {
		s.Shift = []float64{5.8, 3.1, 3.7 + float64(fold), 1.2}
		s.Scale = []float64{0.8, 0.4, 1.7, 0.7}
	}
	return s
}

// Plain returns problem i of a batch as a plain learner would see it.
func Plain(b contract.Batch, i int) contract.Problem {
	q := b.Problems[i]
	s := b.RowSets[q.RowSet]
	p := contract.Problem{Task: q.Task, Classes: q.Classes, Seed: q.Seed, X: contract.Matrix{Cols: b.Features.Cols}}
	for at, n := 0, 0; n < len(s.Ranges); at, n = at+s.Ranges[n].End-s.Ranges[n].Start, n+1 {
		r := s.Ranges[n]
		y := float64(r.Class)
		if q.Column != nil {
			y = float64(q.Column[r.Class])
		}
		if q.Column != nil && y == 0 {
			continue
		}
		for i := r.Start; i < r.End; i++ {
			if s.Weights != nil {
				p.Weights = append(p.Weights, s.Weights[at+i-r.Start])
			}
			for j, v := range b.Features.Dense[i*p.X.Cols : (i+1)*p.X.Cols] {
				if s.Shift != nil {
					v = (v - s.Shift[j]) / s.Scale[j]
				}
				p.X.Data = append(p.X.Data, v)
			}
			p.X.Rows++
			p.Y = append(p.Y, y)
		}
	}
	if q.Target != nil {
		p.Y = q.Target
	}
	return p
}

// CheckBatch trains the problems of IrisBatch together, alone, in reverse and
// one by one through Train. The first three must agree bit for bit on the
// training rows, the last to 1e-10. Learners that take weights do so with them, too.
func CheckBatch(t *testing.T, c contract.Component) {
	t.Helper()
	l, err := c.Learner(nil)
	if err != nil {
		t.Fatal(err)
	}
	checkBatch(t, l, IrisBatch(t))
	if !c.Capabilities.Has(contract.TakesWeights) {
		return
	}
	weighted := IrisBatch(t)
	for s := range weighted.RowSets {
		for i := range contract.CountRows(weighted.RowSets[s].Ranges) {
			weighted.RowSets[s].Weights = append(weighted.RowSets[s].Weights, 1+float64(i%7)/2)
		}
	}
	checkBatch(t, l, weighted)
}

func checkBatch(t *testing.T, l contract.Learner, b contract.Batch) {
	t.Helper()
	together := trainBatch(t, l, b)
	back := b
	back.Problems = slices.Clone(b.Problems)
	slices.Reverse(back.Problems)
	reversed := trainBatch(t, l, back)
	slices.Reverse(reversed)
	for i := range b.Problems {
		one := b
		one.Problems = b.Problems[i : i+1]
		alone := trainBatch(t, l, one)[0]
		if !slices.Equal(together[i], alone) || !slices.Equal(together[i], reversed[i]) {
			t.Errorf("problem %d (%+v) depends on its company", i, b.Problems[i])
		}
		p := Plain(b, i)
		m, err := l.Train(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		for k, s := range Scores(m, p.X, width(p)) {
			if !(math.Abs(s-together[i][k]) <= 1e-10*max(1, math.Abs(s))) {
				t.Errorf("problem %d: score %d is %v in a batch, %v alone", i, k, together[i][k], s)
				break
			}
		}
	}
}

// width returns the number of scores a row.
func width(p contract.Problem) int {
	if p.Task == contract.Multiclass {
		return p.Classes
	}
	return 1
}

// trainBatch returns the scores of each problem's training rows.
func trainBatch(t *testing.T, l contract.Learner, b contract.Batch) [][]float64 {
	t.Helper()
	scores := make([][]float64, len(b.Problems))
	err := l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil {
			t.Fatalf("problem %d: %v", i, err)
		}
		if scores[i] != nil {
			t.Fatalf("problem %d is reported twice", i)
		}
		p := Plain(b, i)
		scores[i] = Scores(m, p.X, width(p))
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range scores {
		if s == nil {
			t.Fatalf("problem %d is not reported", i)
		}
	}
	return scores
}

// CheckSymmetric trains on breast cancer with y and −y: every score must be
// negated bit for bit.
func CheckSymmetric(t *testing.T, c contract.Component, settings map[string]any) {
	t.Helper()
	p := BreastCancer(t)
	p.Seed = 42
	q := p
	q.Y = make([]float64, len(p.Y))
	for i, y := range p.Y {
		q.Y[i] = -y
	}
	a, b := Scores(Train(t, c, settings, p), p.X, 1), Scores(Train(t, c, settings, q), p.X, 1)
	for i := range a {
		if a[i] != -b[i] {
			t.Fatalf("score %d is %v and %v", i, a[i], b[i])
		}
	}
	if !c.Capabilities.Has(contract.Symmetric) {
		t.Error("the component does not declare its symmetry")
	}
}

// CheckBatchSymmetric does the same for the code columns of IrisBatch.
func CheckBatchSymmetric(t *testing.T, c contract.Component) {
	t.Helper()
	l, err := c.Learner(nil)
	if err != nil {
		t.Fatal(err)
	}
	b := IrisBatch(t)
	b.Problems = slices.DeleteFunc(b.Problems, func(p contract.BatchProblem) bool { return p.Column == nil })
	straight := trainBatch(t, l, b)
	for i, p := range b.Problems {
		mirrored := make([]int8, len(p.Column))
		for k, v := range p.Column {
			mirrored[k] = -v
		}
		b.Problems[i].Column = mirrored
	}
	for i, scores := range trainBatch(t, l, b) {
		for k, s := range scores {
			if s != -straight[i][k] {
				t.Fatalf("problem %d: score %d is %v and %v", i, k, straight[i][k], s)
			}
		}
	}
}

// Collinear returns three classes of 30 rows each along the diagonal of the
// plane, at distances 0, 4 and 8 with unit noise: the set on which least squares
// masks the middle class (ESL figure 4.2).
func Collinear() contract.Problem {
	p := contract.Problem{Task: contract.Multiclass, Classes: 3, X: contract.Matrix{Rows: 90, Cols: 2}}
	for k := range 3 {
		for i := range 30 {
			angle := float64(i) * 2.4
			radius := math.Sqrt(float64(i)+0.5) / 3.5
			centre := 4 * float64(k)
			p.X.Data = append(p.X.Data, centre+radius*math.Cos(angle), centre+radius*math.Sin(angle))
			p.Y = append(p.Y, float64(k))
		}
	}
	return p
}

// Predictions returns the class of the largest of k scores of each row.
func Predictions(scores []float64, k int) []int {
	var classes []int
	for at := 0; at < len(scores); at += k {
		best := 0
		for j := range k {
			if scores[at+j] > scores[at+best] {
				best = j
			}
		}
		classes = append(classes, best)
	}
	return classes
}
