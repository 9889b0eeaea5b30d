package smooth

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/lbfgs"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// rows of 3 classes, sorted, with correlated columns.
func data(n, d int) (contract.Features, []contract.Range) {
	rng := rand.New(rand.NewPCG(3, uint64(n)))
	f := contract.Features{Rows: 3 * n, Cols: d, Dense: make([]float64, 3*n*d)}
	var ranges []contract.Range
	for k := range 3 {
		ranges = append(ranges, contract.Range{Start: k * n, End: (k + 1) * n, Class: k})
		for i := k * n; i < (k+1)*n; i++ {
			common := rng.NormFloat64()
			for j := range d {
				f.Dense[i*d+j] = common + rng.NormFloat64() + 0.3*float64(k*(j%3))
			}
		}
	}
	return f, ranges
}

var columns = []Column{
	{Target: []int8{1, -1, -1}, Weight: []float64{1, 1, 1}},
	{Target: []int8{-1, 1, -1}, Weight: []float64{2, 0.5, 2}},
	{Target: []int8{1, 0, -1}, Weight: []float64{1, 1, 1}},
}

// value computes J from its definition.
func value(d *Design, l linear.Loss, c Column, x []float64) float64 {
	sum := 0.0
	for j, v := range x {
		sum += d.Penalty[j] * v * v / 2
	}
	for _, s := range d.Segments {
		for i := s.Start; i < s.End; i++ {
			z := 0.0
			for j, v := range d.row(i) {
				z += v * x[j]
			}
			z *= float64(c.Target[s.Class])
			switch {
			case z == 0 && c.Target[s.Class] == 0:
			case l == linear.Logistic:
				sum += c.Weight[s.Class] * (math.Log1p(math.Exp(-math.Abs(z))) + max(0, -z))
			default:
				sum += c.Weight[s.Class] * max(0, 1-z) * max(0, 1-z)
			}
		}
	}
	return sum
}

func TestValuesAndGradients(t *testing.T) {
	f, ranges := data(37, 5)
	for _, intercept := range []Intercept{NoIntercept, FreeIntercept, PenalisedIntercept} {
		d := NewDesign(f, ranges, nil, nil, intercept)
		for _, l := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
			c := NewColumns(d, l, 1, columns, 1)
			rng := rand.New(rand.NewPCG(9, 9))
			var x, g [][]float64
			for range columns {
				point := make([]float64, d.Dim)
				for j := range d.Cols + min(int(intercept), 1) {
					point[j] = rng.NormFloat64()
				}
				x, g = append(x, point), append(g, make([]float64, d.Dim))
			}
			values := make([]float64, 3)
			c.Evaluate([]int{0, 1, 2}, x, values, g)
			for k, column := range columns {
				if want := value(d, l, column, x[k]); math.Abs(values[k]-want) > 1e-12*want {
					t.Errorf("loss %d, intercept %d, column %d: %v, want %v", l, intercept, k, values[k], want)
				}
				for j := range x[k][:d.Cols+min(int(intercept), 1)] {
					const h = 1e-5
					up, down := slices.Clone(x[k]), slices.Clone(x[k])
					up[j] += h
					down[j] -= h
					want := (value(d, l, column, up) - value(d, l, column, down)) / (2 * h)
					if math.Abs(g[k][j]-want) > 1e-5*(1+math.Abs(want)) {
						t.Errorf("loss %d, intercept %d, column %d: slope %d is %v, want %v", l, intercept, k, j, g[k][j], want)
					}
				}
			}
		}
	}
}

// Signs of rows are the targets of classes, written out: values and gradients are
// the same.
func TestSignsOfRows(t *testing.T) {
	f, ranges := data(37, 5)
	for _, intercept := range []Intercept{NoIntercept, FreeIntercept, PenalisedIntercept} {
		d := NewDesign(f, ranges, nil, nil, intercept)
		signs := make([]float64, f.Rows)
		for i := range signs {
			signs[i] = float64(columns[0].Target[i/37])
		}
		rng := rand.New(rand.NewPCG(4, 4))
		x := make([]float64, d.Dim)
		for j := range d.Cols + min(int(intercept), 1) {
			x[j] = rng.NormFloat64()
		}
		for _, l := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
			c := NewColumns(d, l, 1, []Column{columns[0],
				{Target: []int8{1, 1, 1}, Weight: []float64{1, 1, 1}, Signs: d.Pad(signs)}}, 1)
			values, g := make([]float64, 2), [][]float64{make([]float64, d.Dim), make([]float64, d.Dim)}
			c.Evaluate([]int{0, 1}, [][]float64{x, x}, values, g)
			if math.Abs(values[1]/values[0]-1) > 1e-13 {
				t.Errorf("loss %d, intercept %d: %v, want %v", l, intercept, values[1], values[0])
			}
			for j, want := range g[0] {
				if math.Abs(g[1][j]-want) > 1e-11*(1+math.Abs(want)) {
					t.Errorf("loss %d, intercept %d: slope %d is %v, want %v", l, intercept, j, g[1][j], want)
				}
			}
		}
	}
}

