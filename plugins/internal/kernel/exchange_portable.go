package kernel

import (
	"math"
	"math/bits"
)

func exchangePortable(x *Exchange, from, to, spread int) {
	for column := from; column < to; column++ {
		for i, t := range x.tiles {
			u := x.u[i*Lanes*Lanes:]
			for at := t.Starts[column]; at < t.Starts[column+1]; at++ {
				row, slot := int(t.Entries[at]>>11)*Lanes, int(t.Entries[at]&0xff)
				for l := range Lanes {
					u[slot+l] = math.FMA(t.Data[at], x.V[i][row+l], u[slot+l])
				}
			}
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
			sums := x.T[i*Lanes*Lanes:]
			for at := t.Starts[column]; at < t.Starts[column+1]; at++ {
				row, slot := int(t.Entries[at]>>11)*Lanes, int(t.Entries[at]&0xff)
				for l := range Lanes {
					x.F[i][row+l] = math.FMA(t.Data[at], sums[slot+l], x.F[i][row+l])
				}
			}
		}
	}
}
