package codes

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
)

// Dense says how to draw a dense random code.
type Dense struct {
	Columns    int // width of the code; 0 means DenseWidth
	Candidates int // number of draws to choose from; 0 means DefaultCandidates
}

// DefaultCandidates returns how many codes of K rows and L columns are drawn:
// 10,000 as by Allwein et al. 2000, and fewer from about 300 classes on, so that
// choosing takes a second or two at most.
func DefaultCandidates(k, l int) int {
	const work = 1_000_000_000
	return max(1, min(10_000, work/(k*(k+l))))
}

// DenseRandom returns the best of many random codes of ±1 for K classes: the
// one with the largest minimum row distance, the earliest of equals. Its
// columns are distinct, hold both signs, start with +1 and are not each other's
// mirror images; its rows are distinct. Each draw takes the columns one by one,
// uniformly from those that are left. At full width there is nothing to draw,
// and the code is that of Exhaustive. It panics if K < 2.
//
// It is an error to ask for more columns than DenseCap, for fewer than the
// ⌈log2 K⌉ that K distinct rows need, or for so few that no random code has them.
func DenseRandom(k int, d Dense, seed uint64) (contract.Dense, error) {
	width := d.Columns
	if width == 0 {
		width = DenseWidth(k)
	}
	if err := checkWidth(k, width); err != nil {
		return nil, err
	}
	if width == DenseCap(k) {
		return Exhaustive(k), nil
	}
	candidates := d.Candidates
	if candidates == 0 {
		candidates = DefaultCandidates(k, width)
	}
	best := bestDraw(newDraw(k, width), candidates, seed)
	if best == nil {
		return nil, fmt.Errorf("none of %d random codes of %d columns has distinct rows for all %d classes: "+
			"ask for more columns (%d is usual) or more candidates", candidates, width, k, DenseWidth(k))
	}
	return best, nil
}

func checkWidth(k, width int) error {
	if limit := DenseCap(k); width > limit {
		return fmt.Errorf("a dense code for %d classes has at most 2^%d - 1 = %d distinct columns, not %d",
			k, k-1, limit, width)
	}
	if least := bits.Len(uint(k - 1)); width < least {
		return fmt.Errorf("it takes at least %d columns for distinct rows of %d classes, not %d", least, k, width)
	}
	return nil
}

// bestDraw draws candidates and returns the best with distinct rows, or nil.
func bestDraw(d *draw, candidates int, seed uint64) contract.Dense {
	random := rand.NewPCG(seed, 0)
	var best contract.Dense
	least := 0
	for range candidates {
		d.next(random)
		if distance := d.minDistance(least); distance > least {
			best, least = d.code(), distance
		}
	}
	return best
}

// draw is one candidate: for each class the set of columns in which it is −1.
type draw struct {
	classes, width int
	rows           bitRows
	column         []uint64 // classes that are −1 in the column being drawn
	seen           *columnSet
}

func newDraw(k, width int) *draw {
	words := (k + 63) / 64
	return &draw{classes: k, width: width, rows: newBitRows(k, width), column: make([]uint64, words),
		seen: newColumnSet(words, width)}
}

// next replaces the candidate by a new one.
func (d *draw) next(random *rand.PCG) {
	d.seen.clear()
	clear(d.rows.bits)
	for l := 0; l < d.width; {
		if d.drawColumn(random) {
			d.rows.mark(l, d.column)
			l++
		}
	}
}

// drawColumn draws one column with the first class +1 and reports whether it
// holds a −1 and was not drawn before.
func (d *draw) drawColumn(random *rand.PCG) bool {
	some := uint64(0)
	for w := range d.column {
		word := random.Uint64()
		if w == 0 {
			word &^= 1
		}
		if over := 64*(w+1) - d.classes; over > 0 {
			word &= math.MaxUint64 >> over
		}
		d.column[w] = word
		some |= word
	}
	return some != 0 && d.seen.add(d.column)
}

// minDistance returns the minimum row distance, or any distance that is at most
// enough as soon as it meets one.
func (d *draw) minDistance(enough int) int {
	least := d.width
	for i := range d.classes {
		a := d.rows.row(i)
		for j := range i {
			b := d.rows.row(j)
			distance := 0
			for w := range a {
				distance += bits.OnesCount64(a[w] ^ b[w])
			}
			least = min(least, distance)
			if least <= enough {
				return least
			}
		}
	}
	return least
}

func (d *draw) code() contract.Dense {
	c := zeros(d.classes, d.width)
	for i, row := range c {
		for l := range row {
			row[l] = 1 - 2*int8(d.rows.row(i)[l/64]>>(l%64)&1)
		}
	}
	return c
}
