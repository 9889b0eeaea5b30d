package multilabel

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// maxSets bounds the classes of a label powerset.
const maxSets = 4096

var errNoSets = errors.New("the state of the reduction holds no label sets")

// mostSets is the largest number of classes that sets of k labels can be.
func mostSets(k int) int { return max(2, min(maxSets, 1<<min(k, 30))) }

// checkSets refuses more label sets than there may be classes.
func checkSets(sets int, reduction, instead string) error {
	if sets > maxSets {
		return fmt.Errorf("the training rows have %d different label sets; %s is limited to %d: %s", sets, reduction, maxSets,
			instead)
	}
	return nil
}

// powersets are the label sets of several models, the classes of whose problems they are, as
// labels.Sets numbers those of each.
type powersets [][]string

// check refuses models without label sets, or with some that are not of their labels, of
// which each has a number.
func (p powersets) check(size func(m int) int) error {
	for m, sets := range p {
		if len(sets) == 0 {
			return errors.New("a model of it has no label sets")
		}
		if err := checkTexts(sets, size(m)); err != nil {
			return err
		}
	}
	return nil
}

// checkTexts refuses what is not a set of k labels.
func checkTexts(sets []string, k int) error {
	for _, set := range sets {
		if len(set) != k || strings.Trim(set, "01") != "" {
			return fmt.Errorf("%q is not a set of %d labels", set, k)
		}
	}
	return nil
}

// classesOf is the number of classes of a problem of label sets: a single set gets a second
// class that no row is in.
func classesOf(sets []string) int { return max(2, len(sets)) }

// classes is the largest number of classes of a model.
func (p powersets) classes() int {
	most := 2
	for _, sets := range p {
		most = max(most, len(sets))
	}
	return most
}

// sideBySide asks for the problems of all models on some rows, or on copies of them. The
// label set of each row is given for each model, leftOut where it does not train on the row;
// instead says what to do where there are too many.
func (n nested) sideBySide(p powersets, rows int, instead string, of func(m int) []int) (contract.Stage, error) {
	var stage contract.Stage
	problems := lists.Sum(lists.Map(p, func(sets []string) int { return n.problems(classesOf(sets)) }))
	if err := step.CheckTargets(rows, problems, instead); err != nil {
		return stage, err
	}
	all := contract.Matrix{Rows: rows, Cols: problems, Data: make([]float64, rows*problems)}
	from := 0
	for m, sets := range p {
		each, err := n.targets(of(m), classesOf(sets))
		if err != nil {
			return stage, err
		}
		for i := range rows {
			copy(all.Row(i)[from:], each.Row(i))
		}
		from += each.Cols
	}
	targets := contract.Targeted{Task: n.task(), Values: all}
	if n.direct() {
		targets.Groups = p.classes()
		if targets.Groups > rows {
			return stage, fmt.Errorf("%d training rows are too few for label sets", rows)
		}
	}
	return contract.Stage{Problems: targets, Outputs: contract.NoOutputs}, nil
}

// each makes labels of the scores of all models, one after the other. All multiclass problems
// have the classes of the largest.
func (n nested) each(p powersets, size func(m int) int, scores contract.Matrix, kind contract.ScoreKind,
	see func(m int, d contract.Decoded)) error {
	widths := slices.Repeat([]int{p.classes()}, len(p))
	if !n.direct() {
		widths = lists.Map(p, func(sets []string) int { return n.problems(classesOf(sets)) })
	}
	if err := step.CheckScores(scores, lists.Sum(widths)); err != nil {
		return err
	}
	from := 0
	for m, sets := range p {
		d, err := n.labelled(sets, size(m), step.Between(scores, from, from+widths[m]), kind)
		if err != nil {
			return err
		}
		see(m, d)
		from += widths[m]
	}
	return nil
}

// labelled makes labels of the scores of the models of label sets.
func (n nested) labelled(sets []string, k int, scores contract.Matrix,
	kind contract.ScoreKind) (contract.Decoded, error) {
	if n.direct() || len(sets) == 1 {
		return labels.DecideSets(sets, k, scores, kind)
	}
	best, err := n.rule().Decode(n.code(len(sets)), scores, kind)
	if err != nil {
		return contract.Decoded{}, err
	}
	return labels.Labelled(sets, k, best), nil
}
