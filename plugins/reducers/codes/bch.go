package codes

import (
	"fmt"
	"math/bits"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// bchDesign describes the cyclic code from which BCH takes its rows.
type bchDesign struct {
	Columns   int // length n = 2^m − 1
	Dimension int // it has 2^Dimension words
	Distance  int // designed distance: any two words differ in at least this number of places
}

// BCH returns K words of the primitive narrow-sense binary BCH code (Bose &
// Ray-Chaudhuri 1960; Hocquenghem 1959) of n columns that has the largest
// designed distance of those with at least K words; the digit 0 is +1. As
// columns one may ask for n = 2^m − 1; 0 means the least n ≥ 7 with n + 1 ≥ K.
//
// Words are the products of the generator polynomial g with messages: first the
// message 0, then the single digits 1, x, x², …, then the others in the order of
// their binary numbers. Columns are the coefficients of 1, x, x², …
//
// With the word 0 and a basis of the code among the rows no column is constant,
// equal to another or its mirror image: for K > Dimension > 1 all n columns stay
// and the minimum row distance is at least Distance. For fewer classes such
// columns are dropped, and then the rows are only sure to be distinct.
//
// It is an error to ask for another number of columns, for so few that no code
// of distance 3 has K words, or for more classes than AlgebraicLimit. It panics
// if K < 2.
func BCH(k, columns int) (contract.Dense, error) {
	b, err := newBCH(k, columns)
	if err != nil {
		return nil, err
	}
	generator := b.generator()
	c := zeros(k, b.Columns)
	message := uint64(0)
	for i, row := range c {
		b.encode(row, generator, message)
		switch {
		case i < b.Dimension:
			message = 1 << i
		case i == b.Dimension:
			message = 3
		default:
			message++
			for message&(message-1) == 0 {
				message++
			}
		}
	}
	return distinctColumns(c), nil
}

// bch is a design with the roots of its generator polynomial.
type bch struct {
	bchDesign
	degree int    // m: the roots lie in the field of 2^m elements
	roots  []bool // whether α^i is a root, α a primitive element
}

func newBCH(k, columns int) (*bch, error) {
	if k < 2 {
		panic("codes: a code needs at least two classes")
	}
	if err := checkAlgebraic("BCH", k); err != nil {
		return nil, err
	}
	if columns == 0 {
		columns = 1<<max(3, bits.Len(uint(k-1))) - 1
	}
	if columns < 3 || columns&(columns+1) != 0 || columns >= AlgebraicLimit {
		return nil, fmt.Errorf("a BCH code has 2^m - 1 columns, one of 3, 7, 15, 31, ... %d, not %d",
			AlgebraicLimit-1, columns)
	}
	b := &bch{bchDesign{columns, columns, 1}, bits.Len(uint(columns)), make([]bool, columns)}
	for b.Distance < columns && b.grow(k) {
	}
	if b.Distance < 3 {
		return nil, fmt.Errorf("no BCH code of %d columns that corrects an error has words for %d classes (at most 2^%d): "+
			"ask for %d columns or more",
			columns, k, columns-b.degree, 2*columns+1)
	}
	return b, nil
}

// grow adds the powers α^i with i = Distance·2^j to the roots, each with the
// conjugates that a polynomial over {0, 1} has in common with it, and raises
// Distance to the first power that is none. It reports false, and does nothing,
// if that would leave fewer than K words.
func (b *bch) grow(k int) bool {
	coset := []int{b.Distance}
	for i := 2 * b.Distance % b.Columns; i != b.Distance; i = 2 * i % b.Columns {
		coset = append(coset, i)
	}
	if b.Dimension-len(coset) < bits.Len(uint(k-1)) {
		return false
	}
	b.Dimension -= len(coset)
	for _, i := range coset {
		b.roots[i] = true
	}
	for b.Distance < b.Columns && b.roots[b.Distance] {
		b.Distance++
	}
	return true
}

// generator returns the coefficients of Π (x − α^i) over the roots, from the
// lowest; they are 0 or 1.
func (b *bch) generator() []int {
	power := powers(b.degree)
	logarithm := make([]int, b.Columns+1)
	for i, p := range power {
		logarithm[p] = i
	}
	g := []int{1}
	for i, root := range b.roots {
		if !root {
			continue
		}
		g = append(g, 0)
		for j := len(g) - 1; j >= 0; j-- {
			v := 0
			if j > 0 {
				v = g[j-1]
			}
			if g[j] != 0 {
				v ^= power[(logarithm[g[j]]+i)%b.Columns]
			}
			g[j] = v
		}
	}
	return g
}

// powers returns α^0, α^1, … α^(2^m−2) of a primitive element of the field of 2^m
// elements, polynomials over {0, 1} modulo the first primitive one of degree m in
// the order of their binary numbers.
func powers(m int) []int {
	elements := make([]int, 1<<m-1)
	for modulus := 1<<m | 1; ; modulus += 2 {
		x, order := 1, 0
		for order == 0 || x != 1 {
			elements[order] = x
			order++
			x <<= 1
			if x>>m == 1 {
				x ^= modulus
			}
		}
		if order == len(elements) {
			return elements
		}
	}
}

// encode writes the word of a message.
func (b *bch) encode(row []int8, generator []int, message uint64) {
	for l := range row {
		row[l] = 1
	}
	for ; message != 0; message &= message - 1 {
		shift := bits.TrailingZeros64(message)
		for j, digit := range generator {
			row[shift+j] *= sign(uint64(digit))
		}
	}
}

// AlgebraicLimit is the largest number of classes of Hadamard and BCH, and one
// more than the largest number of columns of BCH: a code of 16 million entries.
const AlgebraicLimit = 4096

// Hadamard returns the first K rows of Sylvester's Hadamard matrix of the least
// order 2^m ≥ K, H_ij = (−1)^(number of ones in the binary digits of i AND j),
// without its first column, which is constant. Any two rows have distance
// 2^(m−1) exactly. It is an error if K > AlgebraicLimit, and it panics if K < 2.
func Hadamard(k int) (contract.Dense, error) {
	if err := checkAlgebraic("Hadamard", k); err != nil {
		return nil, err
	}
	order := 1 << bits.Len(uint(k-1))
	c := zeros(k, order-1)
	for i, row := range c {
		for l := range row {
			row[l] = sign(uint64(bits.OnesCount(uint(i & (l + 1)))))
		}
	}
	return c, nil
}

func checkAlgebraic(design string, k int) error {
	if k > AlgebraicLimit {
		return fmt.Errorf("a %s code is limited to %d classes, and there are %d", design, AlgebraicLimit, k)
	}
	return nil
}

// distinctColumns returns the code without its columns that lack a sign or that
// an earlier column equals, as it is or mirrored.
func distinctColumns(c contract.Dense) contract.Dense {
	var kept []int
	seen := map[string]bool{}
	for l := range c.Columns() {
		column := c.Column(l)
		if key := canonicalKey(column); !seen[key] && slices.Contains(column, 1) && slices.Contains(column, -1) {
			seen[key] = true
			kept = append(kept, l)
		}
	}
	if len(kept) == c.Columns() {
		return c
	}
	distinct := zeros(len(c), len(kept))
	for i, row := range distinct {
		for to, l := range kept {
			row[to] = c[i][l]
		}
	}
	return distinct
}
