package reducer

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// The conditions of sub-class ECOC, with the values of its authors (Escalera, Tax, Pujol,
// Radeva & Duin, "Subclass problem-dependent design for error-correcting output codes",
// IEEE TPAMI 30, 2008): a cluster has a fiftieth of the training rows at least, any wrong
// row is a reason to split, and what is split must take away a twentieth of the wrong ones.
const (
	leastShare  = 50
	improvement = 0.95
	mostRounds  = 4 // of training, the first without splits
)

// subclassed reduces by a code of which a class may have several rows, one for each of its
// sub-classes. The paper splits the two sides of one binary problem where its model errs;
// here, all sub-classes of which rows are decoded wrongly are split at once, and a new tree
// of all sub-classes is trained, as long as that helps.
type subclassed struct{ coded }

// subclasses are those of the training rows.
type subclasses struct {
	of   []int // the sub-class of each row
	part []int // the class of each sub-class
}

// most returns the largest number of sub-classes.
func (subclassed) most(k int) int { return min(k<<(mostRounds-1), k+leastShare) }

func (c subclassed) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	k := len(r.Classes)
	if ds := checkSize(k, 1); ds != nil {
		return contract.Stage{}, ds
	}
	rule, ds := c.decoding.of(r)
	if ds != nil {
		return contract.Stage{}, ds
	}
	problems := k - 1 + (mostRounds-1)*(c.most(k)-1)
	if ds := checkSize(c.most(k), problems); ds != nil {
		return contract.Stage{}, ds
	}
	later := problems
	if c.Decoding == decode.Learned {
		later += 1 + problems*c.innerFolds()
	}
	return contract.Stage{
		Outputs: contract.ClassesOnly, Features: true, Later: later, State: state{Phase: splitting, Rule: rule}.bytes(),
	}, nil
}

// Next trains the tree of the sub-classes there are, or goes on to decoding.
func (c subclassed) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := readState(b)
	if err != nil {
		return contract.Stage{}, false, err
	}
	if s.Phase != splitting || t.Features.Rows != len(t.Classes) {
		return contract.Stage{}, false, fmt.Errorf("the reduction has no stage after phase %q", s.Phase)
	}
	for i, sub := range s.Splits {
		if sub < 0 || sub >= len(t.Counts)+i {
			return contract.Stage{}, false, fmt.Errorf("the state of the reduction splits sub-class %d, which is not there", sub)
		}
	}
	if len(s.Rounds) == 0 {
		return c.train(s, t)
	}
	subs := split(t, s.Splits)
	code, err := treeOf(t, subs)
	if err != nil {
		return contract.Stage{}, false, err
	}
	skip := s.before(len(s.Rounds)-1, len(t.Counts))
	if t.Outputs.Cols != skip+code.Columns() {
		return contract.Stage{}, false, fmt.Errorf("there are outputs of %d models on training rows for %d columns",
			t.Outputs.Cols, skip+code.Columns())
	}
	wrong, err := subs.wrong(code, between(t.Outputs, skip, skip+code.Columns()), t)
	if err != nil {
		return contract.Stage{}, false, err
	}
	total := lists.Sum(wrong)
	if last := len(s.Rounds) - 1; last > 0 && float64(total) > improvement*float64(s.Wrong) {
		s.Rounds = s.Rounds[:last] // the splits did not pay
		s.Splits = s.Splits[:s.Rounds[last-1]]
		return c.ended(s, t)
	}
	more := subs.worthSplitting(wrong, t)
	if len(more) == 0 || len(s.Rounds) == mostRounds {
		return c.ended(s, t)
	}
	s.Splits, s.Wrong = append(s.Splits, more...), total
	return c.train(s, t)
}

// train is the stage of the columns of a new round: each row is positive or negative as its
// sub-class is, or left out.
func (c subclassed) train(s state, t contract.Training) (contract.Stage, bool, error) {
	subs := split(t, s.Splits)
	code, err := treeOf(t, subs)
	if err != nil {
		return contract.Stage{}, false, err
	}
	targets := contract.Matrix{Rows: len(t.Classes), Cols: code.Columns()}
	for _, sub := range subs.of {
		for _, m := range code[sub] {
			targets.Data = append(targets.Data, float64(m))
		}
	}
	s.Rounds = append(s.Rounds, len(s.Splits))
	stage := contract.Stage{
		Task: contract.Binary, Targets: targets, Outputs: contract.InSample, Features: true, State: s.bytes(),
	}
	if c.Decoding == decode.Learned {
		stage.Outputs, stage.Folds = contract.OutOfFold, c.innerFolds()
	}
	return stage, false, nil
}