func minimise(t *testing.T, f lbfgs.Functions) []lbfgs.Result {
	t.Helper()
	r, err := lbfgs.Minimize(context.Background(), f, nil, lbfgs.Settings{Tol: 1e-8, MaxIter: 1000})
	if err != nil {
		t.Fatal(err)
	}
	for i := range r {
		if r[i].End != contract.Tolerance || r[i].Err != nil {
			t.Errorf("problem %d: %+v", i, r[i])
		}
	}
	return r
}

// All of a problem's rows have the same minimum whether they are in their own pass or
// in one with others, and so do its preconditioners.
func TestColumnsAndSubsetAgree(t *testing.T) {
	f, ranges := data(900, 12)
	d := NewDesign(f, ranges, nil, nil, PenalisedIntercept)
	pair := append(slices.Clone(columns), Column{Target: []int8{0, 1, -1}, Weight: []float64{1, 2, 3}})
	for _, l := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
		for k, r := range minimise(t, NewColumns(d, l, 1, pair, 1)) {
			alone := minimise(t, NewSubset(d, l, 1, pair[k], nil))[0]
			if math.Abs(r.Value-alone.Value) > 1e-6*alone.Value {
				t.Errorf("loss %d, problem %d: %v together, %v alone", l, k, r.Value, alone.Value)
			}
		}
	}
}

// P⁻¹·P is the identity, for the scatter within classes.
func TestWithinPrecond(t *testing.T) {
	f, ranges := data(200, 3)
	d := NewDesign(f, ranges, nil, nil, FreeIntercept)
	gram, mean := d.within()
	want := make([]float64, 64)
	for _, s := range d.Segments {
		centre := make([]float64, 8)
		for i := s.Start; i < s.End; i++ {
			for j, v := range d.row(i) {
				centre[j] += v / 200
			}
		}
		for i := s.Start; i < s.End; i++ {
			for j, v := range d.row(i) {
				for k, u := range d.row(i) {
					want[j*8+k] += (v - centre[j]) * (u - centre[k]) / 600
				}
			}
		}
	}
	for j := range 8 {
		for k := j; k < 8; k++ {
			if math.Abs(gram[j*8+k]-want[j*8+k]) > 0.5 { // from a sample of the rows
				t.Errorf("scatter %d, %d is %v, want about %v", j, k, gram[j*8+k], want[j*8+k])
			}
		}
	}
	if mean[3] != 1 {
		t.Errorf("mean of the constant is %v", mean[3])
	}
	p := d.withinPrecond(0.25, 1)
	full := make([]float64, 64)
	for j := range 8 {
		for k := range 8 {
			full[j*8+k] = 100 * (gram[min(j, k)*8+max(j, k)] + mean[j]*mean[k])
		}
		full[j*8+j] += d.Penalty[j]
	}
	g, x := make([]float64, 8), []float64{1, -2, 3, 0.5, 0, 0, 0, 0}
	for j := range g {
		for k, v := range x {
			g[j] += full[j*8+k] * v
		}
	}
	got := make([]float64, 8)
	p.Precondition(0, got, g)
	for j := range x {
		if math.Abs(got[j]-x[j]) > 1e-9 {
			t.Errorf("P⁻¹·P·x is %v, want %v", got, x)
			break
		}
	}
}

// A problem gets the same bits alone, in any company and with any number of
// threads.
func TestCompany(t *testing.T) {
	f, ranges := data(9000, 7)
	d := NewDesign(f, ranges, nil, nil, FreeIntercept)
	for _, l := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
		all := minimise(t, NewColumns(d, l, 1, columns, 1))
		two := minimise(t, NewColumns(d, l, 1, columns, 2))
		for k, c := range columns {
			if !slices.Equal(all[k].X, two[k].X) {
				t.Errorf("loss %d, problem %d: other bits with two threads", l, k)
			}
			company := NewColumns(d, l, 1, []Column{columns[2], c, columns[0]}, 1)
			if r := minimise(t, company); !slices.Equal(all[k].X, r[1].X) {
				t.Errorf("loss %d, problem %d: other bits in other company", l, k)
			}
		}
	}
}
