package cholesky

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// random returns a positive definite matrix G·Gᵀ + I and right sides.
func random(n, columns int) (a [][]float64, b [][]float64) {
	rng := rand.New(rand.NewPCG(uint64(n), 9))
	g := make([][]float64, n)
	for i := range g {
		for range 5 {
			g[i] = append(g[i], rng.NormFloat64())
		}
	}
	a = make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, n)
		a[i][i] = 1
		for j := range a[i] {
			for k, v := range g[i] {
				a[i][j] += v * g[j][k]
			}
		}
	}
	for range columns {
		column := make([]float64, n)
		for i := range column {
			column[i] = rng.NormFloat64()
		}
		b = append(b, column)
	}
	return a, b
}

func system(a, b [][]float64) *System {
	s := New(len(a), len(b))
	for i, row := range a {
		s.SetRow(i, row[i/Tile*Tile:])
	}
	for k, column := range b {
		s.SetRight(k, column)
	}
	return s
}

// TestSolve multiplies the solutions with the matrix, for sizes on both sides of a tile.
func TestSolve(t *testing.T) {
	for _, n := range []int{1, 23, 24, 191, 192, 193, 500} {
		a, b := random(n, 26)
		s := system(a, b)
		if err := s.Solve(t.Context(), 2, 0); err != nil {
			t.Fatal(err)
		}
		for k, column := range b {
			x := s.Solution(k)
			for i, want := range column {
				for j, v := range a[i] {
					want -= v * x[j]
				}
				if !(math.Abs(want) <= 1e-9) {
					t.Fatalf("%d rows: right side %d, row %d is off by %v", n, k, i, want)
				}
			}
		}
	}
}

// TestCompanyAndThreads: a solution has the same bytes with other right sides and threads,
// and is negated with its right side.
func TestCompanyAndThreads(t *testing.T) {
	a, b := random(400, 30)
	together := system(a, b)
	if err := together.Solve(t.Context(), 1, 0); err != nil {
		t.Fatal(err)
	}
	for _, k := range []int{0, 7, 29} {
		negative := slices.Clone(b[k])
		for i := range negative {
			negative[i] = -negative[i]
		}
		alone := system(a, [][]float64{b[k], negative})
		if err := alone.Solve(t.Context(), 3, 0); err != nil {
			t.Fatal(err)
		}
		want, negated := together.Solution(k), alone.Solution(1)
		for i, v := range alone.Solution(0) {
			if v != want[i] || negated[i] != -v {
				t.Fatalf("right side %d, row %d: %v together, %v alone, %v negated", k, i, want[i], v, negated[i])
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, at := range []int{0, 30, 250} {
		a, b := random(300, 1)
		a[at][at] = -1
		if err := system(a, b).Solve(t.Context(), 2, 0); !errors.Is(err, ErrIndefinite) {
			t.Errorf("indefinite at %d: %v", at, err)
		}
		a[at][at] = math.NaN()
		if err := system(a, b).Solve(t.Context(), 2, 0); !errors.Is(err, ErrIndefinite) {
			t.Errorf("no number at %d: %v", at, err)
		}
	}
	a, b := random(300, 1)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := system(a, b).Solve(ctx, 2, 0); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func BenchmarkSolve4000(b *testing.B) {
	a, right := random(4000, 26)
	for b.Loop() {
		if err := system(a, right).Solve(b.Context(), 1, 0); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(4000.*4000*4000/3*float64(b.N)/b.Elapsed().Seconds()/1e9, "GFlop/s")
}
