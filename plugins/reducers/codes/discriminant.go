package codes

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/base/lists"
)

const (
	// enumerated is the largest number of classes of a node whose splits are all
	// tried, 32,767 then.
	enumerated = 16
	// starts is the number of classes from which the search of a larger node
	// begins.
	starts = 32
	// better is the factor by which a separability has to exceed another: what
	// differs less is a tie, and the first wins.
	better = 1 + 1e-9
)

// Discriminant returns the tree that splits the classes of each node into the two
// parts that are easiest to separate (discriminant ECOC: Pujol, Radeva & Vitrià,
// "Discriminant ECOC: a heuristic method for application dependent design of error
// correcting output codes", PAMI 28(6), 2006). It is deterministic; the left part
// of a node is the one with its first class.
//
// The separability of parts A and B of a node's classes is Fisher's criterion, the
// ratio of the scatter between the parts to that within them, in the space in
// which the covariance within classes, pooled over all classes, is the unit matrix
// (see ClassStatistics). There the sum of the two is the same for every split of a
// node, so the split with the largest scatter between the parts is the one,
//
//	b = (n_A·n_B/n)·δᵀΣ⁻¹δ,
//
// δ the difference of the parts' means, Σ the covariance and n the number of rows.
// It is also the split into two parts of least scatter (2-means) of the class
// means, so a hyperplane separates the means of A from those of B. The paper
// maximises the mutual information between features and part, estimated from every
// row; this takes the classes to have one covariance and sees linear separation
// alone, but reads the rows once, whatever the number of nodes.
//
// Up to 16 classes all splits of a node are tried. With more the paper's
// sequential floating forward search grows part A from each of the first 32
// classes in turn: the class that helps most is added, and then classes are taken
// out as long as that gives a better part than was known of its size.
func Discriminant(s Statistics) Tree {
	return s.tree(lists.Range(len(s.counts)), nil)
}

// Forest returns up to some number of trees, each after Discriminant, but no node splits
// its classes as a node of an earlier tree does, unless they have no other split
// (Forest-ECOC: Escalera, Pujol & Radeva, "Boosted landmarks of contextual descriptors
// and Forest-ECOC: a novel framework to detect and classify objects in cluttered
// scenes", Pattern Recognition Letters 28, 2007). The first is that of Discriminant. With
// more than 16 classes a node takes the best new split that the search comes by. There are
// fewer trees where a further one would have no new split. It panics if trees < 1.
func Forest(s Statistics, trees int) []Tree {
	if trees < 1 {
		panic("codes: a forest without trees")
	}
	k := len(s.counts)
	var forest []Tree
	known := map[string]bool{}
	for range trees {
		tree := s.tree(lists.Range(k), known)
		before := len(known)
		code := tree.Code(k)
		for l := range code.Columns() {
			known[canonicalKey(code.Column(l))] = true
		}
		if len(known) == before {
			break
		}
		forest = append(forest, tree)
	}
	return forest
}

// tree returns the tree of some classes, which ascend, without known splits where there
// are others.
func (s Statistics) tree(classes []int, known map[string]bool) Tree {
	return partedTree(classes, func(classes []int) []bool {
		fresh := func(in []bool) bool { return len(known) == 0 || !known[s.splitKey(classes, in)] }
		if members := s.best(classes, fresh); members != nil {
			return members
		}
		return s.best(classes, func([]bool) bool { return true })
	})
}

// best returns the best split of some classes that may be taken, nil if none may.
func (s Statistics) best(classes []int, may func(in []bool) bool) []bool {
	p := s.newSplit(classes)
	p.may = may
	var members []bool
	if len(classes) <= enumerated {
		members, _ = p.enumerate()
	} else {
		members, _ = p.float(starts)
	}
	return members
}

// splitKey is the canonicalKey of the column of a split.
func (s Statistics) splitKey(classes []int, in []bool) string {
	column := make([]int8, len(s.counts))
	for i, class := range classes {
		column[class] = -1
		if in[i] {
			column[class] = 1
		}
	}
	return canonicalKey(column)
}

// split is a part A of a node's classes, at first empty, and what it takes to
// move a class into or out of it. With v_i the mean of class i in the whitened
// space, less that of the node, times its number of rows, and s the sum of v_i
// over A, the separability is b = n·‖s‖²/(n_A·n_B).
type split struct {
	products *mat.SymDense // v_i·v_j
	counts   []float64
	n        float64 // rows of the node

	may func(in []bool) bool // whether a part can be taken; asked only of what would be the best

	in   []bool // whether a class is in A
	size int    // classes in A
	rows float64
	norm float64   // ‖s‖²
	dot  []float64 // s·v_i
}

