package discriminant

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/moments"
	"github.com/manyclass/bench/plugins/internal/psd"
	"github.com/manyclass/bench/test/reference"
)

// blobs returns n rows of each of k classes in d columns, sorted by class, with
// class means apart by the distance, and all code columns of the kinds
// one-against-rest, one-against-one and three against the rest.
func blobs(k, n, d int, distance float64) contract.Batch {
	rng := rand.New(rand.NewPCG(17, uint64(d)))
	b := contract.Batch{Features: contract.Features{Rows: k * n, Cols: d}, RowSets: make([]contract.RowSet, 1), Threads: 1}
	for c := range k {
		mean := make([]float64, d)
		for j := range mean {
			mean[j] = distance * rng.NormFloat64()
		}
		for range n {
			common := rng.NormFloat64()
			for j := range d {
				b.Features.Dense = append(b.Features.Dense, mean[j]+common+rng.NormFloat64())
			}
		}
		b.RowSets[0].Ranges = append(b.RowSets[0].Ranges, contract.Range{Start: c * n, End: (c + 1) * n, Class: c})
	}
	for c := range k {
		rest, pair, three := slices.Repeat([]int8{-1}, k), make([]int8, k), slices.Repeat([]int8{-1}, k)
		rest[c], pair[c], pair[(c+1)%k] = 1, 1, -1
		three[c], three[(c+1)%k], three[(c+3)%k] = 1, 1, 0
		for _, column := range [][]int8{rest, pair, three} {
			b.Problems = append(b.Problems, contract.BatchProblem{Task: contract.Binary, Column: column})
		}
	}
	return b
}

// models trains the problems of a batch.
func models(t *testing.T, l contract.Learner, b contract.Batch) []*linear.Model {
	t.Helper()
	out := make([]*linear.Model, len(b.Problems))
	err := l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil {
			t.Fatalf("problem %d: %v", i, err)
		}
		out[i] = m.(*linear.Model)
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestTotalAgreesWithWithin compares the two ways of solving by the scatter within
// the groups, for groups far apart, where only one of them is taken, and near.
func TestTotalAgreesWithWithin(t *testing.T) {
	s := settings{Priors: linear.Frequencies}
	for _, c := range []struct {
		distance float64
		shared   bool
	}{{0.1, true}, {1, true}, {1e4, false}} {
		b := blobs(6, 40, 21, c.distance)
		set, err := moments.FromRowSet(t.Context(), b.Features, b.RowSets[0], 1)
		if err != nil {
			t.Fatal(err)
		}
		for i, p := range b.Problems {
			if slices.Contains(p.Column, 0) {
				continue
			}
			group, groups := set.Groups(p)
			means := set.Means(group, groups)
			difference := make([]float64, set.D)
			for j := range difference {
				difference[j] = means.Means[0][j] - means.Means[1][j]
			}
			got, ok := s.fromTotal(set, means, difference)
			if ok != c.shared {
				t.Errorf("distance %v, problem %d: taken from the total is %v", c.distance, i, ok)
			}
			factor, err := psd.New(s.Shrinkage.within(set, group, groups), threshold)
			if err != nil {
				t.Fatal(err)
			}
			want := factor.Solve(difference)
			for j := range got {
				if math.Abs(got[j]-want[j]) > 1e-10*slices.Max(want) {
					t.Errorf("distance %v, problem %d: weight %d is %v, want %v", c.distance, i, j, got[j], want[j])
				}
			}
		}
	}
}

// TestThreadsAndCompany trains with 1 and 3 threads, alone and in reverse.
func TestThreadsAndCompany(t *testing.T) {
	b := blobs(7, 70, 13, 1)
	for _, text := range []string{`{}`, `{"shrinkage":"auto"}`, `{"shrinkage":0.3}`} {
		l, _ := Component().Learner(contract.Config(text))
		want := models(t, l, b)
		many, reversed := b, b
		many.Threads = 3
		reversed.Problems = slices.Clone(b.Problems)
		slices.Reverse(reversed.Problems)
		threaded, back := models(t, l, many), models(t, l, reversed)
		slices.Reverse(back)
		for i := range b.Problems {
			one := b
			one.Problems = b.Problems[i : i+1]
			for _, m := range []*linear.Model{threaded[i], back[i], models(t, l, one)[0]} {
				if !slices.Equal(m.W, want[i].W) || m.B[0] != want[i].B[0] {
					t.Fatalf("%s: problem %d depends on its company", text, i)
				}
			}
		}
	}
}

// TestUnitsDoNotMatter multiplies columns by 1e12 and 1e-12 and appends a constant
// one, a copy and, in the sets that have more columns than rows, noise: scores stay
// finite, and except for the noise the same.
func TestUnitsDoNotMatter(t *testing.T) {
	l, _ := Component().Learner(nil)
	for _, noise := range []int{0, 200} {
		b := blobs(4, 12, 5, 1)
		d := 7 + noise
		wide := b
		wide.Features = contract.Features{Rows: b.Features.Rows, Cols: d}
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range b.Features.Rows {
			row := slices.Clone(b.Features.Dense[i*5 : i*5+5])
			row[1] *= 1e12
			row[2] *= 1e-12
			row = append(row, 0.1, 1e12*row[0])
			for range noise {
				row = append(row, rng.NormFloat64())
			}
			wide.Features.Dense = append(wide.Features.Dense, row...)
		}
		x := contract.Matrix{Rows: b.Features.Rows, Cols: d, Data: wide.Features.Dense}
		narrow := contract.Matrix{Rows: b.Features.Rows, Cols: 5, Data: b.Features.Dense}
		want := models(t, l, b)
		for i, m := range models(t, l, wide) {
			plain := reference.Scores(want[i], narrow, 1)
			for r, s := range reference.Scores(m, x, 1) {
				if noise == 0 {
					reference.Near(t, fmt.Sprintf("problem %d, row %d", i, r), s, plain[r], 1e-8)
				} else if s-s != 0 {
					t.Fatalf("problem %d, row %d: score %v", i, r, s)
				}
			}
		}
	}
}

// TestConstantWithinAPair has a column that is constant within each class of a
// pair, except for what is left of its digits: it is left out there and used by the
// problems in which it varies.
func TestConstantWithinAPair(t *testing.T) {
	b := blobs(3, 30, 4, 1)
	for i := range 60 {
		b.Features.Dense[4*i+3] = 0.1 + 1e-17*float64(i%7)
	}
	l, _ := Component().Learner(nil)
	for i, m := range models(t, l, b) {
		pair := b.Problems[i].Column[0] != 0 && b.Problems[i].Column[1] != 0 && b.Problems[i].Column[2] == 0
		if (m.W[3] == 0) != pair {
			t.Errorf("problem %d: weight %v", i, m.W[3])
		}
	}
}

// TestZeroRowsAndPairs has two rows a class, some of them zero.
func TestZeroRowsAndPairs(t *testing.T) {
	b := blobs(5, 2, 3, 1)
	clear(b.Features.Dense[:12])
	l, _ := Component().Learner(nil)
	for i, m := range models(t, l, b) {
		for _, v := range append(slices.Clone(m.W), m.B...) {
			if v-v != 0 {
				t.Errorf("problem %d: %v", i, m)
			}
		}
	}
}
