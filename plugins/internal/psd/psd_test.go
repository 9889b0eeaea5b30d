package psd

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	for j := range want {
		if !(math.Abs(got[j]-want[j]) <= tol) {
			t.Errorf("%s: element %d is %v, want %v", what, j, got[j], want[j])
			return
		}
	}
}

// sym returns the d × d matrix of values whose upper triangle is given.
func sym(d int, values []float64) *Sym {
	s := NewSym(d)
	for i := range d {
		for j := i; j < d; j++ {
			s.data[s.place(i, j)] = values[i*d+j]
			if i/panel == j/panel {
				s.data[s.place(min(i, j), max(i, j))] = values[i*d+j]
				w := min(panel, s.width-j/panel*panel)
				s.data[s.place(i, j)-(j-i)+(j-i)*w] = values[i*d+j]
			}
		}
	}
	return s
}

// rows returns n normal rows of d columns, in rows of width values, of which the
// last columns are sums of two others.
func rows(n, d, width, dependent int) []float64 {
	rng := rand.New(rand.NewPCG(8, uint64(n*d+dependent)))
	x := make([]float64, n*width)
	for i := range n {
		row := x[i*width : i*width+d]
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		for j := d - dependent; j < d; j++ {
			row[j] = row[j-dependent] + row[0]
		}
	}
	return x
}

func TestSymAgainstPlainLoops(t *testing.T) {
	for _, d := range []int{1, 7, 8, 23, 24, 25, 40, 56, 80} {
		s := NewSym(d)
		x := rows(50, d, s.Width(), 0)
		s.AddGram(50, x)
		s.Add(s)
		s.Scale(0.5)
		s.SetDiagonal(d-1, s.At(d-1, d-1)+1)
		v, form := rows(1, d, d, 0), 0.0
		for i := range d {
			for j := range d {
				want := 0.0
				for r := range 50 {
					want += x[r*s.Width()+i] * x[r*s.Width()+j]
				}
				if i == d-1 && j == d-1 {
					want++
				}
				form += v[i] * want * v[j]
				if got := s.At(i, j); math.Abs(got-want) > 1e-12 {
					t.Fatalf("d = %d: (%d, %d) is %v, want %v", d, i, j, got, want)
				}
			}
		}
		if got := s.Form(v); math.Abs(got-form) > 1e-12*form {
			t.Errorf("d = %d: form %v, want %v", d, got, form)
		}
	}
}

func TestSolve(t *testing.T) {
	for name, c := range map[string]struct {
		a    []float64
		b    []float64
		want []float64
		rank int
	}{
		"full rank":       {[]float64{4, 1, 1, 3}, []float64{1, 2}, []float64{1. / 11, 7. / 11}, 2},
		"zero column":     {[]float64{2, 0, 0, 0}, []float64{4, 7}, []float64{2, 0}, 1},
		"zero matrix":     {[]float64{0, 0, 0, 0}, []float64{4, 7}, []float64{0, 0}, 0},
		"equal columns":   {[]float64{1, 1, 1, 1}, []float64{2, 2}, []float64{1, 1}, 1},
		"nearly equal":    {[]float64{1 + 1e-13, 1, 1, 1 + 1e-13}, []float64{2, 2}, []float64{1, 1}, 1},
		"close to equal":  {[]float64{1 + 1e-10, 1, 1, 1 + 1e-10}, []float64{2, 2}, []float64{1, 1}, 1},
		"unequal units":   {[]float64{1e12, 0, 0, 1e-12}, []float64{1e12, 1e-12}, []float64{1, 1}, 2},
		"not in the span": {[]float64{1, 1, 1, 1}, []float64{1, -1}, []float64{0, 0}, 1},
	} {
		f, err := New(sym(2, c.a), 1e-8)
		if err != nil {
			t.Fatal(err)
		}
		if f.Rank() != c.rank || f.Definite() != (c.rank == 2 || name == "zero column" || c.rank == 0) {
			t.Errorf("%s: rank %d, want %d", name, f.Rank(), c.rank)
		}
		near(t, name, f.Solve(c.b), c.want, 1e-10)
	}
}

// TestThreeWaysAgree solves random equations of full and low rank by the way that
// New chooses, by pivots and by eigenvalues.
func TestThreeWaysAgree(t *testing.T) {
	for _, d := range []int{3, 8, 30, 65} {
		for _, dependent := range []int{0, 1, d / 3} {
			a := NewSym(d)
			a.AddGram(3*d, rows(3*d, d, a.Width(), dependent))
			b := rows(1, d, d, 1)
			var solutions, shortest [3][]float64
			for way := range 3 {
				f := chosen(t, a, way)
				if f.Rank() != d-dependent || f.Least() < 1e-6 || f.Least() > 3 {
					t.Errorf("d = %d, way %d: rank %d, want %d; least eigenvalue %v", d, way, f.Rank(), d-dependent, f.Least())
				}
				solutions[way] = f.Solve(b)
				shortest[way] = slices.Clone(solutions[way])
				f.Shorten(shortest[way])
				minus := make([]float64, d)
				for j, v := range b {
					minus[j] = -v
				}
				solved := f.Solve(minus)
				mirrored := slices.Clone(solved)
				f.Shorten(mirrored)
				for j, v := range solved {
					if v != -solutions[way][j] || mirrored[j] != -shortest[way][j] {
						t.Fatalf("d = %d, way %d: not odd", d, way)
					}
				}
			}
			for way := range 2 {
				what := fmt.Sprintf("d = %d, %d dependent, way %d", d, dependent, way)
				near(t, what, solutions[way], solutions[2], 1e-10)
				near(t, what+", shortest", shortest[way], shortest[2], 1e-10)
			}
		}
	}
}

