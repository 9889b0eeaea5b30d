// Package code measures code matrices: how far their rows and columns lie
// apart, how many wrong binary outputs they surely correct, and what is wrong
// with them. The conventions are those of Allwein, Schapire & Singer, "Reducing
// multiclass to binary", JMLR 1 (2000): a zero entry costs one half.
package code

import (
	"math"
	"math/bits"

	"github.com/manyclass/bench/framework/contract"
)

// RowDistance returns Δ(i,j) = Σ_l (1 − m_il·m_jl)/2 over the columns of c
// (Allwein et al. 2000, §2): 1 where the signs are opposite, ½ where either
// entry is zero, 0 where they agree. It is a sum of halves, so it is exact.
func RowDistance(c contract.Dense, i, j int) float64 {
	return distance(c[i], c[j])
}

// MinRow returns the least RowDistance over pairs of different rows, or 0 if
// there are fewer than two rows.
func MinRow(c contract.Dense) float64 {
	least, _, _ := closestRows(c)
	return least
}

// MeanRow returns the mean RowDistance over the K(K−1)/2 pairs of different
// rows, or 0 if there are fewer than two rows.
func MeanRow(c contract.Dense) float64 {
	sum, pairs := 0.0, 0
	for i := range c {
		for j := i + 1; j < len(c); j++ {
			sum += RowDistance(c, i, j)
			pairs++
		}
	}
	if pairs == 0 {
		return 0
	}
	return sum / float64(pairs)
}

// MinColumn returns the least min(d, K−d) over pairs of columns, where d is the
// distance of RowDistance taken over the K rows. Without zeros it is 0 exactly
// when two columns ask the same question up to a swap of signs. A code of
// fewer than two columns has no pair; the result is then 0 as well.
func MinColumn(c contract.Dense) float64 {
	columns := make([]packed, c.Columns())
	for l := range columns {
		columns[l] = pack(c.Column(l))
	}
	if len(columns) < 2 {
		return 0
	}
	rows := len(c)
	least := rows // of twice the distance, which is at most K
	for l := range columns {
		for m := l + 1; m < len(columns); m++ {
			agreement := columns[l].dot(columns[m])
			least = min(least, rows-agreement, rows+agreement)
		}
	}
	return float64(least) / 2
}

// Corrects returns how many wrong binary outputs Hamming decoding surely
// corrects: the largest e with 2e < min over ordered row pairs (i,j) of
// a + (b−c)/2, where a counts the columns of opposite sign, b those nonzero in
// i only and c those nonzero in j only. It is 0 if no e ≥ 0 satisfies that.
//
// With i the true class and no wrong output, row j is a + (b−c)/2 further from
// the word than row i in the worst case, where the models of the columns that
// leave class i out all answer as class j; each wrong output takes at most 2
// from that lead. Without zeros e is the familiar ⌊(d_min − 1)/2⌋.
func Corrects(c contract.Dense) int {
	if len(c) < 2 {
		return 0
	}
	least := math.MaxInt // of 2a + b − c, twice the bound
	for i := range c {
		for j := range c {
			if i != j {
				least = min(least, twiceMargin(c[i], c[j]))
			}
		}
	}
	// 2e < least/2, so e is the largest integer below least/4.
	return max(0, (least+3)/4-1)
}

// twiceMargin returns 2a + b − c for the ordered pair of rows (from, to).
func twiceMargin(from, to []int8) int {
	sum := 0
	for l, m := range from {
		switch {
		case m != 0 && to[l] == -m:
			sum += 2
		case m != 0 && to[l] == 0:
			sum++
		case m == 0 && to[l] != 0:
			sum--
		}
	}
	return sum
}

// Canonical returns the column with its first nonzero entry made +1, as a new
// slice, and whether its signs were swapped for that. A column and its mirror
// image have the same canonical form: they are one binary problem.
func Canonical(column []int8) (canonical []int8, mirrored bool) {
	canonical = make([]int8, len(column))
	copy(canonical, column)
	for _, m := range column {
		if m != 0 {
			mirrored = m < 0
			break
		}
	}
	if mirrored {
		for k := range canonical {
			canonical[k] = -canonical[k]
		}
	}
	return canonical, mirrored
}

// OneEach reports whether every class has one column that is its own, +1 for the
// class and −1 for all others, and there are no other columns: one-vs-rest, in
// whatever order.
func OneEach(c contract.Code) bool {
	if c == nil || c.Classes() == 0 || c.Columns() != c.Classes() {
		return false
	}
	own := make([]bool, c.Classes())
	for l := range own {
		positive := -1
		for k, m := range c.Column(l) {
			switch {
			case m == 0, m > 0 && positive >= 0:
				return false
			case m > 0:
				positive = k
			}
		}
		if positive < 0 || own[positive] {
			return false
		}
		own[positive] = true
	}
	return true
}

// distance is Σ (1 − a·b)/2 over two vectors of equal length.
func distance(a, b []int8) float64 {
	agreement := 0
	for l, m := range a {
		agreement += int(m) * int(b[l])
	}
	return float64(float64(len(a)-agreement) / 2)
}

// packed holds a vector over {−1, 0, +1} as two bit sets.
type packed struct{ positive, negative []uint64 }

func pack(v []int8) packed {
	words := (len(v) + 63) / 64
	p := packed{make([]uint64, words), make([]uint64, words)}
	for k, m := range v {
		switch {
		case m > 0:
			p.positive[k/64] |= 1 << (k % 64)
		case m < 0:
			p.negative[k/64] |= 1 << (k % 64)
		}
	}
	return p
}

// dot is the inner product of two vectors of equal length.
func (p packed) dot(q packed) int {
	sum := 0
	for w := range p.positive {
		same := p.positive[w]&q.positive[w] | p.negative[w]&q.negative[w]
		opposite := p.positive[w]&q.negative[w] | p.negative[w]&q.positive[w]
		sum += bits.OnesCount64(same) - bits.OnesCount64(opposite)
	}
	return sum
}

// closestRows returns the least row distance and the first pair that has it.
func closestRows(c contract.Dense) (least float64, i, j int) {
	if len(c) < 2 {
		return 0, 0, 0
	}
	least = math.Inf(1)
	for a := range c {
		for b := a + 1; b < len(c); b++ {
			if d := RowDistance(c, a, b); d < least {
				least, i, j = d, a, b
			}
		}
	}
	return least, i, j
}
