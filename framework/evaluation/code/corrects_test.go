package code

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// TestCorrectsIsSure flips every set of that many outputs of every row, with
// every answer of the models that leave the class out, and decodes.
func TestCorrectsIsSure(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 0))
	const columns = 9
	positive := 0
	for range 3000 {
		c := randomTernary(r, 3, columns)
		e := Corrects(c)
		if e == 0 {
			continue
		}
		positive++
		for i, row := range c {
			for flips := range 1 << columns {
				if bits.OnesCount(uint(flips)) <= e {
					checkDecodes(t, c, i, word(row, flips, true))
					checkDecodes(t, c, i, word(row, flips, false))
				}
			}
		}
	}
	if positive < 10 {
		t.Fatalf("only %d codes correct anything: the test tests nothing", positive)
	}
}

// surely returns how many wrong outputs are corrected whatever they are and
// whatever the models of zero entries answer: it decodes every word for every
// class. A tie counts as a failure. The result is limited to the columns that the
// classes have, and 0 if a class fails without any wrong output.
func surely(c contract.Dense) int {
	least := c.Columns() + 1 // wrong outputs of a word that fails
	w := make([]int8, c.Columns())
	for bits := range 1 << c.Columns() {
		for l := range w {
			w[l] = 2*int8(bits>>l&1) - 1
		}
		for i, row := range c {
			if !decodesTo(c, i, w) {
				least = min(least, wrong(row, w))
			}
		}
	}
	return max(0, least-1)
}

func decodesTo(c contract.Dense, i int, word []int8) bool {
	own := distance(word, c[i])
	for j, row := range c {
		if j != i && distance(word, row) <= own {
			return false
		}
	}
	return true
}

// wrong counts the outputs that differ from the nonzero entries of a row.
func wrong(row, word []int8) int {
	n := 0
	for l, m := range row {
		if m != 0 && m != word[l] {
			n++
		}
	}
	return n
}

// TestCorrectsAgainstAllErrors compares Corrects with every error pattern. Its
// condition is sufficient for any code. It is also necessary where the wrong
// outputs can all fall on columns in which the closest rows have opposite signs:
// always in codes without zeros.
func TestCorrectsAgainstAllErrors(t *testing.T) {
	named := map[string]contract.Dense{
		"one-vs-rest 2": {{1}, {-1}},
		"ordered 4":     {{1, 0, 0}, {-1, 1, 0}, {-1, -1, 1}, {-1, -1, -1}},
		"exhaustive 3":  binary("111", "001", "010"),
		"exhaustive 4":  binary("1111111", "0000111", "0011001", "0101010"),
		"exhaustive 5": binary("111111111111111", "000000001111111", "000011110000111", "001100110011001",
			"010101010101010"),
		"hadamard 5": binary("1111111", "0101010", "1001100", "0011001", "1110000"),
		"cyclic 5":   binary("1111111", "0010111", "1001011", "1100101", "1110010"),
	}
	for k := 3; k <= 5; k++ {
		named[fmt.Sprintf("one-vs-rest %d", k)] = oneVsRest(k)
		named[fmt.Sprintf("one-vs-one %d", k)] = oneVsOne(k)
	}
	for name, c := range named {
		if got, want := Corrects(c), surely(c); got != want {
			t.Errorf("%s: Corrects says %d, all error patterns say %d", name, got, want)
		}
	}
	r := rand.New(rand.NewPCG(11, 0))
	exact, positive := 0, 0
	for range 1500 {
		c := randomTernary(r, 2+r.IntN(4), 1+r.IntN(10))
		got, want := Corrects(c), surely(c)
		if got > want || got < want && tight(c, got) {
			t.Fatalf("%v: Corrects says %d, all error patterns say %d", c, got, want)
		}
		if got == want {
			exact++
		}
		if got > 0 {
			positive++
		}
	}
	if exact < 1000 || positive < 20 {
		t.Errorf("%d codes exact, %d that correct anything: the test tests little", exact, positive)
	}
}

// tight reports whether the closest ordered pair of rows has more than e columns
// of opposite sign, so that e + 1 wrong outputs there undo its lead.
func tight(c contract.Dense, e int) bool {
	least, most := math.MaxInt, 0
	for i := range c {
		for j := range c {
			if i == j {
				continue
			}
			opposite := 0
			for l := range c[i] {
				if c[i][l]*c[j][l] < 0 {
					opposite++
				}
			}
			switch margin := twiceMargin(c[i], c[j]); {
			case margin < least:
				least, most = margin, opposite
			case margin == least:
				most = max(most, opposite)
			}
		}
	}
	return most > e
}

// word is the row with the flipped outputs swapped and its zeros answered alike.
func word(row []int8, flips int, answer bool) []int8 {
	w := make([]int8, len(row))
	for l, m := range row {
		switch {
		case m == 0 && answer:
			m = 1
		case m == 0:
			m = -1
		case flips>>l&1 == 1:
			m = -m
		}
		w[l] = m
	}
	return w
}

func checkDecodes(t *testing.T, c contract.Dense, want int, word []int8) {
	t.Helper()
	for j := range c {
		if j != want && distance(word, c[j]) <= distance(word, c[want]) {
			t.Fatalf("code %v corrects %d, but word %v of class %d decodes to %d", c, Corrects(c), word, want, j)
		}
	}
}
