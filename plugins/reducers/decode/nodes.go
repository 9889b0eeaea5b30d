package decode

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
)

func prepareProduct(r Rule, code contract.Code) (func() decoder, error) {
	if r.Nodes != nil {
		return prepareNodes(r.Nodes, code)
	}
	return prepareTrees(r.Trees, code)
}

// prepareNodes multiplies the probabilities of the parts on the way from the root to a
// class. Of two parts they are σ(s) and σ(−s), of several those of MaxScore among the
// models of the parts, or those of Coupling.
func prepareNodes(nodes []Node, code contract.Code) (func() decoder, error) {
	if err := checkNodes(nodes, code); err != nil {
		return nil, fmt.Errorf("%s: %w", Product, err)
	}
	makers, equal := make([]func() decoder, len(nodes)), slack(ofLog)
	for i, n := range nodes {
		var err error
		switch {
		case n.single():
		case n.Pairs:
			equal = ofFit
			makers[i], err = prepareCoupling(Rule{Coupling: WuLinWeng}, n.code(code))
		default:
			makers[i], err = prepareMaxScore(Rule{}, n.code(code))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: node %d: %w", Product, i, err)
		}
	}
	return func() decoder {
		return decoder{score: newDescent(nodes, makers).score, equal: equal, probabilities: softmax}
	}, nil
}

// single reports whether one column separates the two parts of the node.
func (n Node) single() bool { return len(n.Parts) == 2 && !n.Wide }

// code is that of the parts as classes, in the columns of the node.
func (n Node) code(all contract.Code) contract.Dense {
	parts := make(contract.Dense, len(n.Parts))
	for _, l := range n.Columns {
		column := all.Column(l)
		for i, part := range n.Parts {
			parts[i] = append(parts[i], column[part[0]])
		}
	}
	return parts
}

// descent is the way down from the root.
type descent struct{ branches []branch }

// branch is a node with room for what is computed of a row.
type branch struct {
	Node
	among             decoder // of several parts
	s, classScores, p []float64
}

// newDescent makes the way down through nodes, with decoders for those of several parts.
func newDescent(nodes []Node, makers []func() decoder) descent {
	d := descent{make([]branch, len(nodes))}
	for i, n := range nodes {
		d.branches[i] = branch{Node: n, s: make([]float64, len(n.Columns)), classScores: make([]float64, len(n.Parts)),
			p: make([]float64, len(n.Parts))}
		if makers[i] != nil {
			d.branches[i].among = makers[i]()
		}
	}
	return d
}

// take keeps the scores of the node's columns.
func (b branch) take(s []float64) {
	for i, l := range b.Columns {
		b.s[i] = s[l]
	}
}

// score stores ln of the probability of each class.
func (d descent) score(s, out []float64) {
	clear(out)
	for _, at := range d.branches {
		at.take(s)
		if at.among.score == nil {
			at.p[0], at.p[1] = -softplus(at.s[0]), -softplus(-at.s[0])
		} else {
			at.among.score(at.s, at.classScores)
			at.among.probabilities(at.classScores, at.p)
			for i, p := range at.p {
				at.p[i] = elementary.Log(max(p, tiny))
			}
		}
		for i, part := range at.Parts {
			for _, k := range part {
				out[k] += at.p[i]
			}
		}
	}
}

// checkNodes refuses nodes that are not those of one tree of the classes, or that have
// other columns than their parts.
func checkNodes(nodes []Node, code contract.Code) error {
	of := map[string]int{} // nodes by their classes
	for i, n := range nodes {
		set, err := n.check(code)
		if err != nil {
			return fmt.Errorf("node %d: %w", i, err)
		}
		if _, again := of[set]; again {
			return fmt.Errorf("node %d is of the classes of another", i)
		}
		of[set] = i
	}
	waiting := []string{strings.Repeat("1", code.Classes())}
	for len(waiting) > 0 {
		set := waiting[0]
		i, known := of[set]
		if !known {
			return fmt.Errorf("no node splits the classes %v", classNumbers(set))
		}
		delete(of, set)
		waiting = waiting[1:]
		for _, part := range nodes[i].Parts {
			if len(part) > 1 {
				waiting = append(waiting, partSet(part, code.Classes()))
			}
		}
	}
	if len(of) > 0 {
		return fmt.Errorf("%d nodes are not reached from the root", len(of))
	}
	return nil
}

// check returns the classes of a node as a string of 0 and 1.
func (n Node) check(code contract.Code) (string, error) {
	want := len(n.Parts)
	switch {
	case want < 2:
		return "", fmt.Errorf("it has %d parts", want)
	case n.Wide && n.Pairs:
		return "", fmt.Errorf("its columns are pairs, and of other classes too")
	case n.single():
		want = 1
	case n.Pairs:
		want = want * (want - 1) / 2
	}
	if len(n.Columns) != want {
		return "", fmt.Errorf("it has %d columns for %d parts", len(n.Columns), len(n.Parts))
	}
	all := slices.Concat(n.Parts...)
	for _, part := range n.Parts {
		if len(part) == 0 {
			return "", fmt.Errorf("a part of it has no class")
		}
	}
	for i, k := range all {
		if k < 0 || k >= code.Classes() || slices.Contains(all[:i], k) {
			return "", fmt.Errorf("class %d is a duplicate or out of range (%d classes)", k, code.Classes())
		}
	}
	return partSet(all, code.Classes()), n.checkSplits(code, all)
}

// checkSplits refuses columns that do not separate the parts of a node, or that have other classes.
func (n Node) checkSplits(code contract.Code, all []int) error {
	for _, l := range n.Columns {
		if l < 0 || l >= code.Columns() {
			return fmt.Errorf("there is no column %d among %d", l, code.Columns())
		}
		column := code.Column(l)
		for k, m := range column {
			if m != 0 && !(n.Wide && m < 0) && !slices.Contains(all, k) {
				return fmt.Errorf("column %d has other classes", l)
			}
		}
		for _, part := range n.Parts {
			if slices.ContainsFunc(part, func(k int) bool { return column[k] != column[part[0]] }) {
				return fmt.Errorf("column %d divides a part of it", l)
			}
		}
	}
	if n.single() {
		if column := code.Column(n.Columns[0]); column[n.Parts[0][0]] != 1 || column[n.Parts[1][0]] != -1 {
			return fmt.Errorf("column %d does not separate its parts", n.Columns[0])
		}
	}
	return nil
}

// partSet returns classes as a string of 0 and 1.
func partSet(part []int, classes int) string {
	column := make([]int8, classes)
	for _, k := range part {
		column[k] = 1
	}
	return classSet(column, func(m int8) bool { return m != 0 })
}
