// Package codes designs code matrices for K classes. It is pure: the same
// arguments give the same matrix.
package codes

import (
	"fmt"
	"math"
	"math/bits"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// OneVsRest returns contract.Rest for K > 2 classes. For K = 2 that is one question,
// and the code is the one column (+1, −1).
func OneVsRest(k int) contract.Code {
	if k == 2 {
		return contract.Dense{{1}, {-1}}
	}
	return contract.Rest(k)
}

// OneVsOneAsymmetric returns the code of K(K−1) columns that asks each question
// of contract.Pairs twice, the second time with the signs swapped: two models for
// learners that do not treat the classes alike. It panics if K < 2.
func OneVsOneAsymmetric(k int) contract.Dense {
	c := zeros(k, k*(k-1))
	l := 0
	for i := range k {
		for j := i + 1; j < k; j++ {
			c[i][l], c[j][l] = 1, -1
			c[i][l+1], c[j][l+1] = -1, 1
			l += 2
		}
	}
	return c
}

// OrderedOneVsRest returns the code of K−1 columns that ask "this class or a
// later one?": column i is +1 for class order[i], −1 for the classes after it in
// the order and 0 for those before. It panics if order is not a permutation of
// 0 … K−1, K ≥ 2.
func OrderedOneVsRest(order []int) contract.Dense {
	k := len(order)
	c := zeros(k, k-1)
	if !isPermutation(order, k) {
		panic("codes: the order of the classes is not a permutation")
	}
	for i, class := range order {
		row := c[class]
		for l := range min(i, k-1) {
			row[l] = -1
		}
		if i < k-1 {
			row[i] = 1
		}
	}
	return c
}

// isPermutation reports whether a list holds 0 … k−1, each once.
func isPermutation(list []int, k int) bool {
	return slices.Equal(slices.Sorted(slices.Values(list)), lists.Range(k))
}

// Minimal returns the code of ⌈log2 K⌉ columns that are the binary digits of the
// class number, the highest first; the digit 0 is +1 and the digit 1 is −1. It
// panics if K < 2.
func Minimal(k int) contract.Dense {
	width := bits.Len(uint(k - 1))
	c := zeros(k, width)
	for i, row := range c {
		for l := range row {
			row[l] = sign(uint64(i) >> (width - 1 - l))
		}
	}
	return c
}

// sign returns +1 for an even number and −1 for an odd one.
func sign(digit uint64) int8 { return 1 - 2*int8(digit&1) }

// ExhaustiveLimit is the largest number of classes for which an exhaustive code,
// of 2,047 columns then, is still sensible to train.
const ExhaustiveLimit = 12

// Exhaustive returns the code of all 2^(K−1)−1 distinct columns of ±1 with both
// signs, the first class always +1, in the order of Dietterich & Bakiri,
// "Solving multiclass learning problems via error-correcting output codes",
// JAIR 2 (1995), §2.3. It panics if K < 2 or K > 24.
func Exhaustive(k int) contract.Dense {
	if k > 24 {
		panic("codes: an exhaustive code of more than 24 classes")
	}
	width := DenseCap(k)
	c := zeros(k, width)
	for l := range width {
		negative := width - l // bit k−1−i is set where class i is −1
		for i, row := range c {
			row[l] = 1
			if negative>>(k-1-i)&1 == 1 {
				row[l] = -1
			}
		}
	}
	return c
}

// DenseCap returns 2^(K−1)−1, the number of distinct columns of ±1 for K
// classes that hold both signs, counting a column and its mirror image once. It
// returns the largest int where that does not fit.
func DenseCap(k int) int {
	if k > 63 {
		return math.MaxInt
	}
	return 1<<(k-1) - 1
}

// DenseWidth returns the number of columns of a dense random code for K
// classes: ⌈10·log2 K⌉ (Allwein, Schapire & Singer, "Reducing multiclass to
// binary", JMLR 1, 2000, §6), at most DenseCap.
func DenseWidth(k int) int {
	return min(int(math.Ceil(10*elementary.Log2(float64(k)))), DenseCap(k))
}

// zeros returns a code of k rows and l columns of zeros in one block.
func zeros(k, l int) contract.Dense {
	if k < 2 {
		panic("codes: a code needs at least two classes")
	}
	c, block := make(contract.Dense, k), make([]int8, k*l)
	for i := range c {
		c[i] = block[i*l : (i+1)*l : (i+1)*l]
	}
	return c
}

// TernaryLimit is the largest number of classes for which there is a ternary
// exhaustive code, of 28,501 columns then.
const TernaryLimit = 10

// SparseCap returns (3^K − 2^(K+1) + 1)/2, the number of distinct columns of +1,
// −1 and 0 for K classes that hold both signs, counting a column and its mirror
// image once. It returns the largest int where that does not fit.
func SparseCap(k int) int {
	if k > 40 {
		return math.MaxInt
	}
	power := uint64(1)
	for range k {
		power *= 3
	}
	return int((power + 1 - 1<<(k+1)) / 2)
}

// TernaryExhaustive returns the code of all SparseCap columns, in the order of
// their entries from the first class to the last: +1 before −1 before 0. The
// first nonzero entry of a column is +1. It is an error if K > TernaryLimit, and
// it panics if K < 2.
func TernaryExhaustive(k int) (contract.Dense, error) {
	if k > TernaryLimit {
		return nil, fmt.Errorf("a ternary exhaustive code is limited to %d classes: "+
			"for %d it would have (3^%d - 2^%d + 1)/2 columns", TernaryLimit, k, k, k+1)
	}
	e := ternary{code: zeros(k, SparseCap(k)), column: make([]int8, k)}
	e.from(0, false, false)
	return e.code, nil
}

// ternary enumerates columns.
type ternary struct {
	code   contract.Dense
	column []int8
	done   int // columns written
}

// from writes every column that goes on from the entries before a class, which
// hold a +1 and a −1 or not.
func (e *ternary) from(class int, positive, negative bool) {
	if class == len(e.column) {
		if positive && negative {
			for i, m := range e.column {
				e.code[i][e.done] = m
			}
			e.done++
		}
		return
	}
	e.column[class] = 1
	e.from(class+1, true, negative)
	if positive {
		e.column[class] = -1
		e.from(class+1, true, true)
	}
	e.column[class] = 0
	e.from(class+1, positive, negative)
}

// Ordinal returns the code of K−1 thresholds between classes of which order has the
// lowest first: column l asks "above the class order[l]?", +1 for the classes that are
// and −1 for the others (Frank & Hall, "A simple approach to ordinal classification",
// ECML 2001). It panics if order is not a permutation of 0 … K−1, K ≥ 2.
func Ordinal(order []int) contract.Dense {
	k := len(order)
	c := zeros(k, k-1)
	if !isPermutation(order, k) {
		panic("codes: the order of the classes is not a permutation")
	}
	for place, class := range order {
		for l := range c[class] {
			c[class][l] = -1
			if place > l {
				c[class][l] = 1
			}
		}
	}
	return c
}
