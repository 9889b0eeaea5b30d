package decode

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// Product multiplies probabilities along the path from the root of a
// nested dichotomy to the class, p_k = Π σ(s_l·m_kl) over the nonzero
// entries of its row among the columns of a tree, and takes the mean over
// the trees of Rule.Trees (Frank & Kramer, ICML 2004). Class scores are
// ln p_k.
const Product Method = "product"

func prepareTrees(trees [][]int, code contract.Code) (func() decoder, error) {
	if trees == nil {
		trees = [][]int{lists.Range(code.Columns())}
	}
	if len(trees) == 0 {
		return nil, fmt.Errorf("%s needs a tree", Product)
	}
	for t, tree := range trees {
		if err := checkTree(code, tree); err != nil {
			return nil, fmt.Errorf("%s: tree %d: %w", Product, t, err)
		}
	}
	c := newColumns(code)
	return func() decoder {
		p := newPaths(c, code.Classes(), trees)
		return decoder{score: p.score, equal: ofLog, probabilities: softmax}
	}, nil
}

// paths computes the logarithms of products along paths.
type paths struct {
	columns            *columns
	trees              [][]int
	positive, negative []float64   // ln σ(s) and ln σ(−s) of each column
	logs               [][]float64 // ln p of each class in each tree
}

func newPaths(c *columns, classes int, trees [][]int) *paths {
	p := &paths{columns: c, trees: trees, positive: make([]float64, len(c.split)), negative: make([]float64, len(c.split))}
	for range trees {
		p.logs = append(p.logs, make([]float64, classes))
	}
	return p
}

// score stores ln of the mean probability of each class.
func (p *paths) score(s, out []float64) {
	for l, x := range s {
		p.positive[l], p.negative[l] = -softplus(x), -softplus(-x)
	}
	for t, tree := range p.trees {
		clear(p.logs[t])
		for _, l := range tree {
			for _, k := range p.columns.positive(l) {
				p.logs[t][k] += p.positive[l]
			}
			for _, k := range p.columns.negative(l) {
				p.logs[t][k] += p.negative[l]
			}
		}
	}
	for k := range out {
		largest := math.Inf(-1)
		for _, logs := range p.logs {
			largest = max(largest, logs[k])
		}
		sum := 0.0
		for _, logs := range p.logs {
			sum += elementary.Exp(logs[k] - largest)
		}
		out[k] = largest + elementary.Log(sum/float64(len(p.logs)))
	}
}

// checkTree returns an error unless the columns are the nodes of one binary
// tree: one of them holds all classes, and each side of each holds one class or
// all classes of one other.
func checkTree(code contract.Code, tree []int) error {
	nodes := map[string]int{} // the columns left, by the classes that they hold
	for _, l := range tree {
		if l < 0 || l >= code.Columns() {
			return fmt.Errorf("there is no column %d among %d", l, code.Columns())
		}
		key := classSet(code.Column(l), func(m int8) bool { return m != 0 })
		if other, ok := nodes[key]; ok {
			return fmt.Errorf("columns %d and %d hold the same classes", other, l)
		}
		nodes[key] = l
	}
	all := make([]int8, code.Classes())
	waiting := []string{classSet(all, func(int8) bool { return true })}
	for len(waiting) > 0 {
		key := waiting[len(waiting)-1]
		waiting = waiting[:len(waiting)-1]
		l, ok := nodes[key]
		if !ok {
			return fmt.Errorf("no column splits the classes %v", classNumbers(key))
		}
		delete(nodes, key)
		for _, sign := range []int8{1, -1} {
			side := classSet(code.Column(l), func(m int8) bool { return m == sign })
			switch n := strings.Count(side, "1"); {
			case n == 0:
				return fmt.Errorf("column %d has no class with %+d", l, sign)
			case n > 1:
				waiting = append(waiting, side)
			}
		}
	}
	left := slices.Collect(maps.Values(nodes))
	if i := slices.IndexFunc(tree, func(l int) bool { return slices.Contains(left, l) }); i >= 0 {
		return fmt.Errorf("column %d is not reached from the root", tree[i])
	}
	return nil
}

// classSet returns the classes whose entry is in a set as a string of 0 and 1.
func classSet(column []int8, in func(int8) bool) string {
	set := make([]byte, len(column))
	for k, m := range column {
		set[k] = '0'
		if in(m) {
			set[k] = '1'
		}
	}
	return string(set)
}

// classNumbers lists the classes of a set.
func classNumbers(set string) []int {
	return lists.Filter(lists.Range(len(set)), func(k int) bool { return set[k] == '1' })
}
