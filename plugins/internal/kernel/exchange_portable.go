package kernel

import (
	"math"
	"math/bits"
)

// passes are the two passes over the elements of a column of a tile, from and to.
type passes struct {
	// sums adds data·V[row] to u[slot].
	sums func(t *Tile, from, to int64, v, u []float64)
	// spread adds data·T[slot] to F[row].
	spread func(t *Tile, from, to int64, f, sums []float64)
}

var portablePasses = passes{sums: sumsPortable, spread: spreadPortable}

func exchangePortable(x *Exchange, from, to, spread int) {
	portablePasses.exchange(x, from, to, spread)
}

func (p passes) exchange(x *Exchange, from, to, spread int) {
	for column := from; column < to; column++ {
		for i, t := range x.tiles {
			p.sums(t, t.Starts[column], t.Starts[column+1], x.V[i], x.u[i*Lanes*Lanes:])
		}
		present := uint16(x.tiles[0].Present[column]) | uint16(x.tiles[1].Present[column])<<Lanes
		for left := present; left != 0; left &= left - 1 {
			slot := bits.TrailingZeros16(left) * Lanes
			for at := slot; at < slot+Lanes; at++ {
				x.T[at] = x.u[at] + x.u[x.partners[at]]
			}
		}
		for left := present; left != 0; left &= left - 1 {
			slot := bits.TrailingZeros16(left) * Lanes
			clear(x.u[slot : slot+Lanes])
		}
		if spread == 0 {
			continue
		}
		for i, t := range x.tiles {
			p.spread(t, t.Starts[column], t.Starts[column+1], x.F[i], x.T[i*Lanes*Lanes:])
		}
	}
}

func sumsPortable(t *Tile, from, to int64, v, u []float64) {
	for at := from; at < to; at++ {
		row, slot := int(t.Entries[at]>>11)*Lanes, int(t.Entries[at]&0xff)
		for l := range Lanes {
			u[slot+l] = math.FMA(t.Data[at], v[row+l], u[slot+l])
		}
	}
}

func spreadPortable(t *Tile, from, to int64, f, sums []float64) {
	for at := from; at < to; at++ {
		row, slot := int(t.Entries[at]>>11)*Lanes, int(t.Entries[at]&0xff)
		for l := range Lanes {
			f[row+l] = math.FMA(t.Data[at], sums[slot+l], f[row+l])
		}
	}
}
