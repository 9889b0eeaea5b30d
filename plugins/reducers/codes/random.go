package codes

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/lists"
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
	rng := rand.New(rand.NewPCG(seed, 0))
	var best contract.Dense
	least := 0
	for range candidates {
		d.next(rng)
		if distance := d.minDistance(least); distance > least {
			best, least = d.code(), distance
		}
	}
	return best
}

// draw is one candidate: for each class the set of columns in which it is −1.
type draw struct {
	width  int
	rows   [][]uint64
	column []uint64 // classes that are −1 in the column being drawn
	key    []byte
	seen   map[string]bool
}

func newDraw(k, width int) *draw {
	return &draw{width: width, rows: lists.Table[uint64](k, (width+63)/64), column: make([]uint64, (k+63)/64),
		seen: map[string]bool{}}
}

// next replaces the candidate by a new one.
func (d *draw) next(rng *rand.Rand) {
	clear(d.seen)
	for _, row := range d.rows {
		clear(row)
	}
	for l := 0; l < d.width; {
		if !d.drawColumn(rng) {
			continue
		}
		for i, row := range d.rows {
			row[l/64] |= (d.column[i/64] >> (i % 64) & 1) << (l % 64)
		}
		l++
	}
}

// drawColumn draws one column with the first class +1 and reports whether it
// holds a −1 and was not drawn before.
func (d *draw) drawColumn(rng *rand.Rand) bool {
	d.key = d.key[:0]
	some := uint64(0)
	for w := range d.column {
		word := rng.Uint64()
		if w == 0 {
			word &^= 1
		}
		if over := 64*(w+1) - len(d.rows); over > 0 {
			word &= math.MaxUint64 >> over
		}
		d.column[w] = word
		some |= word
		d.key = binary.LittleEndian.AppendUint64(d.key, word)
	}
	if some == 0 || d.seen[string(d.key)] {
		return false
	}
	d.seen[string(d.key)] = true
	return true
}

// minDistance returns the minimum row distance, or any distance that is at most
// enough as soon as it meets one.
func (d *draw) minDistance(enough int) int {
	least := d.width
	for i, a := range d.rows {
		for _, b := range d.rows[:i] {
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
	c := zeros(len(d.rows), d.width)
	for i, row := range c {
		for l := range row {
			row[l] = 1 - 2*int8(d.rows[i][l/64]>>(l%64)&1)
		}
	}
	return c
}
