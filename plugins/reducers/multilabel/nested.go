package multilabel

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// nested is the reduction that solves the multiclass problem of another one: "" and
// direct for the learner's own multiclass form, else one with the decoding that it has by
// default.
type nested string

// The reductions that nest.
const (
	nestedDirect    nested = "direct"
	nestedOneVsRest nested = "one_vs_rest"
	nestedOneVsOne  nested = "one_vs_one"
)

// baseParam is the attribute that names one. Without a default, configurations that do
// not write it stay what they are.
func baseParam() contract.Param {
	return contract.Param{Name: "base", Type: "string",
		OneOf: []string{string(nestedDirect), string(nestedOneVsRest), string(nestedOneVsOne)},
		Doc: "What solves the multiclass problem: the learner's own multiclass form (direct), or another reduction to " +
			"binary problems, one_vs_rest (max_score) or one_vs_one (vote), which take any binary learner. Default: direct."}
}

func (n nested) direct() bool { return n == "" || n == nestedDirect }

// task is what the learner has to do.
func (n nested) task() contract.Task {
	if n.direct() {
		return contract.Multiclass
	}
	return contract.Binary
}

// rule is how the scores of the binary models are decoded.
func (n nested) rule() decode.Rule {
	if n == nestedOneVsOne {
		return decode.Rule{Method: decode.Vote, Ties: decode.ByScore}
	}
	return decode.Rule{Method: decode.MaxScore}
}

// capabilities are those of a multi-label reduction to one multiclass problem that the base
// solves.
func (n nested) capabilities() contract.Capabilities {
	caps := capable(n.task())
	if n.direct() {
		caps.Probabilities = []contract.ScoreKind{contract.LogOdds}
		return caps
	}
	row, _ := decode.Find(n.rule().Method)
	caps.Probabilities = row.Probabilities
	return caps
}

// problems is the number of models for some classes.
func (n nested) problems(classes int) int {
	switch {
	case n.direct():
		return 1
	case n == nestedOneVsOne:
		return min(contract.MostLater, contract.Pairs(classes).Columns())
	case classes == 2:
		return 1
	}
	return classes
}

// code is that of the binary problems.
func (n nested) code(classes int) contract.Code {
	if n == nestedOneVsOne {
		return contract.Pairs(classes)
	}
	return codes.OneVsRest(classes)
}

// stage asks for the problems of training rows whose classes are given by number.
func (n nested) stage(of []int, classes int) (contract.Stage, error) {
	problems := contract.Targeted{Task: n.task()}
	if n.direct() {
		problems.Groups = classes
	}
	var err error
	problems.Values, err = n.targets(of, classes)
	return contract.Stage{Problems: problems, Outputs: contract.NoOutputs}, err
}

// leftOut is the class of rows that a problem does not train on.
const leftOut = -1

// targets are those of the problems of rows whose classes are given by number.
func (n nested) targets(of []int, classes int) (contract.Matrix, error) {
	targets := contract.Matrix{Rows: len(of), Cols: 1}
	if n.direct() {
		for _, class := range of {
			targets.Data = append(targets.Data, float64(class))
		}
		return targets, nil
	}
	if n == nestedOneVsOne && contract.Pairs(classes).Columns() > contract.MostLater {
		return targets, fmt.Errorf("%d classes have more pairs than there may be problems, %d: choose base = \"one_vs_rest\"",
			classes, contract.MostLater)
	}
	targets.Cols = n.problems(classes)
	if err := step.CheckTargets(len(of), targets.Cols, "choose base = \"direct\""); err != nil {
		return targets, err
	}
	code := n.code(classes)
	targets.Data = make([]float64, len(of)*targets.Cols)
	for l := range targets.Cols {
		column := code.Column(l)
		for i, class := range of {
			if class != leftOut {
				targets.Row(i)[l] = float64(column[class])
			}
		}
	}
	return targets, nil
}

// columns is the number of scores that the models of some classes give a row.
func (n nested) columns(classes int) int {
	if n.direct() {
		return classes
	}
	return n.problems(classes)
}
