package cart

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
)

// grower holds the training rows, sorted once by every column. A node is the same
// segment of every order.
type grower struct {
	settings
	columns [][]float64 // d columns of n values
	order   [][]int32   // of each column, rows by ascending value and number
	classes []int
	weights []float64 // 1 without row weights
	total   float64   // weight of all rows

	goesLeft []bool  // of each row, in the split that is made
	moved    []int32 // rows that go right, while a segment is parted
	left     counter
	right    counter
}

func newGrower(s settings, p contract.Problem, classes []int, k int) *grower {
	n := p.X.Rows
	g := &grower{settings: s, classes: classes, weights: p.Weights, goesLeft: make([]bool, n), moved: make([]int32, n)}
	unweighted := n
	if g.weights == nil {
		g.weights = slices.Repeat([]float64{1}, n)
	} else {
		unweighted = 0
	}
	for _, w := range g.weights {
		g.total += w
	}
	g.left, g.right = newCounter(s.Criterion, k, unweighted), newCounter(s.Criterion, k, unweighted)
	for j := range p.X.Cols {
		column, order := make([]float64, n), make([]int32, n)
		for i := range n {
			column[i], order[i] = p.X.Data[i*p.X.Cols+j], int32(i)
		}
		slices.SortFunc(order, func(a, b int32) int {
			return cmp.Or(cmp.Compare(column[a], column[b]), cmp.Compare(a, b))
		})
		g.columns, g.order = append(g.columns, column), append(g.order, order)
	}
	return g
}

// split is the best split of a node. Rows at places before cut go left.
type split struct {
	column, cut int
	threshold   float64
	impurity    float64 // weight times impurity of both sides
}

// grow appends the node of rows [start, end) and those below it to t.
func (g *grower) grow(ctx context.Context, t *tree, start, end, depth int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g.count(start, end)
	counts, impurity := slices.Clone(g.right.counts), g.right.impurity()
	at := t.add(counts, impurity/g.total)
	if g.right.pure() || end-start < g.MinSamplesSplit || g.MaxDepth > 0 && depth >= g.MaxDepth {
		return nil
	}
	best := g.best(counts, start, end)
	if best.cut == 0 || (impurity-best.impurity)/g.total+tiny < g.MinImpurityDecrease {
		return nil
	}
	g.part(best, start, end)
	t.nodes[at].column, t.nodes[at].threshold = best.column, best.threshold
	if err := g.grow(ctx, t, start, best.cut, depth+1); err != nil {
		return err
	}
	t.nodes[at].right = len(t.nodes)
	return g.grow(ctx, t, best.cut, end, depth+1)
}

// tiny is by how much a decrease may fall short of min_impurity_decrease.
const tiny = 0x1p-52

// count counts the rows of a node in g.right.
func (g *grower) count(start, end int) {
	g.right.reset()
	for _, i := range g.order[0][start:end] {
		g.right.add(g.classes[i], g.weights[i])
	}
}

// best returns the first of the best splits; its cut is 0 if there is none.
func (g *grower) best(counts []float64, start, end int) split {
	best := split{impurity: math.Inf(1)}
	for j, order := range g.order {
		column := g.columns[j]
		if column[order[start]] == column[order[end-1]] {
			continue
		}
		g.left.reset()
		g.right.set(counts)
		for at := start; at < end-g.MinSamplesLeaf; at++ {
			i := order[at]
			g.left.add(g.classes[i], g.weights[i])
			g.right.add(g.classes[i], -g.weights[i])
			if at+1-start < g.MinSamplesLeaf || column[i] == column[order[at+1]] {
				continue
			}
			if sum := g.left.impurity() + g.right.impurity(); sum < best.impurity {
				best = split{column: j, cut: at + 1, threshold: between(column[i], column[order[at+1]]), impurity: sum}
			}
		}
	}
	return best
}

// between returns a threshold from a < b that is below b.
func between(a, b float64) float64 {
	if t := a/2 + b/2; t >= a && t < b {
		return t
	}
	return a
}

// part makes the rows that go left the first of the segment in every order,
// without changing the order within either side.
func (g *grower) part(s split, start, end int) {
	for at, i := range g.order[s.column][start:end] {
		g.goesLeft[i] = start+at < s.cut
	}
	for j, order := range g.order {
		if j == s.column {
			continue
		}
		segment := order[start:end]
		left, right := 0, 0
		for _, i := range segment {
			if g.goesLeft[i] {
				segment[left] = i
				left++
			} else {
				g.moved[right] = i
				right++
			}
		}
		copy(segment[left:], g.moved[:right])
	}
}

// counter holds the weight of each class on one side of a split.
type counter struct {
	counts  []float64
	total   float64
	squares float64   // Σ counts², kept for gini
	bits    bool      // impurity is entropy, not gini
	table   []float64 // v·log₂ v of whole v; nil with row weights
}

// newCounter returns a counter of rows, up to rows of them, or of weights if rows
// is 0.
func newCounter(criterion string, classes, rows int) counter {
	c := counter{counts: make([]float64, classes), bits: criterion == entropy}
	if c.bits && rows > 0 {
		c.table = make([]float64, rows+1)
		for v := 2; v <= rows; v++ {
			c.table[v] = float64(v) * math.Log2(float64(v))
		}
	}
	return c
}

func (c *counter) reset() {
	clear(c.counts)
	c.total, c.squares = 0, 0
}

// set takes over the counts of a node.
func (c *counter) set(counts []float64) {
	c.reset()
	for k, n := range counts {
		c.add(k, n)
	}
}

// add adds weight w, which may be negative, to a class. With whole weights
// nothing is rounded.
func (c *counter) add(class int, w float64) {
	n := c.counts[class]
	c.squares += w * (2*n + w)
	c.counts[class] = n + w
	c.total += w
}

// pure reports whether all weight is on one class.
func (c *counter) pure() bool {
	present := lists.Count(c.counts, func(n float64) bool { return n > 0 })
	return present < 2
}

// impurity returns total·(1 − Σ p²) or −total·Σ p·log₂ p, with p = counts/total,
// and 0 where weights of very different size have left only rounding.
func (c *counter) impurity() float64 {
	if !(c.total > 0) {
		return 0
	}
	if !c.bits {
		return c.total - c.squares/c.total
	}
	sum := c.timesLog(c.total)
	for _, n := range c.counts {
		sum -= c.timesLog(n)
	}
	return sum
}

// timesLog returns v·log₂ v, and 0 for v = 0.
func (c *counter) timesLog(v float64) float64 {
	if c.table != nil {
		return c.table[int(v)]
	}
	if v <= 0 {
		return 0
	}
	return v * math.Log2(v)
}
