// Package knockout has reductions in which classes play matches: the models of later matches are trained
// on who wins the earlier ones.
package knockout

import (
	"embed"
	"encoding/json"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/step"
)

//go:embed docs
var docs embed.FS

// The trees that have a name.
const (
	classTree  = "class"
	randomTree = "random"
)

var beygelzimer2009 = contract.Paper("beygelzimer2009",
	"Beygelzimer, Alina and Langford, John and Ravikumar, Pradeep", "Error-Correcting Tournaments",
	"Algorithmic Learning Theory", "2009")

// Components returns the reductions of the package.
func Components() []contract.Component {
	c := contract.Component{
		Name:    "filter_tree",
		Sources: []contract.Source{beygelzimer2009},
		Params: []contract.Param{
			{Name: "tree", Type: "any", Default: classTree},
			step.DrawParam(),
			cost.Param("What predictions cost, as in a dataset block: rows weigh the difference of the costs of the two " +
				"classes that meet. The learner must support row weights. Default: every mistake costs 1."),
			step.Whole("folds", 2, maxFolds),
		},
	}
	return []contract.Component{step.Component(step.Described(docs, c), config.method)}
}

// maxFolds bounds the inner folds.
const maxFolds = 1000

// config is the configuration of filter_tree.
type config struct {
	Tree  any             `json:"tree"`
	Draw  float64         `json:"draw"`  // the host's seed depends on it
	Costs json.RawMessage `json:"costs"` // nil if not written
	Folds int             `json:"folds"` // 0 if not written: scores in sample
}

// written are the costs.
func (c config) written() (w cost.Written, err error) {
	if c.Costs != nil {
		err = json.Unmarshal(c.Costs, &w)
	}
	return w, err
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
	_, err := c.written()
	return append(ds, cost.Diagnostics(err)...)
}

// Capabilities are those of binary problems, with weights if mistakes have costs.
func (c config) Capabilities() contract.Capabilities {
	return contract.Capabilities{Tasks: []contract.Task{contract.Binary},
		Properties: contract.Deterministic | contract.TakesWeights.If(c.Costs != nil)}
}

// Plan draws the tree and asks for the classes of the training rows.
func (c config) Plan(s *state, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	k := len(r.Classes)
	if k < 2 {
		ds.Errorf("too few classes", "A reduction needs data of at least two classes; these have %d.", k)
		return contract.Stage{}
	}
	if c.draw(s, r, ds); ds.Failed() {
		return contract.Stage{}
	}
	return contract.Stage{Outputs: contract.ClassesOnly, Later: min(contract.MostLater, (k-1)*(1+c.Folds))}
}

// draw fills in the matches and the costs.
func (c config) draw(s *state, r contract.Reduction, ds *step.Diagnostics) {
	tree, err := c.tree(r)
	if err != nil {
		ds.NoSuchTree(err)
		return
	}
	s.Matches = matches(tree, nil)
	w, err := c.written()
	if err == nil {
		s.Costs, err = w.Of(r.Classes)
	}
	*ds = append(*ds, cost.Diagnostics(err)...)
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
	if t.Outputs.Cols != len(s.Trained) || len(t.Counts) != len(s.Matches)+1 {
		return contract.Stage{}, fmt.Errorf("there are outputs of %d models on %d classes for %d models of %d matches",
			t.Outputs.Cols, len(t.Counts), len(s.Trained), len(s.Matches))
	}
	for {
		open := s.open()
		if len(open) == 0 {
			return contract.Stage{}, nil
		}
		problems, err := s.problems(open, t)
		if err != nil {
			return contract.Stage{}, err
		}
		if problems.Count() == 0 {
			continue // no row can tell who wins these matches
		}
		stage := contract.Stage{Problems: problems, Outputs: contract.InSample}
		if c.Folds > 0 {
			stage.Outputs, stage.Folds = contract.OutOfFold, c.Folds
		}
		if len(s.open()) == 0 {
			stage.Outputs, stage.Folds = contract.NoOutputs, 0
		}
		return stage, nil
	}
}

// Decode predicts the class that wins all its matches.
func (config) Decode(s state, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	return s.decode(scores)
}
