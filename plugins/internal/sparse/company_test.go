package sparse

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

func equal(a, b Result) bool {
	return slices.Equal(a.W, b.W) && a.B == b.B && a.Objective == b.Objective && a.Gap == b.Gap &&
		a.Iterations == b.Iterations
}

// drawn returns rows of k classes whose sizes differ, and one-vs-rest, one-vs-one
// and random columns.
func drawn(k int) (Rows, []smooth.Column) {
	rng := rand.New(rand.NewPCG(21, uint64(k)))
	rows := Rows{Cols: 61, CSR: contract.CSR{Indptr: []int64{0}}}
	for class := range k {
		start := len(rows.CSR.Indptr) - 1
		for range 15 + 5*class {
			for j := range rows.Cols {
				if rng.Float64() < 0.15 || j/4 == class && rng.Float64() < 0.4 {
					rows.CSR.Indices = append(rows.CSR.Indices, int32(j))
					rows.CSR.Data = append(rows.CSR.Data, rng.ExpFloat64())
				}
			}
			rows.CSR.Indptr = append(rows.CSR.Indptr, int64(len(rows.CSR.Data)))
		}
		rows.Ranges = append(rows.Ranges, contract.Range{Start: start, End: len(rows.CSR.Indptr) - 1, Class: class})
	}
	column := func(sign func(class int) int8) smooth.Column {
		c := smooth.Column{Target: make([]int8, k), Weight: make([]float64, k)}
		for class := range k {
			c.Target[class], c.Weight[class] = sign(class), 1+rng.Float64()
		}
		return c
	}
	var columns []smooth.Column
	for a := range k {
		columns = append(columns, column(func(c int) int8 {
			if c == a {
				return 1
			}
			return -1
		}))
		for b := range a {
			columns = append(columns, column(func(c int) int8 {
				switch c {
				case a:
					return 1
				case b:
					return -1
				}
				return 0
			}))
		}
	}
	for range 9 {
		columns = append(columns, column(func(c int) int8 {
			if c < 2 {
				return int8(1 - 2*c)
			}
			return int8(rng.IntN(3) - 1)
		}))
	}
	return rows, columns
}

func eachKind(run func(s Settings)) {
	for _, loss := range []linear.Loss{linear.Logistic, linear.SquaredHinge, linear.Hinge} {
		for _, intercept := range []smooth.Intercept{smooth.NoIntercept, smooth.FreeIntercept, smooth.PenalisedIntercept} {
			if loss != linear.Hinge || intercept != smooth.FreeIntercept {
				run(Settings{Loss: loss, Intercept: intercept, Tol: 1e-6, MaxIter: 500, Threads: 1})
			}
		}
	}
}

// A problem gets the same bytes alone, in any company and order, and with any
// number of threads.
func TestCompany(t *testing.T) {
	rows, columns := drawn(6)
	eachKind(func(s Settings) {
		all := solve(t, rows, columns, s)
		threads := s
		threads.Threads = 2
		two := solve(t, rows, columns, threads)
		reversed := slices.Clone(columns)
		slices.Reverse(reversed)
		back := solve(t, rows, reversed, s)
		for i, c := range columns {
			if !equal(all[i], two[i]) {
				t.Errorf("loss %d, intercept %d, column %d: other bytes with two threads", s.Loss, s.Intercept, i)
			}
			if !equal(all[i], back[len(back)-1-i]) {
				t.Errorf("loss %d, intercept %d, column %d: other bytes in another order", s.Loss, s.Intercept, i)
			}
			if alone := solve(t, rows, []smooth.Column{c}, s); !equal(all[i], alone[0]) {
				t.Errorf("loss %d, intercept %d, column %d: other bytes alone", s.Loss, s.Intercept, i)
			}
		}
	})
}

// Negated targets negate every number.
func TestSymmetric(t *testing.T) {
	rows, columns := drawn(5)
	mirrored := slices.Clone(columns)
	for i, c := range columns {
		mirrored[i].Target = slices.Clone(c.Target)
		for k := range c.Target {
			mirrored[i].Target[k] *= -1
		}
	}
	eachKind(func(s Settings) {
		a, b := solve(t, rows, columns, s), solve(t, rows, mirrored, s)
		for i := range a {
			for j := range b[i].W {
				b[i].W[j] *= -1
			}
			b[i].B *= -1
			if !equal(a[i], b[i]) {
				t.Errorf("loss %d, intercept %d, column %d is not symmetric", s.Loss, s.Intercept, i)
			}
		}
	})
}

