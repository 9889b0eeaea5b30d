package multiclass

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// The conditions of sub-class ECOC, with the values that are told of its authors (Escalera, Tax, Pujol,
// Radeva & Duin, "Subclass problem-dependent design for error-correcting output codes",
// IEEE TPAMI 30, 2008): a cluster has more than a fiftieth of the training rows, any wrong
// row is a reason to split, and what is split must take away a twentieth of the wrong ones.
// The bound of splits that are parts of each other is our own.
const (
	leastShare  = 50
	improvement = 0.95
	mostSplits  = 5
)

// subclassed reduces by the nodes of the tree of discriminant. Where the model of a problem
// errs, the rows of one side are divided into two clusters, and two problems, of each cluster
// against the other side, stand for it if they are wrong less often; these may be split again.
// A class has a row of the code for each of its sub-classes: its training rows that are on the
// same side of all problems.
//
// The paper solves one problem after the other and what a problem was split into before the
// next. How a problem is split depends on it alone, so that here a stage trains the parts of
// all problems that are open; the code is the same.
type subclassed struct{ coded }

// dichotomy is a binary problem of training rows.
type dichotomy struct {
	sides []int8        // of each row: +1, −1, or 0 if it is left out
	model int           // the column of its outputs
	wrong int           // rows on its sides of which its model does not say so
	parts [2]*dichotomy // what replaces it, if it was split
}

// Plan asks for the training rows.
func (c subclassed) Plan(s *state, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	if !c.start(s, r, ds) {
		return contract.Stage{}
	}
	k := len(r.Classes)
	checkSize(ds, k, k-1)
	s.Phase = splitting
	later := c.fits((k-1)*(2<<mostSplits-1), c.innerFolds())
	return contract.Stage{Outputs: contract.ClassesOnly, Features: true, Later: min(contract.MostLater, later)}
}

// Next trains the parts of the problems that are worth it, or goes on to decoding. It follows
// from the outputs so far what was trained and kept.
func (c subclassed) Next(s *state, t contract.Training) (contract.Stage, error) {
	if s.Phase != splitting || t.Features.Rows != len(t.Classes) {
		return contract.Stage{}, s.lost()
	}
	tree, err := treeOf(t)
	if err != nil {
		return contract.Stage{}, err
	}
	nodes := nodesOf(tree, t.Classes)
	fresh, err := grown(nodes, t)
	switch {
	case err != nil:
		return contract.Stage{}, err
	case fresh != nil:
		return c.trainProblems(fresh, len(t.Classes))
	}
	return c.ended(s, t, tree, nodes)
}

// grown splits problems by the outputs of all models so far, and returns those that are to be
// trained next.
func grown(nodes []*dichotomy, t contract.Training) ([]*dichotomy, error) {
	fresh, split, trained := nodes, []*dichotomy(nil), 0
	for depth := 0; len(fresh) > 0 && t.Outputs.Cols >= trained+len(fresh); depth++ {
		for i, p := range fresh {
			p.look(t.Outputs, trained+i)
		}
		trained += len(fresh)
		open := fresh
		if depth > 0 {
			open = kept(split, fresh)
		}
		split, fresh = nil, nil
		if depth == mostSplits {
			break
		}
		for _, p := range open {
			if parts := p.divided(t.Features.Matrix); parts != nil {
				split, fresh = append(split, p), append(fresh, parts...)
			}
		}
	}
	if t.Outputs.Cols != trained {
		return nil, fmt.Errorf("there are outputs of %d models on training rows, and not of the problems that were asked for",
			t.Outputs.Cols)
	}
	return fresh, nil
}

// treeOf is the code of the tree that splits the classes by their separability.
func treeOf(t contract.Training) (contract.Dense, error) {
	trees, err := discriminant(t)
	if err != nil {
		return nil, err
	}
	return trees[0].Code(len(t.Counts)), nil
}

// nodesOf are the problems of the nodes of a tree.
func nodesOf(tree contract.Dense, classes []int) []*dichotomy {
	return lists.Map(lists.Range(tree.Columns()), func(l int) *dichotomy {
		return &dichotomy{sides: lists.Map(classes, func(class int) int8 { return tree[class][l] })}
	})
}

