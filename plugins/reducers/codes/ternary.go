package codes

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
)

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
func TernaryExhaustive(k int) (contract.Code, error) {
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
	code   contract.Code
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
