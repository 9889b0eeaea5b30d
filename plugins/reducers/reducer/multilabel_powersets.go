package reducer

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

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

// checkTexts refuses what is no set of k labels.
func checkTexts(sets []string, k int) error {
	for _, set := range sets {
		if len(set) != k || strings.Trim(set, "01") != "" {
			return fmt.Errorf("%q is no set of %d labels", set, k)
		}
	}
	return nil
}

// classesOf is the number of classes of a problem of label sets: a single set has a second
// beside it that no row is in.
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
	stage := contract.Stage{Task: n.task(), Outputs: contract.NoOutputs}
	problems := lists.Sum(lists.Map(p, func(sets []string) int { return n.problems(classesOf(sets)) }))
	if err := checkTargets(rows, problems, instead); err != nil {
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
	stage.Targets = all
	if n.direct() {
		stage.Groups = p.classes()
		if stage.Groups > rows {
			return stage, fmt.Errorf("%d training rows are too few for label sets", rows)
		}
	}
	return stage, nil
}

// each makes labels of the scores of all models, one after the other. All multiclass problems
// have the classes of the largest.
func (n nested) each(p powersets, size func(m int) int, scores contract.Matrix, kind contract.ScoreKind,
	see func(m int, d contract.Decoded)) error {
	widths := slices.Repeat([]int{p.classes()}, len(p))
	if !n.direct() {
		widths = lists.Map(p, func(sets []string) int { return n.problems(classesOf(sets)) })
	}
	scores, err := last(scores, lists.Sum(widths), lists.Sum(widths))
	if err != nil {
		return err
	}
	from := 0
	for m, sets := range p {
		d, err := n.labelled(sets, size(m), between(scores, from, from+widths[m]), kind)
		if err != nil {
			return err
		}
		see(m, d)
		from += widths[m]
	}
	return nil
}

// labelled makes labels of the scores of the models of label sets.
func (n nested) labelled(sets []string, k int, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if n.direct() || len(sets) == 1 {
		return labels.DecideSets(sets, k, scores, kind)
	}
	best, err := n.rule().Decode(n.code(len(sets)), scores, kind)
	if err != nil {
		return contract.Decoded{}, err
	}
	return labels.Labelled(sets, k, best), nil
}

// shareAbove is the share of votes above which a label is predicted: what is written, or half.
func shareAbove(threshold *float64) float64 {
	if threshold == nil {
		return middle
	}
	return *threshold
}
