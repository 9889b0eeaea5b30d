package codes

import (
	"fmt"
	"math/bits"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
)

// AlgebraicLimit is the largest number of classes of Hadamard and BCH, and one
// more than the largest number of columns of BCH: a code of 16 million entries.
const AlgebraicLimit = 4096

// Hadamard returns the first K rows of Sylvester's Hadamard matrix of the least
// order 2^m ≥ K, H_ij = (−1)^(number of ones in the binary digits of i AND j),
// without its first column, which is constant. Any two rows have distance
// 2^(m−1) exactly. It is an error if K > AlgebraicLimit, and it panics if K < 2.
func Hadamard(k int) (contract.Code, error) {
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
func distinctColumns(c contract.Code) contract.Code {
	var kept []int
	seen := map[string]bool{}
	for l := range c.Columns() {
		canonical, _ := code.Canonical(c.Column(l))
		key := code.Key(canonical)
		if !seen[key] && bothSigns(canonical) {
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

func bothSigns(column []int8) bool {
	positive, negative := false, false
	for _, m := range column {
		positive, negative = positive || m > 0, negative || m < 0
	}
	return positive && negative
}
