package reducer

import (
	"fmt"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// driven makes a code from training rows: that of trees, which may grow.
type driven struct {
	// trees makes them from the features of the training rows.
	trees func(t contract.Training) ([]codes.Tree, error)
	most  int // trees, at most
	// columns is the number at which a code stops to grow; 0 means that it does not
	// grow at all.
	columns func(k int) int
	folds   int // inner folds of the outputs by which it grows
}

// plan asks for the training rows.
func (d driven) plan(of decoding, rule decode.Rule, k int) (contract.Stage, []contract.Diagnostic) {
	first := (k - 1) * d.most
	last := first
	if d.columns != nil {
		last = d.columns(k)
		if last < first {
			return contract.Stage{}, []contract.Diagnostic{contract.Errorf([]any{"columns"}, fmt.Sprintf("columns is %d", last),
				"For %d classes the code starts with %d columns and grows from there.", k, first)}
		}
	}
	if ds := checkSize(k, last); ds != nil {
		return contract.Stage{}, ds
	}
	later := last
	switch {
	case d.columns != nil:
		later += last * d.folds
	case of.wants() == contract.OutOfFold:
		later += last * of.innerFolds()
	}
	if of.Decoding == decode.Learned {
		later++
	}
	return contract.Stage{
		Outputs: contract.ClassesOnly, Features: true, Later: later, State: state{Phase: designing, Rule: rule}.bytes(),
	}, nil
}

// separable returns trees that split the classes by their separability.
func separable(trees func(codes.Statistics) []codes.Tree) func(contract.Training) ([]codes.Tree, error) {
	return func(t contract.Training) ([]codes.Tree, error) {
		s, err := codes.ClassStatistics(t.Features.Data, t.Features.Rows, t.Features.Cols, t.Classes, len(t.Counts))
		if err != nil {
			return nil, err
		}
		return trees(s), nil
	}
}

// furthestCentroids returns the tree by the centroids of the classes.
func furthestCentroids(t contract.Training) ([]codes.Tree, error) {
	means, err := codes.Centroids(t.Features.Data, t.Features.Rows, t.Features.Cols, t.Classes, len(t.Counts))
	if err != nil {
		return nil, err
	}
	return []codes.Tree{codes.FurthestCentroidTree(means)}, nil
}

// design makes the code that the training rows lead to.
func (d driven) design(c coded, rule decode.Rule, t contract.Training) (contract.Stage, error) {
	trees, err := d.trees(t)
	if err != nil {
		return contract.Stage{}, err
	}
	joined := codes.Join(len(t.Counts), trees)
	code := joined.Code
	if len(trees) > 1 {
		rule.Trees = joined.Trees
	}
	if err := rule.Fits(code); err != nil {
		return contract.Stage{}, err
	}
	if d.columns == nil {
		next := c.trained(code, rule, 0)
		next.Later = 0
		return next, nil
	}
	return d.tried(code, code, rule), nil
}

// tried is the stage that trains new columns of a code that may grow further.
func (d driven) tried(all, new contract.Dense, rule decode.Rule) contract.Stage {
	return contract.Stage{
		Task: contract.Binary, Code: new, Outputs: contract.OutOfFold, Folds: d.folds,
		State: state{Phase: growing, Rule: rule, Code: all}.bytes(),
	}
}

// grow adds a column for the classes that out-of-fold decoding confuses most, or
// goes on if the code is complete.
func (d driven) grow(c coded, s state, t contract.Training) (contract.Stage, bool, error) {
	if s.Code.Columns() < d.columns(s.Code.Classes()) {
		confusion, err := confusions(s, t)
		if err != nil {
			return contract.Stage{}, false, err
		}
		grown, err := code.WrittenOut(s.Code)
		if err != nil {
			return contract.Stage{}, false, err
		}
		if column, ok := codes.Grow(grown, confusion); ok {
			all, new := make(contract.Dense, len(column)), make(contract.Dense, len(column))
			for k, m := range column {
				all[k] = append(append([]int8(nil), grown[k]...), m)
				new[k] = []int8{m}
			}
			return d.tried(all, new, s.Rule), false, nil
		}
	}
	return c.observed(s, t)
}

// confusions counts how often rows of one class are decoded as another. Decoders
// that lack what is counted later give way to hamming, and thresholds have no say.
func confusions(s state, t contract.Training) ([][]int, error) {
	rule := s.Rule
	if rule.Sees() == contract.InSample {
		rule = decode.Rule{Method: decode.Hamming}
	}
	rule.Thresholds = nil
	d, err := rule.Decode(s.Code, t.Outputs, t.Kind)
	if err != nil {
		return nil, err
	}
	counts := lists.Table[int](s.Code.Classes(), s.Code.Classes())
	for i, k := range t.Classes {
		counts[k][d.Predictions[i]]++
	}
	return counts, nil
}
