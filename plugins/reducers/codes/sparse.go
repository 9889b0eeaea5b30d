package codes

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
)

// Sparse says how to draw a sparse random code.
type Sparse struct {
	Columns int // width of the code; 0 means SparseWidth
	// Candidates is the number of draws to choose from; 0 means 10,000 as by
	// Allwein et al. 2000, and fewer where choosing would take more than a second
	// or two: from about 140 classes on, or close to SparseCap.
	Candidates int
}

// What is drawn where Candidates is 0: at most this number of codes, and none is begun
// after so much work, in entries of the code that were drawn or compared; to look
// a column up takes as long as this number of entries.
const (
	sparseCandidates = 10_000
	sparseWork       = 500_000_000
	sparseLookup     = 32
)

// SparseWidth returns the number of columns of a sparse random code for K
// classes: ⌈15·log2 K⌉ (Allwein, Schapire & Singer, "Reducing multiclass to
// binary", JMLR 1, 2000, §6), at most SparseCap.
func SparseWidth(k int) int {
	return min(int(math.Ceil(15*elementary.Log2(float64(k)))), SparseCap(k))
}

// SparseRandom returns the best of many random codes of +1, −1 and 0 for K
// classes: the one with the largest minimum row distance, where a zero costs ½;
// the earliest of equals. Entries are drawn 0 with probability ½, +1 and −1 with
// ¼ each. A column is drawn again if it does not hold both signs or if it, or
// its mirror image, is there already; its first nonzero entry is made +1. A draw
// with two equal rows or a row of zeros is passed over. At full width there is
// nothing to draw, and the code is that of TernaryExhaustive. It panics if K < 2.
//
// It is an error to ask for more columns than SparseCap, for too few to tell K
// classes apart, for so few that no draw does, or for all columns of more than
// TernaryLimit classes.
func SparseRandom(k int, s Sparse, seed uint64) (contract.Dense, error) {
	width := s.Columns
	if width == 0 {
		width = SparseWidth(k)
	}
	if err := checkSparseWidth(k, width); err != nil {
		return nil, err
	}
	if width == SparseCap(k) {
		return TernaryExhaustive(k)
	}
	best, drawn := bestSparse(newSparseDraw(k, width), s.Candidates, seed)
	if best == nil {
		return nil, fmt.Errorf("none of %d sparse random codes of %d columns has distinct rows for all %d classes: "+
			"ask for more columns (%d is usual) or more candidates", drawn, width, k, SparseWidth(k))
	}
	return best, nil
}

func checkSparseWidth(k, width int) error {
	if limit := SparseCap(k); width > limit {
		return fmt.Errorf("a sparse code for %d classes has at most (3^%d - 2^%d + 1)/2 = %d distinct columns, not %d",
			k, k, k+1, limit, width)
	}
	least := 1
	for rows := 2; rows < k; rows = 3*rows + 2 { // 3^least − 1 rows other than 0
		least++
	}
	if width < least {
		return fmt.Errorf("it takes at least %d columns with zeros for distinct rows of %d classes, not %d", least, k, width)
	}
	return nil
}

// bestSparse draws candidates, or as many as the work allows if that is 0, and
// returns the best or nil, and how many it drew.
func bestSparse(d *sparseDraw, candidates int, seed uint64) (best contract.Dense, drawn int) {
	random := rand.NewPCG(seed, 0)
	more := func() bool { return drawn < candidates }
	if candidates == 0 {
		more = func() bool { return drawn < sparseCandidates && d.work < sparseWork }
	}
	least := 0
	for ; more(); drawn++ {
		d.next(random)
		if distance := d.minTwice(least); distance > least {
			best, least = d.code(), distance
		}
	}
	return best, drawn
}

// signs holds a vector over {+1, −1, 0} as two bit sets.
type signs struct{ positive, negative []uint64 }

