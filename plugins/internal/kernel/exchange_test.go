package kernel

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// drawTile returns a tile with each element with a probability, and empty columns.
func drawTile(rng *rand.Rand, rows, columns int, density float64) *Tile {
	t := &Tile{Starts: []int64{0}, Present: make([]uint8, columns)}
	for column := range columns {
		for row := range rows {
			if column%5 > 0 && rng.Float64() < density {
				slot := row * Lanes / rows
				t.Entries = append(t.Entries, Entry(row, slot))
				t.Data = append(t.Data, rng.NormFloat64())
				t.Present[column] |= 1 << slot
			}
		}
		t.Starts = append(t.Starts, int64(len(t.Data)))
	}
	return t
}

func drawPartners(rng *rand.Rand) *Partners {
	var partners Partners
	for i, p := range rng.Perm(len(partners)) {
		partners[i] = int64(p)
	}
	return &partners
}

// Every way of computing gives the bits of the portable one.
func TestExchange(t *testing.T) {
	with(t, func(t *testing.T) {
		rng := rand.New(rand.NewPCG(7, 9))
		for n := range 12 {
			rows := [2]int{30, 20}
			first, second := drawTile(rng, rows[0], 40, float64(n)/11), drawTile(rng, rows[1], 40, 0.2)
			if n%3 == 2 {
				second, rows[1] = nil, 0
			}
			partners := drawPartners(rng)
			x, want := NewExchange(first, second, rows, partners), NewExchange(first, second, rows, partners)
			for i := range x.V {
				for k := range x.V[i] {
					x.V[i][k], x.F[i][k] = rng.NormFloat64(), rng.NormFloat64()
				}
				copy(want.V[i], x.V[i])
				copy(want.F[i], x.F[i])
			}
			exchangePortable(want, 0, 40, 1)
			x.Multiply()
			if x.T != want.T || x.u != want.u || !slices.Equal(x.F[0], want.F[0]) || !slices.Equal(x.F[1], want.F[1]) {
				t.Fatalf("matrix %d: other bits", n)
			}
			x.T, want.T = [len(x.T)]float64{}, [len(x.T)]float64{}
			for column := range 40 {
				exchangePortable(want, column, column+1, 0)
				if x.Sum(column); x.T != want.T || x.u != want.u {
					t.Fatalf("matrix %d, column %d: other bits", n, column)
				}
			}
			if !slices.Equal(x.F[0], want.F[0]) {
				t.Fatalf("matrix %d: a sum changes F", n)
			}
		}
	})
}

// The portable one does what it is defined to do.
func TestExchangeDefinition(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	rows := [2]int{30, 20}
	x := NewExchange(drawTile(rng, rows[0], 40, 0.3), drawTile(rng, rows[1], 40, 0.3), rows, drawPartners(rng))
	want := [2][]float64{make([]float64, len(x.F[0])), make([]float64, len(x.F[1]))}
	for i := range x.V {
		for k := range x.V[i] {
			x.V[i][k] = rng.NormFloat64()
		}
	}
	for column := range 40 {
		var u [len(x.T)]float64
		each := func(do func(tile, row, slot int, value float64)) {
			for i, tile := range x.tiles {
				for at := tile.Starts[column]; at < tile.Starts[column+1]; at++ {
					do(i, int(tile.Entries[at]>>11), int(tile.Entries[at]&0xff)/8+8*i, tile.Data[at])
				}
			}
		}
		each(func(tile, row, slot int, value float64) {
			for l := range 8 {
				u[slot*8+l] += value * x.V[tile][row*8+l]
			}
		})
		each(func(tile, row, slot int, value float64) {
			for l := range 8 {
				want[tile][row*8+l] += value * (u[slot*8+l] + u[x.partners[slot*8+l]])
			}
		})
	}
	exchangePortable(x, 0, 40, 1)
	for i := range want {
		for k, v := range want[i] {
			if d := x.F[i][k] - v; d > 1e-12 || d < -1e-12 {
				t.Fatalf("tile %d, element %d: %v, want %v", i, k, x.F[i][k], v)
			}
		}
	}
}
