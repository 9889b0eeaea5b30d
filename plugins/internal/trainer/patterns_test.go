package trainer

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// labelled returns sparse rows with rare labels, each a problem.
func labelled(rows, cols, labels int) contract.Batch {
	random := rand.New(rand.NewPCG(7, 8))
	b := contract.Batch{
		Features: contract.Features{Rows: rows, Cols: cols, Dense: make([]float64, rows*cols)},
		RowSets: []contract.RowSet{{
			Ranges: []contract.Range{{End: rows / 3}, {Start: rows/3 + 2, End: rows}}, Scale: make([]float64, cols),
		}},
		Threads: 2,
	}
	for j := range cols {
		b.RowSets[0].Scale[j] = 0.5 + random.Float64()
	}
	for i := range b.Features.Dense {
		if random.IntN(4) == 0 {
			b.Features.Dense[i] = random.ExpFloat64()
		}
	}
	for label := range labels {
		p := contract.BatchProblem{Task: contract.Binary, Classes: 2}
		for i := range rows - 2 {
			y := -1.0
			if i == label || random.IntN(labels) == 0 && b.Features.Dense[i*cols+label%cols] == 0 {
				y = 1
			}
			p.Target = append(p.Target, y)
		}
		b.Problems = append(b.Problems, p)
	}
	for range rows - 2 {
		b.RowSets[0].Weights = append(b.RowSets[0].Weights, 0.5+random.Float64())
	}
	return b
}

// listed returns problems with lists of the rows of +1 in place of targets.
func listed(problems []contract.BatchProblem) []contract.BatchProblem {
	out := slices.Clone(problems)
	for i, p := range problems {
		out[i].Target = nil
		for row, y := range p.Target {
			if y > 0 {
				out[i].Positives = append(out[i].Positives, int32(row))
			}
		}
	}
	return out
}

// The problems of labels are trained side by side: each has the bits that it has
// alone, in another order and with any number of threads, and is as good as on dense
// features.
func TestLabelsTogether(t *testing.T) {
	dense := labelled(90, 12, 27)
	b := compressed(dense)
	for _, loss := range []linear.Loss{linear.Logistic, linear.SquaredHinge, linear.Hinge} {
		s := Sparse{Loss: loss, C: 0.7, Balanced: true, Intercept: smooth.PenalisedIntercept,
			Stopping: linear.Stopping{Tol: 1e-8, MaxIter: 10000}}
		together := trainAll(t, s, b)
		other := b
		other.Threads, other.Problems = 1, slices.Clone(b.Problems)
		slices.Reverse(other.Problems)
		back := trainAll(t, s, other)
		slices.Reverse(back)
		short := b
		short.Problems = listed(b.Problems)
		lists := trainAll(t, s, short)
		for i, p := range b.Problems {
			one := b
			one.Problems = []contract.BatchProblem{p}
			for company, m := range map[string]*linear.Model{
				"alone": trainAll(t, s, one)[0], "in another order": back[i], "from lists": lists[i],
			} {
				if !slices.Equal(m.W, together[i].W) || m.B[0] != together[i].B[0] ||
					m.Quality.Objective != together[i].Quality.Objective {
					t.Errorf("loss %d, label %d: other bits %s", loss, i, company)
				}
			}
		}
		if loss == linear.Hinge {
			continue
		}
		d := Trainer{Loss: loss, C: s.C, Balanced: true, Intercept: s.Intercept,
			Stopping: linear.Stopping{Tol: 1e-9, MaxIter: 10000}}
		for i, m := range trainAll(t, d, dense) {
			if a, b := together[i].Quality.Objective, m.Quality.Objective; math.Abs(a-b) > 2e-6*b {
				t.Errorf("loss %d, label %d: objective %v, dense %v", loss, i, a, b)
			}
		}
	}
}
