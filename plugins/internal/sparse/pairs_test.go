package sparse

import (
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// pairColumns returns one-vs-one problems with losses of some weight.
func pairColumns(k int, weight float64) []smooth.Column {
	var columns []smooth.Column
	for a := range k {
		for b := range a {
			c := smooth.Column{Target: make([]int8, k), Weight: slices.Repeat([]float64{weight}, k)}
			c.Target[a], c.Target[b] = 1, -1
			columns = append(columns, c)
		}
	}
	return columns
}

// Problems of two classes side by side end within the tolerance of what descent finds,
// with an exact gap, whatever the weights; a full basis does not end training.
func TestPairsAgreeWithDescent(t *testing.T) {
	const k = 9
	rows, _ := drawn(k)
	given := rows
	for i := range contract.CountRows(rows.Ranges) {
		given.Weights = append(given.Weights, 0.5+float64(i%3))
	}
	full := 0
	eachKind(func(s Settings) {
		if s.Loss == linear.Hinge {
			return
		}
		s.Tol = 1e-7
		for _, weight := range []float64{0.1, 1} {
			for _, of := range []Rows{rows, given} {
				p := newProblems(of, pairColumns(k, weight), s)
				solved := 0
				for _, job := range p.groups() {
					if !p.isPair(job[0]) {
						t.Fatal("a problem of two classes is not solved as a pair")
					}
					left := newPairs(p, job).train(t.Context(), func(column int, r Result) {
						solved++
						if r.Iterations > mostDirections {
							full++
						}
						newGroup(p, []int{column}).train(t.Context(), func(_ int, want Result) {
							above := r.Objective - want.Objective
							if !(r.Gap <= s.Tol*r.Objective) || above > r.Gap+1e-12*r.Objective || -above > want.Gap+1e-12*r.Objective {
								t.Errorf("loss %d, intercept %d, weight %v, column %d: %v, gap %v, descent %v, gap %v", s.Loss, s.Intercept,
									weight, column, r.Objective, r.Gap, want.Objective, want.Gap)
							}
						})
						if value := objective(of, p.columns[column], s, r.W, r.B); math.Abs(value-r.Objective) > 1e-12*value {
							t.Errorf("column %d: objective %v, by definition %v", column, r.Objective, value)
						}
					})
					if len(left) > 0 {
						t.Errorf("loss %d, intercept %d, weight %v: %d of %d are left", s.Loss, s.Intercept, weight, len(left), len(job))
					}
				}
			}
		}
	})
	if full == 0 {
		t.Error("no basis was full")
	}
}

// A problem of two classes gets the same bytes alone, in any company, with any number
// of threads, and with its targets negated the negated ones.
func TestPairsCompany(t *testing.T) {
	const k = 10
	rows, _ := drawn(k)
	columns := pairColumns(k, 1)
	mirrored := slices.Clone(columns)
	for i, c := range columns {
		mirrored[i].Target = slices.Clone(c.Target)
		for class := range k {
			mirrored[i].Target[class] *= -1
		}
	}
	eachKind(func(s Settings) {
		if s.Loss == linear.Hinge {
			return
		}
		all := solve(t, rows, columns, s)
		s.Threads = 2
		for i, r := range solve(t, rows, append(slices.Clone(columns), columns...), s) {
			if !equal(r, all[i%len(all)]) {
				t.Errorf("loss %d, intercept %d, column %d: other bytes twice, with two threads", s.Loss, s.Intercept, i)
			}
		}
		for i, r := range solve(t, rows, mirrored, s) {
			for j := range r.W {
				r.W[j] = -r.W[j] + 0
			}
			if r.B = -r.B; !equal(r, all[i]) {
				t.Errorf("loss %d, intercept %d, column %d is not symmetric", s.Loss, s.Intercept, i)
			}
		}
		for i := 0; i < len(columns); i += 11 {
			if !equal(solve(t, rows, columns[i:i+1], s)[0], all[i]) {
				t.Errorf("loss %d, intercept %d, column %d: other bytes alone", s.Loss, s.Intercept, i)
			}
			some := columns[i:min(i+5, len(columns))]
			for j, r := range solve(t, rows, some, s) {
				if !equal(r, all[i+j]) {
					t.Errorf("loss %d, intercept %d, column %d: other bytes among some", s.Loss, s.Intercept, i+j)
				}
			}
		}
	})
}
