package multiclass

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// paired reduces by the nodes of trees whose splits come from models of pairs of classes.
type paired struct {
	coded
	trees int
}

// Plan asks for nothing but to go on: which pairs are asked, and by that the trees,
// depends on the training rows.
func (p paired) Plan(s *state, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	if !p.start(s, r, ds) {
		return contract.Stage{}
	}
	k := len(r.Classes)
	s.Phase, s.Seed = pairing, r.Seed
	nodes := (k - 1) * p.trees
	checkSize(ds, k, 2*nodes)
	pairs := min((k-2)*p.trees, k*(k-1)/2)
	return contract.Stage{Outputs: contract.ClassesOnly, Later: pairs + p.fits(nodes, p.innerFolds())}
}

// Next splits the nodes whose pairs have been asked, and asks for those below. When the
// trees are complete their nodes are trained; decoding skips the pairs.
func (p paired) Next(s *state, t contract.Training) (contract.Stage, error) {
	switch s.Phase {
	case observing:
		return p.observed(s, t)
	case pairing:
	default:
		return contract.Stage{}, s.lost()
	}
	asked, _ := s.Code.(contract.Dense)
	known, err := sides(asked, t)
	if err != nil {
		return contract.Stage{}, err
	}
	var trees []codes.Tree
	var ask []codes.Pair
	wanted := map[codes.Pair]bool{}
	for i := range p.trees {
		tree, pairs := codes.RandomPairTree(len(t.Counts), s.Seed+uint64(i), func(p codes.Pair) []bool { return known[p] })
		trees = append(trees, tree)
		for _, pair := range pairs {
			if !wanted[pair] {
				wanted[pair] = true
				ask = append(ask, pair)
			}
		}
	}
	if len(ask) > 0 {
		return s.ask(ask, asked, len(t.Counts)), nil
	}
	joined := codes.Join(len(t.Counts), trees)
	s.Rule.Trees = joined.Trees
	if err := s.Rule.Fits(joined.Code); err != nil {
		return contract.Stage{}, err
	}
	s.Skip, s.Seed = asked.Columns(), 0
	return p.train(s, joined.Code), nil
}

// ask is the stage of the models of pairs, after those that were asked before.
func (s *state) ask(pairs []codes.Pair, asked contract.Dense, k int) contract.Stage {
	fresh, all := make(contract.Dense, k), make(contract.Dense, k)
	for class := range k {
		for _, p := range pairs {
			fresh[class] = append(fresh[class], p.Entry(class))
		}
		if asked != nil {
			all[class] = asked[class]
		}
		all[class] = slices.Concat(all[class], fresh[class])
	}
	s.Code = all
	return contract.Stage{Problems: contract.Coded{Code: fresh}, Outputs: contract.InSample}
}

// sides says for each pair of classes that was asked which classes go with its first: those
// of which its model takes more training rows for the first than for the second.
func sides(asked contract.Dense, t contract.Training) (map[codes.Pair][]bool, error) {
	if len(asked) == 0 {
		return nil, nil
	}
	k, columns := len(asked), asked.Columns()
	if t.Outputs.Cols != columns || len(t.Counts) != k {
		return nil, fmt.Errorf("there are outputs of %d models on training rows of %d classes for %d pairs of %d",
			t.Outputs.Cols, len(t.Counts), columns, k)
	}
	ahead := make([]int, k*columns) // rows for the first less rows for the second
	for i, class := range t.Classes {
		for l, s := range t.Outputs.Row(i) {
			switch {
			case s > 0:
				ahead[class*columns+l]++
			case s < 0:
				ahead[class*columns+l]--
			}
		}
	}
	known := map[codes.Pair][]bool{}
	for l := range columns {
		var p codes.Pair
		side := make([]bool, k)
		for class, m := range asked.Column(l) {
			switch m {
			case 1:
				p.First = class
			case -1:
				p.Second = class
			}
			side[class] = ahead[class*columns+l] > 0
		}
		known[p] = side
	}
	return known, nil
}