// TestRoundedSums solves equations whose dependent columns were rounded: what the
// rounding leaves is left out where it is far below the rest, and decides by its
// eigenvalues where it is not.
func TestRoundedSums(t *testing.T) {
	const d, n = 40, 120
	for _, c := range []struct {
		unit   float64
		inner  bool // by pivots
		agrees float64
	}{{1e-6, true, 1e-7}, {1e-4, false, 0}} {
		a := NewSym(d)
		x := rows(n, d, a.Width(), 10)
		for i := range n {
			for j := range d {
				x[i*a.Width()+j] = math.Round(x[i*a.Width()+j]/c.unit) * c.unit
			}
		}
		a.AddGram(n, x)
		b := a.times(rows(1, d, d, 0))
		f, exact := chosen(t, a, 0), chosen(t, a, 2)
		if (f.inner != nil) != c.inner || f.Rank() != exact.Rank() {
			t.Errorf("unit %g: by pivots %v, rank %d of %d", c.unit, f.inner != nil, f.Rank(), exact.Rank())
		}
		want := exact.Solve(b)
		near(t, fmt.Sprintf("unit %g", c.unit), f.Solve(b), want, c.agrees*slices.Max(want))
	}
}

// TestUnnoticed has dependent columns of which rounding leaves slight pivots, and an
// eigenvalue that is small though it counts: left out, the pivots would change R⁺ by
// more than goes unnoticed, so the eigenvalues decide. Without the small one they are
// left out.
func TestUnnoticed(t *testing.T) {
	const d, n = 40, 120
	for _, c := range []struct {
		apart  float64 // of two columns
		pivots bool
	}{{0.01, false}, {1, true}} {
		a := NewSym(d)
		x := rows(n, d, a.Width(), 10)
		for i := range n {
			row := x[i*a.Width() : i*a.Width()+d]
			row[2] = row[1] + c.apart*row[2]
			for j := range row {
				row[j] = math.Round(row[j]*2e5) / 2e5
			}
			for j := d - 10; j < d; j++ { // sums of rounded columns, rounded again
				row[j] = math.Round((row[j-10]+row[0]/3)*2e5) / 2e5
			}
		}
		a.AddGram(n, x)
		f := &Factor{d: d}
		for j := range d {
			f.kept, f.scale = append(f.kept, j), append(f.scale, 1/math.Sqrt(a.At(j, j)))
		}
		r := make([]float64, kernel.Padded(d)*kernel.Padded(d))
		if err := f.scaled(a, r, kernel.Padded(d)); err != nil {
			t.Fatal(err)
		}
		if _, left := pivotedRows(make([]float64, len(r)), r, d, kernel.Padded(d)); left < negligible || left > slight {
			t.Fatalf("%v apart: the pivots left out are up to %v", c.apart, left)
		}
		if got := f.pivoted(new(scratch), r, kernel.Padded(d), 1e-9); got != c.pivots {
			t.Errorf("%v apart: by pivots is %v", c.apart, got)
		}
		exact, b := chosen(t, a, 2), a.times(rows(1, d, d, 0))
		want := exact.Solve(b)
		near(t, "solution", chosen(t, a, 0).Solve(b), want, unnoticed*max(slices.Max(want), -slices.Min(want)))
	}
}

// times returns A·v.
func (s *Sym) times(v []float64) []float64 {
	out := make([]float64, s.d)
	for i := range out {
		for j, x := range v {
			out[i] += s.At(i, j) * x
		}
	}
	return out
}

// chosen decomposes a by New's choice (0), by pivots (1) or by eigenvalues (2).
func chosen(t *testing.T, a *Sym, way int) *Factor {
	t.Helper()
	f, err := New(a, 1e-9)
	if way == 0 || err != nil {
		if err != nil || f.width == 0 {
			t.Fatal(err)
		}
		return f
	}
	g := &Factor{d: f.d, kept: f.kept, scale: f.scale}
	n := kernel.Padded(f.d)
	r := make([]float64, n*n)
	if err := g.scaled(a, r, n); err != nil {
		t.Fatal(err)
	}
	if way == 1 && !g.pivoted(new(scratch), r, n, 1e-9) {
		t.Fatal("no clear rank")
	}
	if way == 2 && g.eigen(r, n, 1e-9) != nil {
		t.Fatal("no eigenvalues")
	}
	return g
}

