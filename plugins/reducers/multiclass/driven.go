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

// driven makes a code from training rows: that of trees, which may grow.
type driven struct {
	coded
	// trees makes them from the features of the training rows.
	trees func(t contract.Training) ([]codes.Tree, error)
	most  int // trees, at most
	// columns is the number at which a code stops to grow; nil if it does not grow.
	columns func(k int) int
	folds   int // inner folds of the outputs by which it grows
}

// Plan asks for the training rows.
func (d driven) Plan(s *state, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	if !d.start(s, r, ds) {
		return contract.Stage{}
	}
	k := len(r.Classes)
	s.Phase = designing
	first := (k - 1) * d.most
	last := first
	if d.columns != nil {
		last = d.columns(k)
		if last < first {
			ds.At("columns").Errorf(fmt.Sprintf("columns is %d", last),
				"For %d classes the code starts with %d columns and grows from there.", k, first)
		}
	}
	checkSize(ds, k, last)
	folds := d.innerFolds()
	if d.columns != nil {
		folds = d.folds
	}
	return contract.Stage{Outputs: contract.ClassesOnly, Features: true, Later: d.fits(last, folds)}
}

// Next makes the code, and a growing code again for each of its further columns.
func (d driven) Next(s *state, t contract.Training) (contract.Stage, error) {
	switch s.Phase {
	case designing:
		return d.design(s, t)
	case growing:
		return d.grow(s, t)
	case observing:
		return d.observed(s, t)
	}
	return contract.Stage{}, s.lost()
}

// design makes the code that the training rows lead to.
func (d driven) design(s *state, t contract.Training) (contract.Stage, error) {
	trees, err := d.trees(t)
	if err != nil {
		return contract.Stage{}, err
	}
	joined := codes.Join(len(t.Counts), trees)
	if len(trees) > 1 {
		s.Rule.Trees = joined.Trees
	}
	if err := s.Rule.Fits(joined.Code); err != nil {
		return contract.Stage{}, err
	}
	if d.columns == nil {
		return d.train(s, joined.Code), nil
	}
	return d.try(s, joined.Code, joined.Code), nil
}

// try is the stage that trains new columns of a code that may grow further.
func (d driven) try(s *state, all, new contract.Dense) contract.Stage {
	s.Phase, s.Code = growing, all
	return contract.Stage{Problems: contract.Coded{Code: new}, Outputs: contract.OutOfFold, Folds: d.folds}
}

// grow adds a column for the classes that out-of-fold decoding confuses most, or
// goes on if the code is complete.
func (d driven) grow(s *state, t contract.Training) (contract.Stage, error) {
	if s.Code.Columns() >= d.columns(s.Code.Classes()) {
		return d.observed(s, t)
	}
	confusion, err := confusions(s, t)
	if err != nil {
		return contract.Stage{}, err
	}
	grown, err := code.WrittenOut(s.Code)
	if err != nil {
		return contract.Stage{}, err
	}
	column, ok := codes.Grow(grown, confusion)
	if !ok {
		return d.observed(s, t)
	}
	all, new := make(contract.Dense, len(column)), make(contract.Dense, len(column))
	for k, m := range column {
		all[k], new[k] = append(slices.Clone(grown[k]), m), []int8{m}
	}
	return d.try(s, all, new), nil
}

// confusions counts how often rows of one class are decoded as another. Hamming takes the place
// of decoders that need counts of a later stage, and thresholds are left out.
func confusions(s *state, t contract.Training) ([][]int, error) {
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

// discriminant returns the tree that splits the classes by their separability.
func discriminant(t contract.Training) ([]codes.Tree, error) {
	s, err := statistics(t)
	if err != nil {
		return nil, err
	}
	return []codes.Tree{codes.Discriminant(s)}, nil
}

// statistics are those of the classes of training rows.
func statistics(t contract.Training) (codes.Statistics, error) {
	return codes.ClassStatistics(t.Features.Data, t.Features.Rows, t.Features.Cols, t.Classes, len(t.Counts))
}

// furthestCentroids returns the tree by the centroids of the classes.
func furthestCentroids(t contract.Training) ([]codes.Tree, error) {
	means, err := codes.Centroids(t.Features.Data, t.Features.Rows, t.Features.Cols, t.Classes, len(t.Counts))
	if err != nil {
		return nil, err
	}
	return []codes.Tree{codes.FurthestCentroidTree(means)}, nil
}
