package code

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// MostEntries bounds the entries of a code that is written out.
const MostEntries = 1 << 26

// WrittenOut returns a code as a matrix. It refuses one of more than MostEntries.
func WrittenOut(c contract.Code) (contract.Dense, error) {
	if c, ok := c.(contract.Dense); ok {
		return c, nil
	}
	k, columns := c.Classes(), c.Columns()
	if columns > MostEntries/k {
		return nil, fmt.Errorf("a code of %d classes and %d columns is not written out: it has more than %d entries",
			k, columns, MostEntries)
	}
	out, block := make(contract.Dense, k), make([]int8, k*columns)
	for i := range out {
		out[i] = block[i*columns : (i+1)*columns : (i+1)*columns]
		for _, e := range c.Row(i) {
			out[i][e.Column] = e.Sign
		}
	}
	return out, nil
}
