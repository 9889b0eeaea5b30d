package prepare

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// CheckStage returns what is wrong with a stage for a dataset, whatever comes
// before it.
func (d *Dataset) CheckStage(s contract.Stage) error {
	if err := s.Check(d.Table.Target.K()); err != nil {
		return err
	}
	switch s.Problems.(type) {
	case contract.Coded, contract.Whole:
		if d.Table.Target.MultiLabel {
			return errors.New("its problems are about classes, and the rows of the dataset have labels")
		}
	case contract.Labelled:
		if !d.Table.Target.MultiLabel {
			return errors.New("its problems are about labels, and the rows of the dataset have classes")
		}
	}
	return nil
}

// checkKinds refuses reductions, and metrics that tune, for the wrong kind of
// target, unless what cannot be run is to be skipped.
func checkKinds(p *Prepared) diagnostic.List {
	if p.Experiment.SkipIncompatible {
		return nil
	}
	var diags diagnostic.List
	reported := map[[3]string]bool{}
	for _, c := range p.Experiment.Combinations {
		d := p.dataset(c.Dataset)
		if d == nil {
			continue
		}
		why := d.unlike(c)
		at := [3]string{c.Dataset.Block, c.Reduction.Block}
		if tuned := d.tunedUnlike(c); d.takes(c.Reduction) && tuned != nil {
			at = [3]string{c.Dataset.Block, string(tuned.Component.Kind), tuned.Block}
		}
		if why == "" || reported[at] {
			continue
		}
		reported[at] = true
		diags = append(diags, kindError(p.Experiment, d, c, why))
	}
	return diags
}

// kindError is the error on a combination whose dataset is unlike the rest.
func kindError(e *experiment.Experiment, d *Dataset, c experiment.Combination, why string) diagnostic.Diagnostic {
	switch {
	case d.takes(c.Reduction):
		example := "accuracy"
		if d.Table.Target.MultiLabel {
			example = "hamming_loss"
		}
		return d.tunedUnlike(c).Errorf(mistake.WrongTarget, []any{"tune"}, wording.Capital(why),
			"Tune by another metric, for example %s, %s",
			example, apart)
	case e.DefaultReduction:
		return d.Instance.Errorf(mistake.WrongTarget, []any{"file"},
			fmt.Sprintf("There is no reduction for dataset %q", c.Dataset.Name),
			"Its rows have labels, and without a reduction block learners run direct, on classes. Write for example "+
				`reduction "binary_relevance" "br" {}; bench plugin list shows what there is.`)
	case d.Table.Target.MultiLabel:
		return c.Reduction.Errorf(mistake.WrongTarget, nil, wording.Capital(why),
			`Choose a reduction for labels, for example reduction "binary_relevance" "br" {}, `+apart)
	}
	return c.Reduction.Errorf(mistake.WrongTarget, nil, wording.Capital(why),
		`Choose a reduction for classes, for example reduction "one_vs_rest" "ova" {}, or several label columns as `+
			"target, "+apart)
}

// standingIn puts the reduction for labels where no reduction block is written and
// the rows of a dataset have labels. The experiment is not changed.
func standingIn(e *experiment.Experiment, datasets []*Dataset) *experiment.Experiment {
	if !e.DefaultReduction || e.LabelReduction == nil {
		return e
	}
	labelled := map[*experiment.Instance]bool{}
	for _, d := range datasets {
		labelled[d.Instance] = d.Table.Target.MultiLabel
	}
	ofLabels := func(c experiment.Combination) bool { return labelled[c.Dataset] }
	if !slices.ContainsFunc(e.Combinations, ofLabels) {
		return e
	}
	changed := *e
	changed.Reductions = []experiment.Instance{*e.LabelReduction}
	if slices.ContainsFunc(e.Combinations, func(c experiment.Combination) bool { return !ofLabels(c) }) {
		changed.Reductions = append(slices.Clone(e.Reductions), *e.LabelReduction)
	}
	changed.Combinations = nil
	for _, c := range e.Combinations {
		c.Reduction = &changed.Reductions[0]
		if ofLabels(c) {
			c.Reduction = &changed.Reductions[len(changed.Reductions)-1]
		}
		changed.Combinations = append(changed.Combinations, c)
	}
	return &changed
}

// checkDefaults refuses learners that cannot do what the reduction that stands in
// asks for, where it depends on the data which one that is.
func checkDefaults(p *Prepared) diagnostic.List {
	if !p.Experiment.DefaultReduction || p.Experiment.SkipIncompatible {
		return nil
	}
	var diags diagnostic.List
	reported := map[string]bool{}
	for _, c := range p.Experiment.Combinations {
		if c.Learner == nil || reported[c.Learner.Block] || !p.Experiment.DependsOnData(c.Dataset) {
			continue
		}
		if why := c.Incompatible(); why != "" {
			reported[c.Learner.Block] = true
			diags = append(diags, p.Experiment.Incompatible(c, why))
		}
	}
	return diags
}
