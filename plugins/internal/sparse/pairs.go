package sparse

import (
	"context"
	"math/bits"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// Problems of two classes out of more, with a smooth loss, are trained side by side in
// a way of their own: see pair. All that it asks of the data is to multiply a vector
// over the rows of each problem by X·Xᵀ. A row takes part in as many problems as there
// are classes beside its own. So these vectors are together, 8 a row, and an element
// of the data serves 8 problems with one run of vector instructions. Columns come one
// after the other. The sums over the rows of each class are formed in the first level
// cache, exchanged between the two classes of each problem, and go back to the rows.
// The vectors of the rows of two times 8 classes, which have 64 problems between them,
// fit a second level cache.

// pairs are problems of two classes that are trained side by side.
type pairs struct {
	*problems
	list     []*pair
	tiles    [2]*tile // the second may be nil
	exchange *kernel.Exchange
	owners   [2 * kernel.Lanes * kernel.Lanes]*pair // of the lanes of the slots of both tiles
}

func newPairs(p *problems, columns []int) *pairs {
	g := &pairs{problems: p}
	var classes [2][]int
	within := true
	for _, c := range columns {
		used := p.pairOf(c)
		within = within && used[0]/kernel.Lanes == used[1]/kernel.Lanes
		classes[0], classes[1] = append(classes[0], used[0]), append(classes[1], used[1])
	}
	if within {
		classes[0], classes[1] = slices.Concat(classes[0], classes[1]), nil
	}
	var tiles [2]*kernel.Tile
	var rows [2]int
	for i := range classes {
		slices.Sort(classes[i])
		if classes[i] = slices.Compact(classes[i]); len(classes[i]) > 0 {
			g.tiles[i] = p.tileOf(classes[i])
			tiles[i], rows[i] = &g.tiles[i].Tile, g.tiles[i].rows
		}
	}
	g.exchange = kernel.NewExchange(tiles[0], tiles[1], rows, g.place(columns))
	return g
}

// place gives each problem a lane in the slots of its two classes.
func (g *pairs) place(columns []int) *kernel.Partners {
	var partners kernel.Partners
	var used [2 * kernel.Lanes]int // lanes of each slot
	for _, c := range columns {
		one := newPair(g.problems, c, g.pairOf(c))
		for i, class := range one.classes {
			side := i
			if g.tiles[1] == nil {
				side = 0
			}
			t := g.tiles[side]
			number := slices.Index(t.classes, class)
			slot := side*kernel.Lanes + number
			one.places[i] = place{side, t.first[number]*kernel.Lanes + used[slot], slot*kernel.Lanes + used[slot]}
			used[slot]++
		}
		for i, at := range one.places {
			g.owners[at.lane], partners[at.lane] = one, int64(one.places[1-i].lane)
		}
		g.list = append(g.list, one)
	}
	return &partners
}

// tileOf returns the rows of some classes of a block, in ascending order.
func (p *problems) tileOf(classes []int) *tile {
	at := classes[0] / kernel.Lanes
	if len(classes) < min(kernel.Lanes, len(p.classes)-at*kernel.Lanes) {
		return p.newTile(classes)
	}
	b := &p.blocks[at]
	b.once.Do(func() { b.tile = p.newTile(classes) })
	return b.tile
}

// newTile sorts the elements of the rows by column. The elements of a column alternate
// between the classes, so that sums need not wait for each other.
func (p *problems) newTile(classes []int) *tile {
	t := &tile{classes: classes}
	t.Starts, t.Present = make([]int64, p.cols+1), make([]uint8, p.cols)
	longest := 0
	for slot, class := range classes {
		t.first = append(t.first, t.rows)
		t.rows += len(p.classes[class])
		longest = max(longest, len(p.classes[class]))
		for _, r := range p.classes[class] {
			for _, j := range p.csr.Indices[r.start:r.end] {
				t.Starts[j]++
				t.Present[j] |= 1 << slot
			}
		}
	}
	sum := int64(0)
	for j, n := range t.Starts {
		sum += n
		t.Starts[j] = sum
	}
	t.Entries, t.Data = make([]uint32, sum), make([]float64, sum)
	for i := longest - 1; i >= 0; i-- {
		for slot := len(classes) - 1; slot >= 0; slot-- {
			if i < len(p.classes[classes[slot]]) {
				t.enter(p, p.classes[classes[slot]][i], kernel.Entry(t.first[slot]+i, slot))
			}
		}
	}
	return t
}

// enter adds a row before those that are there.
func (t *tile) enter(p *problems, r row, entry uint32) {
	data, indices := p.features(r)
	for k, j := range indices {
		t.Starts[j]--
		at := t.Starts[j]
		t.Entries[at], t.Data[at] = entry, data[k]
	}
}

// put writes a vector of a problem to its lanes.
func (g *pairs) put(p *pair, x []float64) {
	for i, place := range p.places {
		v, at := g.exchange.V[place.side], place.first
		for _, value := range x[p.start[i] : p.start[i]+p.count[i]] {
			v[at] = value
			at += kernel.Lanes
		}
	}
}

// get reads what Multiply made of a vector.
func (g *pairs) get(p *pair, x []float64) {
	for i, place := range p.places {
		f, at, part := g.exchange.F[place.side], place.first, x[p.start[i]:p.start[i]+p.count[i]]
		for k := range part {
			part[k] = f[at]
			at += kernel.Lanes
		}
	}
}

// weigh stores w = Xᵀβ in the results of some problems.
func (g *pairs) weigh(solved []*pair) {
	for i := range g.exchange.V {
		clear(g.exchange.V[i])
	}
	for _, p := range solved {
		g.put(p, p.beta)
		p.result.W = make([]float64, g.cols)
	}
	for column := range g.cols {
		for left := g.exchange.Sum(column); left != 0; left &= left - 1 {
			at := bits.TrailingZeros16(left) * kernel.Lanes
			sums := g.exchange.T[at : at+kernel.Lanes]
			for i, p := range g.owners[at : at+kernel.Lanes] {
				if p != nil && p.result.W != nil {
					p.result.W[column] = sums[i] + 0 // never −0
				}
			}
		}
	}
}

// train solves the problems and returns those that it could not solve.
func (g *pairs) train(ctx context.Context, done func(column int, r Result)) (left []int) {
	active, solved := g.list, []*pair(nil)
	for pass := 1; len(active) > 0; pass++ {
		if ctx.Err() != nil {
			return nil
		}
		for _, p := range active {
			g.put(p, p.residual())
		}
		for i := range g.exchange.F {
			clear(g.exchange.F[i])
		}
		g.exchange.Multiply()
		var next []*pair
		for _, p := range active {
			g.get(p, p.image)
			p.shift()
			switch {
			case p.isDone(pass):
				solved = append(solved, p)
			case pass == min(g.MaxIter, mostProducts) || !p.step():
				left = append(left, p.column)
			default:
				next = append(next, p)
			}
		}
		active = next
	}
	g.weigh(solved)
	for _, p := range solved {
		done(p.column, p.result)
	}
	return left
}

// bias is the intercept that goes with a vector β.
func (p *pair) bias() float64 {
	switch p.Intercept {
	case smooth.FreeIntercept:
		return p.free
	case smooth.PenalisedIntercept:
		return kernel.Dot(p.beta, p.ones)
	}
	return 0
}

// isDone reports whether the bound of the gap is small enough, and notes the result.
func (p *pair) isDone(pass int) bool {
	value, gap := p.objective(), p.gap()
	if !(gap <= p.Tol*value) {
		return false
	}
	p.result = Result{B: p.bias(), Objective: value, Gap: gap, Iterations: pass, End: contract.Tolerance}
	return true
}