func (s Statistics) newSplit(classes []int) *split {
	m := len(classes)
	p := &split{products: mat.NewSymDense(m, nil), counts: make([]float64, m), in: make([]bool, m),
		dot: make([]float64, m), may: func([]bool) bool { return true }}
	for i, class := range classes {
		p.counts[i] = s.counts[class]
		p.n += s.counts[class]
	}
	if p.n == 0 {
		return p
	}
	toMean, meanToMean := make([]float64, m), 0.0 // products with the mean of the node
	for i, a := range classes {
		for j, b := range classes {
			toMean[i] += float64(p.counts[j] / p.n * s.products.At(a, b))
		}
		meanToMean += float64(p.counts[i] / p.n * toMean[i])
	}
	for i, a := range classes {
		for j, b := range classes[:i+1] {
			centred := s.products.At(a, b) - toMean[i] - toMean[j] + meanToMean
			p.products.SetSym(i, j, p.counts[i]*p.counts[j]*centred)
		}
	}
	return p
}

// after returns the separability if class i moves, 0 if a part has no rows.
func (p *split) after(i int) float64 {
	sign := p.sign(i)
	rows := p.rows + float64(sign*p.counts[i])
	if rows <= 0 || rows >= p.n {
		return 0
	}
	norm := p.norm + float64(2*sign*p.dot[i]) + p.products.At(i, i)
	return p.n * norm / (rows * (p.n - rows))
}

// sign is +1 for a class to come into A and −1 for one to leave it.
func (p *split) sign(i int) float64 {
	if p.in[i] {
		return -1
	}
	return 1
}

// move puts class i into A or takes it out.
func (p *split) move(i int) {
	sign := p.sign(i)
	p.norm += float64(2*sign*p.dot[i]) + p.products.At(i, i)
	p.rows += float64(sign * p.counts[i])
	p.size += int(sign)
	p.in[i] = !p.in[i]
	for j := range p.dot {
		p.dot[j] += float64(sign * p.products.At(i, j))
	}
}

// enumerate returns the best of all parts that hold the first class and may be taken,
// and its separability.
func (p *split) enumerate() (best []bool, q float64) {
	m := len(p.in)
	p.move(0)
	q = math.Inf(-1)
	if p.may(p.in) {
		best, q = append(best, p.in...), p.reached()
	}
	for step := 1; step < 1<<(m-1); step++ {
		changed := 1 // of a Gray code
		for step>>(changed-1)&1 == 0 {
			changed++
		}
		value := p.after(changed)
		p.move(changed)
		if p.size < m && value > q*better && p.may(p.in) {
			best, q = append(best[:0], p.in...), value
		}
	}
	return best, q
}

// reached returns the separability as it is.
func (p *split) reached() float64 {
	if p.rows <= 0 || p.rows >= p.n {
		return 0
	}
	return p.n * p.norm / (p.rows * (p.n - p.rows))
}

// float returns the best part that may be taken of those that the floating search comes by
// from the first classes, and its separability.
func (p *split) float(starts int) (best []bool, q float64) {
	m := len(p.in)
	q = math.Inf(-1)
	for start := range min(m, starts) {
		p.clear()
		known := slices.Repeat([]float64{math.Inf(-1)}, m) // the best separability by size
		keep := func() {
			value := p.reached()
			known[p.size] = max(known[p.size], value)
			if value > q*better && p.may(p.in) {
				best, q = append(best[:0], p.in...), value
			}
		}
		p.move(start)
		keep()
		for p.size < m-1 {
			i, _ := p.next(false)
			p.move(i)
			keep()
			for p.size > 2 {
				i, value := p.next(true)
				if value <= known[p.size-1]*better {
					break
				}
				p.move(i)
				keep()
			}
		}
	}
	return best, q
}

func (p *split) clear() {
	clear(p.in)
	clear(p.dot)
	p.size, p.rows, p.norm = 0, 0, 0
}

// next returns the class in A, or outside it, that is best moved, and the
// separability then.
func (p *split) next(inside bool) (class int, q float64) {
	q = math.Inf(-1)
	for i, in := range p.in {
		if in != inside {
			continue
		}
		if value := p.after(i); value > q*better {
			class, q = i, value
		}
	}
	return class, q
}