// trainProblems is the stage of some problems.
func (c subclassed) trainProblems(problems []*dichotomy, rows int) (contract.Stage, error) {
	if err := step.CheckTargets(rows, len(problems), "choose another code"); err != nil {
		return contract.Stage{}, err
	}
	targets := contract.Matrix{Rows: rows, Cols: len(problems)}
	for i := range rows {
		for _, p := range problems {
			targets.Data = append(targets.Data, float64(p.sides[i]))
		}
	}
	stage := contract.Stage{Problems: contract.Targeted{Task: contract.Binary, Values: targets},
		Outputs: contract.InSample, Features: true}
	if c.Decoding == decode.Learned {
		stage.Outputs, stage.Folds = contract.OutOfFold, c.innerFolds()
	}
	return stage, nil
}

// look counts the rows that the model of a problem does not take for those of their side.
func (p *dichotomy) look(outputs contract.Matrix, model int) {
	p.model = model
	for i, side := range p.sides {
		if side != 0 && !(float64(side)*outputs.Row(i)[model] > 0) {
			p.wrong++
		}
	}
}

// divided returns a problem's two parts: of the side whose two clusters are further apart,
// each cluster against the other side. There are none where nothing is wrong or a cluster is
// too small.
func (p *dichotomy) divided(x contract.Matrix) []*dichotomy {
	if p.wrong == 0 {
		return nil
	}
	var rows []int
	var second []bool
	most := 0.0
	for _, side := range []int8{1, -1} {
		own := lists.Filter(lists.Range(len(p.sides)), func(i int) bool { return p.sides[i] == side })
		if in, apart := codes.TwoMeans(x.Data, x.Cols, own); apart > most {
			rows, second, most = own, in, apart
		}
	}
	members := lists.Count(second, func(in bool) bool { return in })
	if min(members, len(rows)-members)*leastShare <= len(p.sides) {
		return nil
	}
	one, two := &dichotomy{sides: slices.Clone(p.sides)}, &dichotomy{sides: slices.Clone(p.sides)}
	for i, row := range rows {
		if second[i] {
			one.sides[row] = 0
		} else {
			two.sides[row] = 0
		}
	}
	return []*dichotomy{one, two}
}

// kept puts the parts of problems, two of each, in their places where they are wrong less
// often, and returns these parts.
func kept(split, parts []*dichotomy) []*dichotomy {
	var better []*dichotomy
	for i, p := range split {
		one, two := parts[2*i], parts[2*i+1]
		if float64(one.wrong+two.wrong) <= improvement*float64(p.wrong) {
			p.parts = [2]*dichotomy{one, two}
			better = append(better, one, two)
		}
	}
	return better
}

// left are the problems that stand for one.
func (p *dichotomy) left() []*dichotomy {
	if p.parts[0] == nil {
		return []*dichotomy{p}
	}
	return append(p.parts[0].left(), p.parts[1].left()...)
}

// ended goes on to decoding with the problems that are left.
func (c subclassed) ended(s *state, t contract.Training, tree contract.Dense,
	nodes []*dichotomy) (contract.Stage, error) {
	var problems []*dichotomy
	var nodeOf []int
	for l, node := range nodes {
		for _, p := range node.left() {
			problems, nodeOf = append(problems, p), append(nodeOf, l)
		}
	}
	subs, of := subclasses{numbers: map[string]int{}}, make([]int, len(t.Classes))
	for class, n := range t.Counts {
		if n == 0 { // it stays on its side of the tree
			subs.number(class, lists.Map(nodeOf, func(l int) int8 { return tree[class][l] }))
		}
		for i, own := range t.Classes {
			if own == class {
				of[i] = subs.number(class, lists.Map(problems, func(p *dichotomy) int8 { return p.sides[i] }))
				subs.counts[of[i]]++
			}
		}
		var ds step.Diagnostics
		if checkSize(&ds, max(2, len(subs.code)), len(problems)); ds.Failed() {
			return contract.Stage{}, contract.FirstError(ds)
		}
	}
	t.Classes, t.Counts = of, subs.counts
	s.Phase, s.Code, s.Parts = observing, subs.code, subs.part
	s.Kept = lists.Map(problems, func(p *dichotomy) int { return p.model })
	if err := s.Rule.Fits(subs.code); err != nil {
		return contract.Stage{}, err
	}
	return c.observed(s, t)
}

// subclasses are the different rows of the code.
type subclasses struct {
	code    contract.Dense
	part    []int // the class of each
	counts  []int // its training rows
	numbers map[string]int
}

// number returns the number of the sub-class of a class with a row of the code.
func (s *subclasses) number(class int, row []int8) int {
	key := fmt.Sprint(class, code.SignsOf(row))
	number, known := s.numbers[key]
	if !known {
		number = len(s.code)
		s.numbers[key] = number
		s.code, s.part, s.counts = append(s.code, row), append(s.part, class), append(s.counts, 0)
	}
	return number
}
