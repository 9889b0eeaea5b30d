package cart

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/labels"
)

// TrainSparse is Train on rows in compressed form.
func (s settings) TrainSparse(ctx context.Context, p contract.Problem, x contract.SparseMatrix) (contract.Model,
	error) {
	classes, k, err := labels.Of(p, contract.Compressed(x))
	if err != nil {
		return nil, err
	}
	t, err := NewSparseGrower(s.limits(), SortSparse(x), classes, k, p.Task == contract.Binary).Grow(ctx, p.Weights)
	if err != nil {
		return nil, err
	}
	return s.finished(t), nil
}

// SparseGrower grows the trees that Grower does, from the values that are not 0. In every
// column the rows without a value are one block, between those below and above 0, whose
// weights are what the others leave of the node. Of weights whose sums are not rounded,
// such as those of rows that count alike, a tree has the same bits.
type SparseGrower struct {
	growing
	sorted    *SparseSorted
	places    []place // of the tree that grows; a node is a segment of some columns
	rows      []int32 // a node is a segment
	movedRows []int32
	zeros     []float64 // weights of the classes among the rows without a value
}

// sparseNode is rows, with the columns in which any of them has a value.
type sparseNode struct {
	start, end int
	segments   []segment
}

// sparseSplit is a split with where it cuts the values of its segment.
type sparseSplit struct {
	split        // cut is the number of rows that go left
	segment int  // among those of the node
	values  int  // places of the segment that go left
	zeros   bool // whether the rows without a value go left
}

// NewSparseGrower is NewGrower for rows in compressed form.
func NewSparseGrower(l Limits, s *SparseSorted, classes []int, k int, binary bool) *SparseGrower {
	return &SparseGrower{growing: newGrowing(l, s.rows, classes, k, binary), sorted: s, rows: make([]int32, s.rows),
		movedRows: make([]int32, s.rows), zeros: make([]float64, k)}
}

// Grow returns the tree for some weights, nil for all 1.
func (g *SparseGrower) Grow(ctx context.Context, weights []float64) (*Tree, error) {
	g.weigh(weights)
	for i := range g.rows {
		g.rows[i] = int32(i)
	}
	if g.MaxDepth == 1 {
		g.places = g.sorted.places // are not parted
	} else {
		g.places = append(g.places[:0], g.sorted.places...)
	}
	t := &Tree{cols: len(g.sorted.columns), classes: g.k, binary: g.binary}
	return t, g.grow(ctx, t, sparseNode{end: g.sorted.rows, segments: g.sorted.segments}, 0)
}

// grow appends a node, and those below it, to t.
func (g *SparseGrower) grow(ctx context.Context, t *Tree, n sparseNode, depth int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	g.right.reset()
	for _, i := range g.rows[n.start:n.end] {
		g.right.add(g.classes[i], g.weights[i])
	}
	counts, impurity := slices.Clone(g.right.counts), g.right.impurity()
	at := t.add(counts, impurity/g.total)
	if g.right.pure() || n.end-n.start < g.MinSamplesSplit || g.MaxDepth > 0 && depth >= g.MaxDepth {
		return nil
	}
	best := g.best(counts, n)
	if best.cut == 0 || (impurity-best.impurity)/g.total+tiny < g.MinImpurityDecrease {
		return nil
	}
	t.nodes[at].column, t.nodes[at].threshold = best.column, best.threshold
	left, right := g.divide(best, n, depth+1 == g.MaxDepth)
	if err := g.grow(ctx, t, left, depth+1); err != nil {
		return err
	}
	t.nodes[at].right = len(t.nodes)
	return g.grow(ctx, t, right, depth+1)
}

// best returns the first of the best splits; its cut is 0 if there is none.
func (g *SparseGrower) best(counts []float64, n sparseNode) sparseSplit {
	best := sparseSplit{split: split{impurity: math.Inf(1)}}
	for at, s := range n.segments {
		g.improve(&best, at, s, counts, n.end-n.start)
	}
	return best
}

