package codelist

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/export"
)

// ForExport is a code for the long table.
func (c Code) ForExport() export.Code {
	e := export.Code{Reduction: c.Reduction, Dataset: c.Dataset, Matrix: c.Matrix}
	if c.Fold != nil {
		e.Cell = &plan.Cell{
			Combination: plan.Combination{
				Dataset: c.Dataset, Encoder: c.Encoder, Learner: c.Learner, Reduction: c.Reduction,
			},
			Repeat: *c.Repeat, Fold: *c.Fold,
		}
	}
	return e
}

// Stored lists the codes that a results folder holds: those of the manifest,
// which all cells share, and then in plan order those of cells that have their own.
func Stored(stored folder.Part, in score.Input) ([]Code, error) {
	dir := stored.Dir
	if stored.Experiment.Codes == nil {
		return nil, fmt.Errorf("%s was written by an earlier release, which kept no code matrices: rerun its "+
			"experiment; cells with results are not computed again", dir)
	}
	own, driven, err := ownCodes(in.Main())
	if err != nil {
		return nil, err
	}
	codes := []Code{}
	for _, c := range stored.Experiment.Codes {
		if driven[Driven{c.Reduction, c.Dataset}] {
			continue
		}
		written, err := c.Matrix()
		if err != nil {
			return nil, fmt.Errorf("the manifest in %s is damaged: %w", dir, err)
		}
		m, err := code.WrittenOut(written)
		if err != nil {
			return nil, fmt.Errorf("reduction %s on dataset %s: %w", c.Reduction, c.Dataset, err)
		}
		o, err := describeStored(stored.Plan, c.Reduction, c.Dataset, m)
		if err != nil {
			return nil, fmt.Errorf("the manifest in %s is damaged: %w", dir, err)
		}
		codes = append(codes, o)
	}
	return append(codes, own...), nil
}

// ownCodes lists the codes of the cells that have their own, and the reductions
// that they are of.
func ownCodes(in score.Input) ([]Code, map[Driven]bool, error) {
	var codes []Code
	driven := map[Driven]bool{}
	for _, c := range in.Cells {
		if c.Status() != store.OK || c.Code == nil {
			continue
		}
		m, err := c.Code()
		if err != nil {
			return nil, nil, fmt.Errorf("code of cell %s: %w", c.Name(), err)
		}
		o, err := describeStored(in.Plan, c.Reduction, c.Dataset, m)
		if err != nil {
			return nil, nil, fmt.Errorf("code of cell %s: %w", c.Name(), err)
		}
		o.Encoder, o.Learner, o.Repeat, o.Fold = c.Encoder, c.Learner, &c.Repeat, &c.Fold
		codes = append(codes, o)
		driven[Driven{o.Reduction, o.Dataset}] = true
	}
	return codes, driven, nil
}

// describeStored describes a code that was stored, if it fits a plan.
func describeStored(p *plan.Plan, reduction, dataset string, m contract.Dense) (Code, error) {
	classes := score.Targets(p)[dataset].Names
	if len(m) != len(classes) || m.Columns() == 0 {
		return Code{}, fmt.Errorf("reduction %s has a code of %d classes, dataset %s has %d", reduction, len(m), dataset,
			len(classes))
	}
	i := slices.IndexFunc(p.Datasets, func(d plan.Dataset) bool { return d.Name == dataset })
	counts := slices.DeleteFunc(slices.Clone(p.Datasets[i].Target.Counts), func(n int) bool { return n == 0 })
	if len(counts) != len(classes) {
		return Code{}, fmt.Errorf("the plan does not say how many rows the classes of dataset %s have", dataset)
	}
	return describe(reduction, dataset, classes, counts, m), nil
}