// ended goes on to decoding with the sub-classes of the last round that is left.
func (c subclassed) ended(s state, t contract.Training) (contract.Stage, bool, error) {
	subs := split(t, s.Splits)
	code, err := treeOf(t, subs)
	if err != nil {
		return contract.Stage{}, false, err
	}
	skip := s.before(len(s.Rounds)-1, len(t.Counts))
	t.Outputs = between(t.Outputs, skip, skip+code.Columns())
	t.Classes, t.Counts = subs.of, make([]int, len(subs.part))
	for _, sub := range subs.of {
		t.Counts[sub]++
	}
	next := state{Phase: observing, Rule: s.Rule, Code: code, Skip: skip, Parts: subs.part}
	if err := next.Rule.Fits(code); err != nil {
		return contract.Stage{}, false, err
	}
	return c.observed(next, t)
}

// before returns the number of columns of the rounds before one.
func (s state) before(round, k int) int {
	columns := 0
	for _, splits := range s.Rounds[:round] {
		columns += k + splits - 1
	}
	return columns
}

// split divides the rows of sub-classes by their two means, one after the other: the
// second cluster is a new sub-class.
func split(t contract.Training, splits []int) subclasses {
	s := subclasses{of: slices.Clone(t.Classes), part: lists.Range(len(t.Counts))}
	for _, sub := range splits {
		rows := s.rows(sub)
		for i, second := range codes.TwoMeans(t.Features.Data, t.Features.Cols, rows) {
			if second {
				s.of[rows[i]] = len(s.part)
			}
		}
		s.part = append(s.part, s.part[sub])
	}
	return s
}

// rows lists the rows of a sub-class.
func (s subclasses) rows(sub int) []int {
	return lists.Filter(lists.Range(len(s.of)), func(i int) bool { return s.of[i] == sub })
}

// treeOf is the code of the tree that splits sub-classes by their separability.
func treeOf(t contract.Training, s subclasses) (contract.Dense, error) {
	n, d := t.Features.Rows, t.Features.Cols
	statistics, err := codes.ClassStatistics(t.Features.Data, n, d, s.of, len(s.part))
	if err != nil {
		return nil, err
	}
	return codes.Discriminant(statistics).Code(len(s.part)), nil
}

// wrong counts for each sub-class the rows that the signs lead to another class.
func (s subclasses) wrong(code contract.Dense, outputs contract.Matrix, t contract.Training) ([]int, error) {
	d, err := decode.Rule{Method: decode.AttenuatedEuclidean}.Decode(code, outputs, t.Kind)
	if err != nil {
		return nil, err
	}
	wrong := make([]int, len(s.part))
	for i, predicted := range d.Predictions {
		if s.part[predicted] != t.Classes[i] {
			wrong[s.of[i]]++
		}
	}
	return wrong, nil
}

// worthSplitting lists the sub-classes with wrong rows whose clusters are large enough.
func (s subclasses) worthSplitting(wrong []int, t contract.Training) []int {
	least := max(1, len(s.of)/leastShare)
	var worth []int
	for sub, n := range wrong {
		second := []bool(nil)
		if n > 0 {
			second = codes.TwoMeans(t.Features.Data, t.Features.Cols, s.rows(sub))
		}
		members := lists.Count(second, func(in bool) bool { return in })
		if members >= least && len(second)-members >= least {
			worth = append(worth, sub)
		}
	}
	return worth
}

// joined makes what was decoded of sub-classes into classes: the largest of their scores,
// the sum of their probabilities.
func joined(d contract.Decoded, part []int, k int) contract.Decoded {
	scores := contract.Matrix{Rows: d.Scores.Rows, Cols: k, Data: make([]float64, d.Scores.Rows*k)}
	out := contract.Decoded{Scores: scores, Predictions: lists.Map(d.Predictions, func(sub int) int { return part[sub] })}
	if d.Probabilities != nil {
		out.Probabilities = &contract.Matrix{Rows: scores.Rows, Cols: k, Data: make([]float64, scores.Rows*k)}
	}
	for i := range scores.Rows {
		known := make([]bool, k)
		for sub, class := range part {
			if score := d.Scores.Row(i)[sub]; !known[class] || score > scores.Row(i)[class] {
				scores.Row(i)[class], known[class] = score, true
			}
			if out.Probabilities != nil {
				out.Probabilities.Row(i)[class] += d.Probabilities.Row(i)[sub]
			}
		}
	}
	return out
}
