package cart

import (
	"context"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
)

// Limits say when a node is a leaf.
type Limits struct {
	Criterion           string
	MaxDepth            int // 0 means no limit
	MinSamplesSplit     int
	MinSamplesLeaf      int
	MinImpurityDecrease float64
}

// Grower grows trees on the same rows with the same classes and any weights.
type Grower struct {
	growing
	sorted *Sorted
	order  [][]place    // of each column, of the tree that grows; a node is the same segment of every one
	pairs  [][2]float64 // of two classes: the weight of each row in the place of its class
}

// growing is what a tree grows with, whatever the form of its rows.
type growing struct {
	Limits
	classes []int
	k       int
	binary  bool // shares are those of class 1 alone

	weights []float64
	total   float64 // weight of all rows

	left, right counter
	goesLeft    []bool  // of each row, in the split that is made
	moved       []place // values that go right, while a segment is parted
}

func newGrowing(l Limits, rows int, classes []int, k int, binary bool) growing {
	return growing{Limits: l, classes: classes, k: k, binary: binary, goesLeft: make([]bool, rows),
		moved: make([]place, rows)}
}

// weigh begins a tree for some weights, nil for all 1.
func (g *growing) weigh(weights []float64) {
	unweighted := 0
	if g.weights = weights; weights == nil {
		unweighted = len(g.goesLeft)
		g.weights = slices.Repeat([]float64{1}, unweighted)
	}
	g.total = lists.Sum(g.weights)
	g.left, g.right = newCounter(g.Criterion, g.k, unweighted), newCounter(g.Criterion, g.k, unweighted)
}

// part makes the places whose rows go left the first ones, without changing the order
// within either side, and returns their number.
func (g *growing) part(places []place) int {
	left, right := 0, 0
	for _, p := range places {
		if g.goesLeft[p.row] {
			places[left] = p
			left++
		} else {
			g.moved[right] = p
			right++
		}
	}
	copy(places[left:], g.moved[:right])
	return left
}

// NewGrower returns a grower of trees that distinguish k classes, on rows of the given
// classes. Its trees give the share of class 1 alone if binary.
func NewGrower(l Limits, s *Sorted, classes []int, k int, binary bool) *Grower {
	return &Grower{growing: newGrowing(l, s.rows, classes, k, binary), sorted: s, order: make([][]place, len(s.columns))}
}

// Grow returns the tree for some weights, nil for all 1.
func (g *Grower) Grow(ctx context.Context, weights []float64) (*Tree, error) {
	n := g.sorted.rows
	g.weigh(weights)
	if g.k == 2 && g.Criterion == Gini {
		g.pairs = slices.Grow(g.pairs[:0], n)[:n]
		for i, w := range g.weights {
			g.pairs[i] = [2]float64{}
			g.pairs[i][g.classes[i]] = w
		}
	}
	for j, c := range g.sorted.columns {
		if g.MaxDepth == 1 {
			g.order[j] = c.order // is not parted
		} else {
			g.order[j] = append(g.order[j][:0], c.order...)
		}
	}
	t := &Tree{cols: len(g.order), classes: g.k, binary: g.binary}
	return t, g.grow(ctx, t, 0, 0, n, 0)
}

// split is the best split of a node. Rows at places before cut go left.
type split struct {
	column, cut int
	threshold   float64
	impurity    float64 // weight times impurity of both sides
}

// grow appends the node of rows [start, end) of the order of a column, and those below
// it, to t. Above the last level they are the same rows in every order.
func (g *Grower) grow(ctx context.Context, t *Tree, column, start, end, depth int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g.count(column, start, end)
	counts, impurity := slices.Clone(g.right.counts), g.right.impurity()
	at := t.add(counts, impurity/g.total)
	if g.right.pure() || end-start < g.MinSamplesSplit || g.MaxDepth > 0 && depth >= g.MaxDepth {
		return nil
	}
	best := g.best(counts, start, end)
	if best.cut == 0 || (impurity-best.impurity)/g.total+tiny < g.MinImpurityDecrease {
		return nil
	}
	if depth+1 != g.MaxDepth {
		g.divide(best, start, end)
	}
	t.nodes[at].column, t.nodes[at].threshold = best.column, best.threshold
	if err := g.grow(ctx, t, best.column, start, best.cut, depth+1); err != nil {
		return err
	}
	t.nodes[at].right = len(t.nodes)
	return g.grow(ctx, t, best.column, best.cut, end, depth+1)
}

