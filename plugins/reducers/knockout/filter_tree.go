package knockout

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// The trees that have a name.
const (
	classTree  = "class"
	randomTree = "random"
)

// config is the configuration of filter_tree.
type config struct {
	Tree  any     `json:"tree"`
	Draw  float64 `json:"draw"`  // the host's seed depends on it
	Folds int     `json:"folds"` // 0 if not written: scores in sample
	step.Costs
}

func filterTree() contract.Component {
	c := contract.Component{
		Name:    "filter_tree",
		Sources: []contract.Source{beygelzimer2009},
		Params: []contract.Param{
			{Name: "tree", Type: "any", Default: classTree},
			step.DrawParam(),
			step.CostsParam(),
			foldsParam(),
		},
	}
	return step.Component(step.Described(docs, c), config.method)
}

func (c config) method() step.Method[state] { return c }

// Check refuses trees that are wrong whatever the classes.
func (c config) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	_, written := c.Tree.([]any)
	if name, _ := c.Tree.(string); !written && name != classTree && name != randomTree {
		ds.At("tree").Errorf(fmt.Sprintf("tree is %v", c.Tree),
			"It is \"class\", \"random\", or nested lists of two with the class names.")
	}
	if c.Draw != 0 && c.Tree != randomTree {
		ds.NoEffect("draw", "It numbers random trees: write tree = \"random\" or remove it.")
	}
	c.Written(&ds)
	return ds
}

// Capabilities are those of binary problems, with weights if mistakes have costs.
func (c config) Capabilities() contract.Capabilities { return capabilities(c.Costs.Costs != nil) }

// Plan draws the tree and asks for the classes of the training rows.
func (c config) Plan(s *state, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Classes = len(r.Classes)
	if checkProblems(ds, s.Classes, s.Classes-1, c.Folds); ds.Failed() {
		return contract.Stage{}
	}
	tree, err := c.tree(r)
	if err != nil {
		ds.NoSuchTree(err)
		return contract.Stage{}
	}
	s.Matches, s.Costs = matches(tree, nil), c.Of(r.Classes, ds)
	return first(*s, c.Folds)
}

// matches lists the inner nodes of a tree after some, each after those below it.
func matches(t codes.Tree, list []match) []match {
	enter := func(part codes.Tree) entrant {
		if part.Leaf() {
			return ofClass(part.Class)
		}
		list = matches(part, list)
		return entrant{From: len(list) - 1}
	}
	left, right := enter(*t.Left), enter(*t.Right)
	return append(list, unplayed(left, right))
}

// tree is the tree that is written or drawn.
func (c config) tree(r contract.Reduction) (codes.Tree, error) {
	switch c.Tree {
	case classTree:
		return codes.KnockoutTree(len(r.Classes)), nil
	case randomTree:
		return codes.BalancedTree(len(r.Classes), r.Seed), nil
	}
	return codes.ParseTree(c.Tree, r.Classes)
}

// Next trains the matches whose entrants are known by now, and ends when all are trained.
func (c config) Next(s *state, t contract.Training) (contract.Stage, error) {
	return s.next(t, outputs(c.Folds), c.Folds)
}

// Decode predicts the class that wins all its matches.
func (config) Decode(s state, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	return s.decode(scores)
}
