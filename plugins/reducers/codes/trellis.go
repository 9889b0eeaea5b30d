package codes

import (
	"math/bits"

	"github.com/manyclass/bench/framework/contract"
)

// Trellis returns the code of the paths through a graph with as many paths as classes and O(log K) edges
// (Jasinska and Karampatziakis, "Log-time and Log-space Extreme Classification", arXiv:1611.01964, 2016): +1
// for the edges of the path of a class, −1 for all others. With b = ⌊log2 K⌋ the graph has b steps of two
// states. From the source, 2^b paths lead through all steps, over an edge that they share, to the sink. For each
// binary digit i < b of K that is 1, an edge leads from the second state of step i + 1 to the sink: 2^i paths.
//
// Columns are the edges in this order: from the source, between steps, from the last step, the shared edge, and
// those of the digits, largest first. Edges of all paths are left out, and all but one of those of the same paths.
// Classes have the paths through all steps in the order of their states, read as a number whose last digit
// is step 1, then those of the digits. It panics if k < 2.
func Trellis(k int) contract.Dense {
	checkClasses(k)
	t := trellis{steps: bits.Len(uint(k)) - 1}
	for digit := t.steps - 1; digit >= 0; digit-- {
		if k>>digit&1 == 1 {
			t.digits = append(t.digits, digit)
		}
	}
	c := make(contract.Dense, 0, k)
	for states := range 1 << t.steps {
		c = append(c, t.path(states, t.steps, t.shared()))
	}
	for n, digit := range t.digits {
		for states := range 1 << digit {
			c = append(c, t.path(states|1<<digit, digit+1, t.shared()+1+n))
		}
	}
	return distinct(c)
}

// trellis is the graph.
type trellis struct {
	steps  int
	digits []int // those of K that are 1, without the first
}

// shared is the number of the edge that all paths through all steps have.
func (t trellis) shared() int { return 2 + 4*(t.steps-1) + 2 }

// path is a row of the code: some steps with the states in binary digits, and a last edge.
func (t trellis) path(states, steps, last int) []int8 {
	row := make([]int8, t.shared()+1+len(t.digits))
	for e := range row {
		row[e] = -1
	}
	state := states & 1
	row[state], row[last] = 1, 1
	for step := 1; step < steps; step++ {
		next := states >> step & 1
		row[2+4*(step-1)+2*state+next] = 1
		state = next
	}
	if last == t.shared() {
		row[last-2+state] = 1
	}
	return row
}

// distinct leaves out the columns that are the same for all classes, or equal to one before.
func distinct(c contract.Dense) contract.Dense {
	out, seen := make(contract.Dense, len(c)), map[string]bool{}
	for l := range c.Columns() {
		column := c.Column(l)
		key := make([]byte, len(c))
		both := false
		for k, m := range column {
			key[k] = byte(m + 1)
			both = both || m != column[0]
		}
		if !both || seen[string(key)] {
			continue
		}
		seen[string(key)] = true
		for k, m := range column {
			out[k] = append(out[k], m)
		}
	}
	return out
}