// improve improves on the best split of a node of some rows by those of a segment.
func (g *SparseGrower) improve(best *sparseSplit, number int, s segment, counts []float64, rows int) {
	c, places := &g.sorted.columns[s.column], g.places[s.start:s.end]
	without := rows - len(places)
	if without == 0 && places[0].rank == places[len(places)-1].rank {
		return
	}
	copy(g.zeros, counts)
	for _, p := range places {
		g.zeros[g.classes[p.row]] -= g.weights[p.row]
	}
	below, _ := slices.BinarySearchFunc(places, c.zero, func(p place, zero int32) int { return cmp.Compare(p.rank, zero) })
	g.left.reset()
	g.right.set(counts)
	at, left, waiting := 0, 0, without > 0 // the rows without a value are waiting for their turn
	for {
		rank := c.zero
		if waiting && at == below {
			for k, w := range g.zeros {
				g.left.add(k, w)
				g.right.add(k, -w)
			}
			left, waiting = left+without, false
		} else {
			for rank = places[at].rank; at < len(places) && places[at].rank == rank; at++ {
				i := places[at].row
				g.left.add(g.classes[i], g.weights[i])
				g.right.add(g.classes[i], -g.weights[i])
				left++
			}
		}
		next := c.zero
		if !waiting || at != below {
			if at == len(places) {
				return
			}
			next = places[at].rank
		}
		if rows-left < g.MinSamplesLeaf {
			return
		}
		if left < g.MinSamplesLeaf {
			continue
		}
		if sum := g.impurities(counts); sum < best.impurity {
			*best = sparseSplit{segment: number, values: at, zeros: !waiting,
				split: split{column: int(s.column), cut: left, threshold: between(c.values[rank], c.values[next]), impurity: sum}}
		}
	}
}

// impurities returns the weights times the impurities of both sides of a node.
func (g *SparseGrower) impurities(counts []float64) float64 {
	if g.k == 2 && g.Criterion == Gini {
		minus, plus := g.left.counts[0], g.left.counts[1]
		return giniOfTwo(minus, plus) + giniOfTwo(counts[0]-minus, counts[1]-plus)
	}
	return g.left.impurity() + g.right.impurity()
}

// divide makes the rows and values that go left the first of the segments of a node,
// without changing the order within either side. The last nodes need no values.
func (g *SparseGrower) divide(best sparseSplit, n sparseNode, last bool) (left, right sparseNode) {
	rows := g.rows[n.start:n.end]
	for _, i := range rows {
		g.goesLeft[i] = best.zeros
	}
	of := n.segments[best.segment]
	for at, p := range g.places[of.start:of.end] {
		g.goesLeft[p.row] = at < best.values
	}
	toLeft, toRight := 0, 0
	for _, i := range rows {
		if g.goesLeft[i] {
			rows[toLeft] = i
			toLeft++
		} else {
			g.movedRows[toRight] = i
			toRight++
		}
	}
	copy(rows[toLeft:], g.movedRows[:toRight])
	left, right = sparseNode{start: n.start, end: n.start + toLeft}, sparseNode{start: n.start + toLeft, end: n.end}
	if last {
		return left, right
	}
	for _, s := range n.segments {
		middle := s.start + g.part(g.places[s.start:s.end])
		if middle > s.start {
			left.segments = append(left.segments, segment{s.column, s.start, middle})
		}
		if middle < s.end {
			right.segments = append(right.segments, segment{s.column, middle, s.end})
		}
	}
	return left, right
}

// ScoreSparse is Score for rows in compressed form.
func (t *Tree) ScoreSparse(x contract.SparseMatrix, scores []float64) {
	k := len(t.nodes[0].shares)
	x.Each(func(i int, row []float64) {
		t.Score(contract.Matrix{Rows: 1, Cols: x.Cols, Data: row}, scores[i*k:(i+1)*k])
	})
}