// tiny is by how much a decrease may fall short of min_impurity_decrease.
const tiny = 0x1p-52

// count counts the rows of a node in g.right.
func (g *Grower) count(column, start, end int) {
	g.right.reset()
	for _, p := range g.order[column][start:end] {
		g.right.add(g.classes[p.row], g.weights[p.row])
	}
}

// best returns the first of the best splits; its cut is 0 if there is none.
func (g *Grower) best(counts []float64, start, end int) split {
	best := split{impurity: math.Inf(1)}
	for j, order := range g.order {
		if order[start].rank == order[end-1].rank {
			continue
		}
		if g.k == 2 && g.Criterion == Gini {
			g.bestOfTwo(j, counts, start, end, &best)
		} else {
			g.bestOfMany(j, counts, start, end, &best)
		}
	}
	return best
}

// bestOfMany improves on the best split by those of a column.
func (g *Grower) bestOfMany(j int, counts []float64, start, end int, best *split) {
	g.left.reset()
	g.right.set(counts)
	order := g.order[j]
	for at := start; at < end-g.MinSamplesLeaf; at++ {
		i := order[at].row
		g.left.add(g.classes[i], g.weights[i])
		g.right.add(g.classes[i], -g.weights[i])
		if at+1-start < g.MinSamplesLeaf || order[at].rank == order[at+1].rank {
			continue
		}
		if sum := g.left.impurity() + g.right.impurity(); sum < best.impurity {
			*best = split{column: j, cut: at + 1, threshold: g.sorted.columns[j].threshold(order, at), impurity: sum}
		}
	}
}

// bestOfTwo is bestOfMany for the impurity gini of two classes.
func (g *Grower) bestOfTwo(j int, counts []float64, start, end int, best *split) {
	minus, plus := 0.0, 0.0 // on the left
	order := g.order[j][:end]
	for at := start; at < end-g.MinSamplesLeaf; at++ {
		p := order[at]
		w := &g.pairs[p.row]
		minus += w[0]
		plus += w[1]
		if p.rank == order[at+1].rank || at+1-start < g.MinSamplesLeaf {
			continue
		}
		if sum := giniOfTwo(minus, plus) + giniOfTwo(counts[0]-minus, counts[1]-plus); sum < best.impurity {
			*best = split{column: j, cut: at + 1, threshold: g.sorted.columns[j].threshold(order, at), impurity: sum}
		}
	}
}

// giniOfTwo returns 2·a·b/(a + b): the weight times the impurity of two classes, 0 where
// rounding has left nothing of one.
func giniOfTwo(a, b float64) float64 {
	if !(a > 0 && b > 0) {
		return 0
	}
	if a > b {
		a, b = b, a // so that the result is the same for either order
	}
	return 2 * a * (b / (a + b))
}

// divide makes the rows that go left the first of the segment in every order.
func (g *Grower) divide(s split, start, end int) {
	for at, p := range g.order[s.column][start:end] {
		g.goesLeft[p.row] = start+at < s.cut
	}
	for j, order := range g.order {
		if j != s.column {
			g.part(order[start:end])
		}
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
	c := counter{counts: make([]float64, classes), bits: criterion == Entropy}
	if c.bits && rows > 0 {
		c.table = make([]float64, rows+1)
		for v := 2; v <= rows; v++ {
			c.table[v] = float64(v) * elementary.Log2(float64(v))
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
	c.squares += float64(w * (float64(2*n) + w))
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
	return v * elementary.Log2(v)
}

// The values of the parameter criterion.
const (
	Gini    = "gini"
	Entropy = "entropy"
)
