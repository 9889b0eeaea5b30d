package sparse

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
	"github.com/manyclass/bench/test/reference"
)

// optima are those of testdata/optima.json.
type optima struct {
	Cols         int         `json:"cols"`
	Sizes        []int       `json:"sizes"` // rows of each class, one class after the other
	Indptr       []int64     `json:"indptr"`
	Indices      []int32     `json:"indices"`
	Data         []float64   `json:"data"`
	Weights      []float64   `json:"weights"`
	Targets      [][]int8    `json:"targets"`
	ClassWeights [][]float64 `json:"class_weights"`
	Optima       []struct {
		Loss       string    `json:"loss"`
		Intercept  string    `json:"intercept"`
		Weighted   bool      `json:"weighted"`
		Objectives []float64 `json:"objectives"`
	} `json:"optima"`
}

var (
	losses = map[string]linear.Loss{"logistic": linear.Logistic, "squared_hinge": linear.SquaredHinge,
		"hinge": linear.Hinge}
	intercepts = map[string]smooth.Intercept{"none": smooth.NoIntercept, "free": smooth.FreeIntercept,
		"penalised": smooth.PenalisedIntercept}
)

func load(t testing.TB) (optima, Rows, []smooth.Column) {
	t.Helper()
	b, err := os.ReadFile("testdata/optima.json")
	if err != nil {
		t.Fatal(err)
	}
	var o optima
	if err := json.Unmarshal(b, &o); err != nil {
		t.Fatal(err)
	}
	rows := Rows{CSR: contract.CSR{Data: o.Data, Indices: o.Indices, Indptr: o.Indptr}, Cols: o.Cols}
	at := 0
	for k, n := range o.Sizes {
		rows.Ranges = append(rows.Ranges, contract.Range{Start: at, End: at + n, Class: k})
		at += n
	}
	var columns []smooth.Column
	for i, target := range o.Targets {
		columns = append(columns, smooth.Column{Target: target, Weight: o.ClassWeights[i]})
	}
	return o, rows, columns
}

