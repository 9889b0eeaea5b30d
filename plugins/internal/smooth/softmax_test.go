package smooth

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// multinomial computes the softmax objective from its definition.
func multinomial(d *Design, s *Softmax, class, weights, x []float64) float64 {
	sum := 0.0
	for j, penalty := range d.Penalty {
		for k := range s.Classes {
			sum += penalty * x[j*s.Width+k] * x[j*s.Width+k] / 2
		}
	}
	number := 0
	for _, segment := range d.Segments {
		for i := segment.Start; i < segment.End; i++ {
			f, total := make([]float64, len(s.Classes)), 0.0
			for k := range f {
				for j, v := range d.row(i) {
					f[k] += v * x[j*s.Width+k]
				}
				total += math.Exp(f[k])
			}
			c := class[segment.Class]
			if weights != nil {
				c *= weights[number]
			}
			sum += c * (math.Log(total) - f[slices.Index(s.Classes, segment.Class)])
			number++
		}
	}
	return sum
}

func TestSoftmaxValuesAndGradients(t *testing.T) {
	f, ranges := data(37, 5)
	for i := range ranges {
		ranges[i].Class = []int{0, 2, 3}[i] // of five
	}
	rng := rand.New(rand.NewPCG(8, 8))
	weights := make([]float64, f.Rows)
	for i := range weights {
		weights[i] = 0.5 + rng.Float64()
	}
	class := []float64{1, 1, 2, 0.5, 1}
	for _, weights := range [][]float64{nil, weights} {
		for _, intercept := range []Intercept{NoIntercept, FreeIntercept, PenalisedIntercept} {
			d := NewDesign(f, ranges, nil, nil, intercept)
			s := NewSoftmax(d, 1, class, weights, 1)
			if !slices.Equal(s.Classes, []int{0, 2, 3}) || s.Width != 8 {
				t.Fatalf("classes %v, width %d", s.Classes, s.Width)
			}
			_, n := s.Size()
			x, g, value := make([]float64, n), make([]float64, n), []float64{0}
			used := d.Cols + min(int(intercept), 1)
			for j := range used {
				for k := range s.Classes {
					x[j*s.Width+k] = rng.NormFloat64()
				}
			}
			s.Evaluate([]int{0}, [][]float64{x}, value, [][]float64{g})
			if want := multinomial(d, s, class, weights, x); math.Abs(value[0]-want) > 1e-12*want {
				t.Errorf("intercept %d: %v, want %v", intercept, value[0], want)
			}
			for at := range x {
				if j, k := at/s.Width, at%s.Width; j >= used || k >= len(s.Classes) {
					if g[at] != 0 {
						t.Errorf("padding %d has slope %v", at, g[at])
					}
					continue
				}
				const h = 1e-5
				up, down := slices.Clone(x), slices.Clone(x)
				up[at] += h
				down[at] -= h
				want := (multinomial(d, s, class, weights, up) - multinomial(d, s, class, weights, down)) / (2 * h)
				if math.Abs(g[at]-want) > 1e-5*(1+math.Abs(want)) {
					t.Errorf("intercept %d: slope %d is %v, want %v", intercept, at, g[at], want)
				}
			}
		}
	}
}

func TestProbabilities(t *testing.T) {
	p := []float64{1000, 1000, -1000}
	if l := Probabilities(p); math.Abs(l-1000-math.Ln2) > 1e-12 || p[0] != 0.5 || p[1] != 0.5 || p[2] != 0 {
		t.Errorf("%v, logarithm of the sum %v", p, l)
	}
}

// Softmax has the same bits with any number of threads.
func TestSoftmaxThreads(t *testing.T) {
	f, ranges := data(9000, 7)
	d := NewDesign(f, ranges, nil, nil, FreeIntercept)
	one := minimise(t, NewSoftmax(d, 1, []float64{1, 1, 1}, nil, 1))[0]
	two := minimise(t, NewSoftmax(d, 1, []float64{1, 1, 1}, nil, 2))[0]
	if !slices.Equal(one.X, two.X) || one.Value != two.Value {
		t.Error("other bits with two threads")
	}
}

// The residual of least squares is orthogonal to every column.
func TestLeastSquares(t *testing.T) {
	f, ranges := data(37, 5)
	for i := range f.Rows { // columns of other scale, and one that is the sum of two
		row := f.Dense[i*5 : (i+1)*5]
		row[1] *= 1e6
		row[4] = row[0] + row[2]
	}
	d := NewDesign(f, ranges, nil, nil, FreeIntercept)
	weights := make([]float64, f.Rows)
	for i := range weights {
		weights[i] = float64(1 + i%3)
	}
	s := NewSubset(d, linear.Logistic, 1, columns[1], weights)
	w := s.LeastSquares()
	slopes, scale := make([]float64, d.Dim), make([]float64, d.Dim)
	for _, r := range s.Rows() {
		residual := r.Target
		for j, v := range r.X {
			residual -= v * w[j]
		}
		for j, v := range r.X {
			slopes[j] += r.Weight * residual * v
			scale[j] += r.Weight * v * v
		}
	}
	for j, v := range slopes {
		if math.Abs(v) > 1e-7*math.Sqrt(scale[j]) {
			t.Errorf("column %d: slope %v", j, v)
		}
	}
}

// Weights of rows multiply the losses; a row that is there twice has weight 2.
func TestSubsetWeights(t *testing.T) {
	f, ranges := data(10, 3)
	twice := contract.Features{Cols: 3}
	var longer []contract.Range
	var weights []float64
	for _, r := range ranges {
		start := twice.Rows
		for i := r.Start; i < r.End; i++ {
			weights = append(weights, float64(1+i%2))
			for range 1 + i%2 {
				twice.Dense = append(twice.Dense, f.Dense[i*3:(i+1)*3]...)
				twice.Rows++
			}
		}
		longer = append(longer, contract.Range{Start: start, End: twice.Rows, Class: r.Class})
	}
	for _, l := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
		a := NewSubset(NewDesign(f, ranges, nil, nil, FreeIntercept), l, 1, columns[2], weights)
		b := NewSubset(NewDesign(twice, longer, nil, nil, FreeIntercept), l, 1, columns[2], nil)
		x := []float64{0.3, -0.2, 0.5, 0.1, 0, 0, 0, 0}
		va, vb, ga, gb := []float64{0}, []float64{0}, make([]float64, 8), make([]float64, 8)
		a.Evaluate(nil, [][]float64{x}, va, [][]float64{ga})
		b.Evaluate(nil, [][]float64{x}, vb, [][]float64{gb})
		if math.Abs(va[0]-vb[0]) > 1e-13*vb[0] {
			t.Errorf("loss %d: %v, want %v", l, va[0], vb[0])
		}
		for j := range ga {
			if math.Abs(ga[j]-gb[j]) > 1e-12 {
				t.Errorf("loss %d: slope %d is %v, want %v", l, j, ga[j], gb[j])
			}
		}
	}
}
