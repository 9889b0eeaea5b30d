package reducer

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// planPairs asks for nothing but to go on: which pairs are asked, and by that the trees,
// depends on the training rows.
func (c coded) planPairs(rule decode.Rule, k int, seed uint64) (contract.Stage, []contract.Diagnostic) {
	nodes := (k - 1) * c.paired
	if ds := checkSize(k, 2*nodes); ds != nil {
		return contract.Stage{}, ds
	}
	later := nodes + min((k-2)*c.paired, k*(k-1)/2)
	if c.wants() == contract.OutOfFold {
		later += nodes * c.innerFolds()
	}
	if c.Decoding == decode.Learned {
		later++
	}
	return contract.Stage{
		Outputs: contract.ClassesOnly, Later: later, State: state{Phase: pairing, Rule: rule, Seed: seed}.bytes(),
	}, nil
}

// pair splits the nodes whose pairs have been asked, and asks for those below. When the
// trees are complete their nodes are trained; decoding skips the pairs.
func (c coded) pair(s state, t contract.Training) (contract.Stage, bool, error) {
	k := len(t.Counts)
	var asked contract.Dense
	if s.Code != nil {
		asked, _ = s.Code.(contract.Dense)
	}
	known, err := sides(asked, t)
	if err != nil {
		return contract.Stage{}, false, err
	}
	var trees []codes.Tree
	var ask []codes.Pair
	wanted := map[codes.Pair]bool{}
	for i := range c.paired {
		tree, pairs := codes.RandomPairTree(k, s.Seed+uint64(i), func(p codes.Pair) []bool { return known[p] })
		trees = append(trees, tree)
		for _, p := range pairs {
			if !wanted[p] {
				wanted[p] = true
				ask = append(ask, p)
			}
		}
	}
	if len(ask) > 0 {
		fresh, all := make(contract.Dense, k), make(contract.Dense, k)
		for class := range k {
			if asked != nil {
				all[class] = append(all[class], asked[class]...)
			}
			for _, p := range ask {
				fresh[class] = append(fresh[class], p.Entry(class))
			}
			all[class] = append(all[class], fresh[class]...)
		}
		return contract.Stage{
			Task: contract.Binary, Code: fresh, Outputs: contract.InSample,
			State: state{Phase: pairing, Rule: s.Rule, Code: all, Seed: s.Seed}.bytes(),
		}, false, nil
	}
	joined := codes.Join(k, trees)
	rule := s.Rule
	rule.Trees = joined.Trees
	if err := rule.Fits(joined.Code); err != nil {
		return contract.Stage{}, false, err
	}
	next := c.trained(joined.Code, rule, asked.Columns())
	next.Later = 0
	return next, false, nil
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