// solve returns the results of all columns.
func solve(t testing.TB, rows Rows, columns []smooth.Column, s Settings) []Result {
	t.Helper()
	results := make([]Result, len(columns))
	seen := make([]int, len(columns))
	err := Train(t.Context(), rows, columns, s, func(column int, r Result) {
		results[column] = r
		seen[column]++
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, n := range seen {
		if n != 1 {
			t.Fatalf("column %d was reported %d times", i, n)
		}
	}
	return results
}

// objective computes P from its definition.
func objective(rows Rows, c smooth.Column, s Settings, w []float64, b float64) float64 {
	sum := 0.0
	for _, v := range w {
		sum += v * v / 2
	}
	if s.Intercept == smooth.PenalisedIntercept {
		sum += b * b / 2
	}
	n := -1
	for _, r := range rows.Ranges {
		for i := r.Start; i < r.End; i++ {
			n++
			y, weight := float64(c.Target[r.Class]), c.Weight[r.Class]
			if y == 0 {
				continue
			}
			if rows.Weights != nil {
				weight *= rows.Weights[n]
			}
			f := b
			for at := rows.CSR.Indptr[i]; at < rows.CSR.Indptr[i+1]; at++ {
				f += rows.CSR.Data[at] * w[rows.CSR.Indices[at]]
			}
			z := y * f
			switch s.Loss {
			case linear.Logistic:
				sum += weight * (max(0, -z) + math.Log1p(math.Exp(-math.Abs(z))))
			case linear.SquaredHinge:
				sum += weight * max(0, 1-z) * max(0, 1-z)
			case linear.Hinge:
				sum += weight * max(0, 1-z)
			}
		}
	}
	return sum
}

// The objective is within Tol of the optimum and at most Gap above it.
func TestOptima(t *testing.T) {
	o, rows, columns := load(t)
	for _, want := range o.Optima {
		for _, tol := range []float64{1e-3, 1e-6, 1e-10} {
			s := Settings{Loss: losses[want.Loss], Intercept: intercepts[want.Intercept], Tol: tol, MaxIter: 20000, Threads: 1}
			given := rows
			if want.Weighted {
				given.Weights = o.Weights
			}
			for i, r := range solve(t, given, columns, s) {
				name := fmt.Sprintf("%s, %s, weighted %v, column %d, tol %v", want.Loss, want.Intercept, want.Weighted, i, tol)
				if r.End != contract.Tolerance || r.Err != nil || !(r.Gap <= tol*r.Objective) {
					t.Errorf("%s: not converged: %v of %v, %v", name, r.Gap, r.Objective, r.Err)
				}
				reference.Near(t, name+": objective by definition", r.Objective, objective(given, columns[i], s, r.W, r.B), 1e-12)
				if above := r.Objective - want.Objectives[i]; above > r.Gap+1e-9*r.Objective || above < -1e-9*r.Objective {
					t.Errorf("%s: %v above the optimum %v, gap %v", name, above, want.Objectives[i], r.Gap)
				}
			}
		}
	}
}

// The gradients of the smooth objectives vanish.
func TestOptimality(t *testing.T) {
	_, rows, columns := load(t)
	for _, loss := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
		for _, intercept := range intercepts {
			s := Settings{Loss: loss, Intercept: intercept, Tol: 1e-13, MaxIter: 20000, Threads: 1}
			for i, r := range solve(t, rows, columns, s) {
				slope := func(move func(h float64)) float64 {
					const h = 1e-5
					move(h)
					up := objective(rows, columns[i], s, r.W, r.B)
					move(-2 * h)
					down := objective(rows, columns[i], s, r.W, r.B)
					move(h)
					return (up - down) / (2 * h)
				}
				for j := range r.W {
					if g := slope(func(h float64) { r.W[j] += h }); math.Abs(g) > 1e-4 {
						t.Errorf("loss %d, intercept %d, column %d: slope %d is %v", loss, intercept, i, j, g)
					}
				}
				if g := slope(func(h float64) { r.B += h }); intercept != smooth.NoIntercept && math.Abs(g) > 1e-4 {
					t.Errorf("loss %d, intercept %d, column %d: the intercept's slope is %v", loss, intercept, i, g)
				}
			}
		}
	}
}

// The breast cancer data are dense and badly conditioned, the hardest case for
// coordinate descent.
func TestBreastCancer(t *testing.T) {
	p, o := reference.BreastCancer(t), reference.Load(t)
	csr := contract.CSR{Indptr: []int64{0}}
	rows := Rows{Cols: p.X.Cols}
	for class, y := range []float64{1, -1} {
		start := len(csr.Indptr) - 1
		for i := range p.X.Rows {
			if p.Y[i] == y {
				for j, v := range p.X.Row(i) {
					csr.Data, csr.Indices = append(csr.Data, v), append(csr.Indices, int32(j))
				}
				csr.Indptr = append(csr.Indptr, int64(len(csr.Data)))
			}
		}
		rows.Ranges = append(rows.Ranges, contract.Range{Start: start, End: len(csr.Indptr) - 1, Class: class})
	}
	rows.CSR = csr
	for loss, name := range []string{"logistic", "squared_hinge", "hinge"} {
		for _, c := range []struct {
			name  string
			value float64
		}{{"0.1", 0.1}, {"1", 1}} {
			for intercept, kind := range map[smooth.Intercept]string{smooth.FreeIntercept: "freebias",
				smooth.PenalisedIntercept: "regbias"} {
				if linear.Loss(loss) == linear.Hinge && intercept == smooth.FreeIntercept {
					continue
				}
				key := name + "_C" + c.name + "_" + kind
				want := o.Binary(t, key)
				column := smooth.Column{Target: []int8{1, -1}, Weight: []float64{c.value, c.value}}
				s := Settings{Loss: linear.Loss(loss), Intercept: intercept, Tol: 1e-7, MaxIter: 20000, Threads: 1}
				r := solve(t, rows, []smooth.Column{column}, s)[0]
				if r.End != contract.Tolerance {
					t.Errorf("%s: not converged after %d passes: gap %v", key, r.Iterations, r.Gap)
				}
				reference.Near(t, key, r.Objective, want.Objective, 1e-7)
				t.Log(key, r.Iterations)
			}
		}
	}
}