// A row of weight 2 counts as two rows.
func TestWeights(t *testing.T) {
	rows, columns := drawn(4)
	heavy := rows
	twice := Rows{Cols: rows.Cols, CSR: contract.CSR{Indptr: []int64{0}}}
	for _, r := range rows.Ranges {
		start := len(twice.CSR.Indptr) - 1
		for i := r.Start; i < r.End; i++ {
			heavy.Weights = append(heavy.Weights, float64(1+i%2))
			for range 1 + i%2 {
				from, to := rows.CSR.Indptr[i], rows.CSR.Indptr[i+1]
				twice.CSR.Data = append(twice.CSR.Data, rows.CSR.Data[from:to]...)
				twice.CSR.Indices = append(twice.CSR.Indices, rows.CSR.Indices[from:to]...)
				twice.CSR.Indptr = append(twice.CSR.Indptr, int64(len(twice.CSR.Data)))
			}
		}
		twice.Ranges = append(twice.Ranges, contract.Range{Start: start, End: len(twice.CSR.Indptr) - 1, Class: r.Class})
	}
	eachKind(func(s Settings) {
		s.Tol, s.MaxIter = 1e-9, 20000
		a, b := solve(t, heavy, columns, s), solve(t, twice, columns, s)
		for i := range a {
			if math.Abs(a[i].Objective-b[i].Objective) > 2e-9*a[i].Objective {
				t.Errorf("loss %d, intercept %d, column %d: %v with weights, %v with repeated rows", s.Loss, s.Intercept, i,
					a[i].Objective, b[i].Objective)
			}
		}
	})
}

// Every result is finite, of the size of the objective at zero at most, and says
// whether it converged.
func TestBadInput(t *testing.T) {
	scaled := func(by float64) Rows {
		rows, _ := drawn(3)
		rows.CSR.Data = slices.Clone(rows.CSR.Data)
		for i := range rows.CSR.Data {
			rows.CSR.Data[i] *= by
		}
		return rows
	}
	mixed := scaled(1)
	for i, j := range mixed.CSR.Indices {
		mixed.CSR.Data[i] *= math.Pow(10, float64(j%5*6-12))
	}
	constant := scaled(0)
	empty := scaled(1)
	empty.CSR = contract.CSR{Indptr: make([]int64, len(empty.CSR.Indptr))}
	few := scaled(1)
	for i := range few.Ranges {
		few.Ranges[i].End = few.Ranges[i].Start + 2
	}
	none := scaled(1)
	none.Ranges = nil
	for name, rows := range map[string]Rows{"large": scaled(1e12), "small": scaled(1e-12), "mixed": mixed,
		"zeros": constant, "empty": empty, "few": few, "none": none} {
		_, columns := drawn(3)
		columns = append(columns, smooth.Column{Target: []int8{1, 1, 1}, Weight: []float64{1, 1, 1}})
		eachKind(func(s Settings) {
			s.MaxIter = 60
			for i, r := range solve(t, rows, columns, s) {
				if r.Err != nil || len(r.W) != rows.Cols {
					t.Errorf("%s, loss %d, intercept %d, column %d: %v", name, s.Loss, s.Intercept, i, r.Err)
				}
				for _, v := range append(r.W, r.B, r.Objective, r.Gap) {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Fatalf("%s, loss %d, intercept %d, column %d: %+v", name, s.Loss, s.Intercept, i, r)
					}
				}
				if (r.End == contract.Tolerance) != (r.Gap <= s.Tol*r.Objective) || r.End == contract.MaxIter &&
					r.Iterations != s.MaxIter {
					t.Errorf("%s, loss %d, intercept %d, column %d: end is %q, gap %v of %v after %d passes", name, s.Loss,
						s.Intercept, i, r.End, r.Gap, r.Objective, r.Iterations)
				}
			}
		})
	}
}

func TestOverflow(t *testing.T) {
	for _, bad := range []float64{math.NaN(), math.Inf(1), 1e200} {
		rows, columns := drawn(3)
		rows.CSR.Data[7] = bad
		eachKind(func(s Settings) {
			failed := 0
			for _, r := range solve(t, rows, columns, s) {
				if r.Err != nil {
					failed++
					if !errors.Is(r.Err, ErrOverflow) || r.End != "" {
						t.Errorf("%v: %v, end %q", bad, r.Err, r.End)
					}
				}
			}
			if failed == 0 && bad != 1e200 {
				t.Errorf("%v in the data: loss %d, intercept %d: no error", bad, s.Loss, s.Intercept)
			}
		})
	}
}

func TestCanceled(t *testing.T) {
	rows, columns := drawn(3)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := Train(ctx, rows, columns, Settings{Tol: 1e-6, MaxIter: 10, Threads: 2},
		func(int, Result) { t.Error("a result") })
	if !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