// TestShortest solves x₁ + 2x₂ = 5, whose shortest solution is (1, 2), and x₃
// apart.
func TestShortest(t *testing.T) {
	f, err := New(sym(3, []float64{1, 2, 0, 2, 4, 0, 0, 0, 9}), 1e-11)
	if err != nil {
		t.Fatal(err)
	}
	x := f.Solve([]float64{5, 10, 9})
	f.Shorten(x)
	near(t, "shortest", x, []float64{1, 2, 1}, 1e-12)
}

// TestHilbert has eigenvalues all the way down to 1e-13: those that count are
// found with their vectors, and R⁺ is that of gonum.
func TestHilbert(t *testing.T) {
	const d, threshold = 10, 1e-8
	values, r := make([]float64, d*d), mat.NewSymDense(d, nil)
	for i := range d {
		for j := range d {
			values[i*d+j] = math.Sqrt(float64(2*i+1)*float64(2*j+1)) / float64(i+j+1)
			r.SetSym(i, j, values[i*d+j])
		}
	}
	f, err := New(sym(d, values), threshold)
	if err != nil {
		t.Fatal(err)
	}
	var e mat.EigenSym
	e.Factorize(r, true)
	rank := 0
	for _, v := range e.Values(nil) {
		if v > threshold {
			rank++
		}
	}
	if f.Rank() != rank || rank == d || f.Least() <= threshold {
		t.Errorf("rank %d, want %d; least %v", f.Rank(), rank, f.Least())
	}
	b := mat.NewVecDense(d, rows(1, d, d, 0))
	var x mat.VecDense
	x.MulVec(r, b)
	var again mat.VecDense
	again.MulVec(r, mat.NewVecDense(d, f.Solve(x.RawVector().Data)))
	near(t, "R·R⁺·R·b", again.RawVector().Data, x.RawVector().Data, 1e-7)
}

func TestOverflow(t *testing.T) {
	for _, v := range []float64{math.Inf(1), math.NaN()} {
		for _, values := range [][]float64{{1, v, v, 1}, {v, 0, 0, 1}} {
			if _, err := New(sym(2, values), 1e-8); err == nil {
				t.Errorf("%v passes", values)
			}
		}
	}
}

func benchmarkNew(b *testing.B, d, dependent int) {
	a := NewSym(d)
	a.AddGram(3*d, rows(3*d, d, a.Width(), dependent))
	for b.Loop() {
		if _, err := New(a, 1e-8); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNew64(b *testing.B)          { benchmarkNew(b, 64, 0) }
func BenchmarkNew100(b *testing.B)         { benchmarkNew(b, 100, 0) }
func BenchmarkNew784(b *testing.B)         { benchmarkNew(b, 784, 0) }
func BenchmarkNewRank80Of100(b *testing.B) { benchmarkNew(b, 100, 20) }

// Solve gives the bits of New and Factor.Solve, whatever was solved before in the same
// memory: matrices of full rank, of low rank and those that need eigenvalues.
func TestSolveOnce(t *testing.T) {
	var systems []*Sym
	for _, d := range []int{3, 30, 65, 9} {
		for _, dependent := range []int{0, d / 3} {
			a := NewSym(d)
			a.AddGram(3*d, rows(3*d, d, a.Width(), dependent))
			systems = append(systems, a)
		}
	}
	hilbert := make([]float64, 81)
	for i := range 9 {
		for j := range 9 {
			hilbert[9*i+j] = 1 / float64(i+j+1)
		}
	}
	systems = append(systems, sym(9, hilbert), sym(2, make([]float64, 4)))
	for range 2 {
		for n, a := range systems {
			b := rows(1, a.SymmetricDim(), a.SymmetricDim(), 1)
			f, err := New(a, 1e-8)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := Solve(a, b, 1e-8); err != nil || !slices.Equal(got, f.Solve(b)) {
				t.Errorf("system %d: %v, want %v (%v)", n, got, f.Solve(b), err)
			}
		}
	}
	if _, err := Solve(sym(2, []float64{1, math.Inf(1), math.Inf(1), 1}), []float64{1, 1}, 1e-8); err == nil {
		t.Error("an infinite matrix was solved")
	}
}

// Columns that are set are those of a sum of products, above and below the diagonal.
func TestSetColumn(t *testing.T) {
	for _, d := range []int{1, 7, 24, 25, 56, 80} {
		want := NewSym(d)
		want.AddGram(20, rows(20, d, want.Width(), 0))
		got := NewSym(d)
		for j := range d {
			column := make([]float64, d)
			for i := range j + 1 {
				column[i] = want.At(i, j)
			}
			got.SetColumn(j, column)
		}
		near(t, fmt.Sprintf("d = %d", d), got.data, want.data, 0)
	}
}
