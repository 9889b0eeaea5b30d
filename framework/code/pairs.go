package code

import "github.com/manyclass/bench/framework/contract"

// Pairs returns the code of K(K−1)/2 columns that ask "class i or class j?", pairs
// i < j in lexical order, +1 for class i; rows of other classes are left out. It panics if K < 2.
func Pairs(k int) contract.Code {
	if k < 2 {
		panic("code: pairs need at least two classes")
	}
	columns := k * (k - 1) / 2
	c, block := make(contract.Code, k), make([]int8, k*columns)
	for i := range c {
		c[i] = block[i*columns : (i+1)*columns : (i+1)*columns]
	}
	l := 0
	for i := range k {
		for j := i + 1; j < k; j++ {
			c[i][l], c[j][l] = 1, -1
			l++
		}
	}
	return c
}

// ArePairs reports whether a code is that of [Pairs]: K says it all then, and a matrix of
// K³/2 entries need not be written down.
func ArePairs(c contract.Code) bool {
	k := len(c)
	if k < 2 || c.Columns() != k*(k-1)/2 {
		return false
	}
	for class, row := range c {
		l := 0
		for i := range k {
			for j := i + 1; j < k; j++ {
				want := int8(0)
				switch class {
				case i:
					want = 1
				case j:
					want = -1
				}
				if row[l] != want {
					return false
				}
				l++
			}
		}
	}
	return true
}