// sparseDraw is one candidate.
type sparseDraw struct {
	classes, width     int
	positive, negative bitRows // of each class, over columns
	column             signs   // being drawn, over classes
	key                []uint64
	seen               *columnSet
	work               int // of all candidates so far, in entries
}

func newSparseDraw(k, width int) *sparseDraw {
	words := (k + 63) / 64
	return &sparseDraw{classes: k, width: width, positive: newBitRows(k, width), negative: newBitRows(k, width),
		column: signs{make([]uint64, words), make([]uint64, words)}, seen: newColumnSet(2*words, width)}
}

// row is the row of a class.
func (d *sparseDraw) row(i int) signs { return signs{d.positive.row(i), d.negative.row(i)} }

// next replaces the candidate by a new one.
func (d *sparseDraw) next(random *rand.PCG) {
	d.seen.clear()
	clear(d.positive.bits)
	clear(d.negative.bits)
	for l := 0; l < d.width; {
		d.work += d.classes + sparseLookup
		if !d.drawColumn(random) {
			continue
		}
		d.positive.mark(l, d.column.positive)
		d.negative.mark(l, d.column.negative)
		l++
	}
	d.work += d.classes * d.classes * d.positive.words
}

// drawColumn draws one column and reports whether it holds both signs and was
// not drawn before.
func (d *sparseDraw) drawColumn(random *rand.PCG) bool {
	positive, negative := d.column.positive, d.column.negative
	anyPositive, anyNegative := uint64(0), uint64(0)
	for w := range positive {
		nonzero, sign := random.Uint64(), random.Uint64()
		if over := 64*(w+1) - d.classes; over > 0 {
			nonzero &= math.MaxUint64 >> over
		}
		positive[w], negative[w] = nonzero&sign, nonzero&^sign
		anyPositive |= positive[w]
		anyNegative |= negative[w]
	}
	if anyPositive == 0 || anyNegative == 0 {
		return false
	}
	d.column.canonical()
	d.key = append(append(d.key[:0], d.column.positive...), d.column.negative...)
	return d.seen.add(d.key)
}

// canonical swaps the signs if the first nonzero entry is −1.
func (s *signs) canonical() {
	for w, positive := range s.positive {
		nonzero := positive | s.negative[w]
		if nonzero == 0 {
			continue
		}
		if first := nonzero & -nonzero; positive&first == 0 {
			s.positive, s.negative = s.negative, s.positive
		}
		return
	}
}

// minTwice returns twice the minimum row distance, or 0 if a row is empty or two
// are equal, or any number that is at most enough as soon as it meets one.
func (d *sparseDraw) minTwice(enough int) int {
	least := 2 * d.width
	for i := range d.classes {
		a := d.row(i)
		if a.empty() {
			return 0
		}
		for j := range i {
			agreement, equal := a.compare(d.row(j))
			if equal {
				return 0
			}
			least = min(least, d.width-agreement)
			if least <= enough {
				return least
			}
		}
	}
	return least
}

func (s signs) empty() bool {
	some := uint64(0)
	for w := range s.positive {
		some |= s.positive[w] | s.negative[w]
	}
	return some == 0
}

// compare returns the inner product and whether the vectors are equal.
func (s signs) compare(t signs) (product int, equal bool) {
	differ := uint64(0)
	for w, p := range s.positive {
		n, tp, tn := s.negative[w], t.positive[w], t.negative[w]
		product += bits.OnesCount64(p&tp|n&tn) - bits.OnesCount64(p&tn|n&tp)
		differ |= (p ^ tp) | (n ^ tn)
	}
	return product, differ == 0
}

func (d *sparseDraw) code() contract.Dense {
	c := zeros(d.classes, d.width)
	for i, row := range c {
		from := d.row(i)
		for l := range row {
			row[l] = int8(from.positive[l/64]>>(l%64)&1) - int8(from.negative[l/64]>>(l%64)&1)
		}
	}
	return c
}
