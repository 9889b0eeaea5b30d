// Package cholesky solves large equations with a positive definite matrix, for many right
// sides at a time: A = UᵀU by tiles that stay in the cache, of which only those on and
// above the diagonal are stored.
//
// An element is computed by the same operations in the same order whatever the threads
// and the other right sides are, and is odd in its right side.
package cholesky

import (
	"context"
	"errors"
	"math"

	"golang.org/x/sync/errgroup"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

const (
	// panel is the number of columns that are stored together: the rows of a tile in
	// these columns, one after the other.
	panel = 3 * kernel.Lanes
	// panels is the number of panels of a tile.
	panels = 8
	// Tile is the number of rows and of columns of a tile.
	Tile = panels * panel
)

// ErrIndefinite is the error for a matrix that is not positive definite.
var ErrIndefinite = errors.New("the matrix is not positive definite")

// System is A·X = B. What is stored is −A and −B, from which products are taken by
// adding them.
type System struct {
	n, tiles int
	upper    [][]float64 // tiles by rows, those below the diagonal nil
	right    [][]float64 // panels of B over all rows, padded to whole tiles
	columns  int
}

// New returns the n × n system with A = 0 and a number of right sides that are 0.
func New(n, columns int) *System {
	s := &System{n: n, tiles: (n + Tile - 1) / Tile, columns: columns}
	s.upper = make([][]float64, s.tiles*s.tiles)
	for i := range s.tiles {
		for j := i; j < s.tiles; j++ {
			s.upper[i*s.tiles+j] = make([]float64, Tile*Tile)
		}
	}
	for range (columns + panel - 1) / panel {
		s.right = append(s.right, make([]float64, s.tiles*Tile*panel))
	}
	for i := n; i < s.tiles*Tile; i++ {
		s.setRow(i, i%Tile, []float64{1})
	}
	return s
}

// Bytes is the memory that a system of n rows takes, without right sides.
func Bytes(n int) float64 {
	tiles := float64((n + Tile - 1) / Tile)
	return float64(tiles * (tiles + 1) / 2 * Tile * Tile * 8)
}

func (s *System) tile(i, j int) []float64 { return s.upper[i*s.tiles+j] }

// SetRow sets the elements of row i from column i/Tile·Tile on. Rows may be set side by
// side.
func (s *System) SetRow(i int, values []float64) { s.setRow(i, 0, values) }

// setRow sets elements from a column of the row's tile on the diagonal on.
func (s *System) setRow(i, column int, values []float64) {
	for k, v := range values {
		at := i/Tile*Tile + column + k
		s.tile(i/Tile, at/Tile)[at%Tile/panel*Tile*panel+i%Tile*panel+at%panel] = -v
	}
}

// SetRight sets a right side.
func (s *System) SetRight(column int, values []float64) {
	for i, v := range values {
		s.right[column/panel][i*panel+column%panel] = -v
	}
}

// Solution returns the solution for a right side after Solve.
func (s *System) Solution(column int) []float64 {
	x := make([]float64, s.n)
	for i := range x {
		x[i] = -s.right[column/panel][i*panel+column%panel]
	}
	return x
}

// Columns is the number of right sides.
func (s *System) Columns() int { return s.columns }

// Diagonal returns element i of right side from + i, after Solve: of the inverse of A the
// diagonal, if these were unit vectors.
func (s *System) Diagonal(from int) []float64 {
	x := make([]float64, s.n)
	for i := range x {
		column := from + i
		x[i] = -s.right[column/panel][i*panel+column%panel]
	}
	return x
}

// Solve replaces A by its factor and the right sides by solutions. It returns
// ErrIndefinite at the first pivot that is not above floor.
func (s *System) Solve(ctx context.Context, threads int, floor float64) error {
	for i := range s.tiles {
		if err := ctx.Err(); err != nil {
			return err
		}
		after := s.tiles - i
		each(threads, after+len(s.right), func(k int) {
			if k < after {
				s.update(i, func(p int) []float64 { return s.tile(p, i+k) }, s.tile(i, i+k), panels)
				return
			}
			r := s.right[k-after]
			s.update(i, func(p int) []float64 { return r[p*Tile*panel:] }, r[i*Tile*panel:], 1)
		})
		diagonal := s.tile(i, i)
		if !factor(diagonal, floor) {
			return ErrIndefinite
		}
		each(threads, after-1+len(s.right), func(k int) {
			if k >= after-1 {
				forward(diagonal, s.right[k-after+1][i*Tile*panel:])
				return
			}
			t := s.tile(i, i+1+k)
			for q := range panels {
				forward(diagonal, t[q*Tile*panel:])
			}
		})
	}
	each(threads, len(s.right), func(k int) { s.backward(s.right[k]) })
	return ctx.Err()
}

// update adds to a tile in row i, of some panels, Σ_p U_piᵀ·U_p over the rows above.
func (s *System) update(i int, above func(p int) []float64, c []float64, width int) {
	for p := range i {
		a, b := s.tile(p, i), above(p)
		for q := range width {
			at := q * Tile * panel
			for r := range panels {
				kernel.MulAdd(panel, panel, Tile, a[r*Tile*panel:], 1, panel, b[at:], panel, c[at+r*panel*panel:], panel)
			}
		}
	}
}

// factor replaces the upper triangle of a tile −A by U.
func factor(t []float64, floor float64) bool {
	for s := range panels {
		a := t[s*Tile*panel:]
		for q := s; q < panels; q++ {
			b := t[q*Tile*panel:]
			kernel.MulAdd(panel, panel, s*panel, a, 1, panel, b, panel, b[s*panel*panel:], panel)
		}
		u := a[s*panel*panel : (s+1)*panel*panel]
		for p := range panel {
			row := u[p*panel : (p+1)*panel]
			pivot := -row[p]
			if !(pivot > floor) {
				return false
			}
			scale := -1 / math.Sqrt(pivot)
			for k := range row {
				row[k] *= scale
			}
			for q := p + 1; q < panel; q++ {
				kernel.Axpy(u[q*panel:(q+1)*panel], row[q], row)
			}
		}
		for q := s + 1; q < panels; q++ {
			solveBlock(u, t[q*Tile*panel+s*panel*panel:])
		}
	}
	return true
}

// forward replaces a panel −B of a tile's rows by U⁻ᵀ·B, U being a factor.
func forward(u, b []float64) {
	for s := range panels {
		a := u[s*Tile*panel:]
		kernel.MulAdd(panel, panel, s*panel, a, 1, panel, b, panel, b[s*panel*panel:], panel)
		solveBlock(a[s*panel*panel:], b[s*panel*panel:])
	}
}

// solveBlock is forward for one block.
func solveBlock(u, b []float64) {
	for p := range panel {
		row := b[p*panel : (p+1)*panel]
		kernel.RowMulAdd(panel, p, u[p:], panel, b, panel, row)
		scale := -1 / u[p*panel+p]
		for k := range row {
			row[k] *= scale
		}
	}
}

// backward replaces a panel Z of right sides by −U⁻¹·Z.
func (s *System) backward(z []float64) {
	for i := s.tiles - 1; i >= 0; i-- {
		rows := z[i*Tile*panel : (i+1)*Tile*panel]
		for j := i + 1; j < s.tiles; j++ {
			for q := range panels {
				kernel.MulAdd(Tile, panel, panel, s.tile(i, j)[q*Tile*panel:], panel, 1, z[(j*Tile+q*panel)*panel:], panel,
					rows, panel)
			}
		}
		u := s.tile(i, i)
		for b := panels - 1; b >= 0; b-- {
			block := rows[b*panel*panel : (b+1)*panel*panel]
			for q := b + 1; q < panels; q++ {
				kernel.MulAdd(panel, panel, panel, u[(q*Tile+b*panel)*panel:], panel, 1, rows[q*panel*panel:], panel, block,
					panel)
			}
			at := u[(b*Tile+b*panel)*panel:]
			for p := panel - 1; p >= 0; p-- {
				row, rest := block[p*panel:(p+1)*panel], panel-1-p
				if rest > 0 {
					kernel.RowMulAdd(panel, rest, at[p*panel+p+1:], 1, block[(p+1)*panel:], panel, row)
				}
				scale := -1 / at[p*panel+p]
				for k := range row {
					row[k] *= scale
				}
			}
		}
	}
}

// each does n things, as many at a time as there are threads.
func each(threads, n int, do func(i int)) {
	if threads <= 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var g errgroup.Group
	g.SetLimit(threads)
	for i := range n {
		g.Go(func() error {
			do(i)
			return nil
		})
	}
	_ = g.Wait()
}
