package experiment

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// compatible checks that learners can do what reductions ask, and that metrics
// get the probabilities they need. With on_incompatible = "skip", callers skip
// those cells instead.
func (b *binder) compatible() {
	if b.exp.SkipIncompatible {
		return
	}
	reported := map[string]bool{}
	for _, c := range b.exp.Combinations {
		why := c.Incompatible()
		blocks := c.Learner.Block + "/" + c.Reduction.Block
		if why == "" || reported[blocks] || b.exp.DependsOnData(c.Dataset) {
			continue
		}
		reported[blocks] = true
		b.List = append(b.List, b.exp.Incompatible(c, why))
	}
	b.scales()
	for _, m := range b.exp.Metrics {
		if !m.NeedsProbabilities() {
			continue
		}
		if without, advice := b.withoutProbabilities(); len(without) > 0 {
			b.List = append(b.List, m.Errorf(mistake.NeedsProbabilities, nil,
				fmt.Sprintf("Metric %q needs probabilities", m.Name),
				`None come from: %s. %s, take the metric out, or write on_incompatible = "skip" in the experiment block.`,
				wording.List(without), advice))
		}
	}
}

// Incompatible is the error on the learner of a combination that cannot do what its
// reduction asks.
func (e *Experiment) Incompatible(c Combination, why string) diagnostic.Diagnostic {
	if e.DefaultReduction && c.Reduction.Name == defaultReduction {
		return c.Learner.Errorf(mistake.CannotSolve, nil,
			fmt.Sprintf("Learner %q cannot do multiclass problems by itself", c.Learner.Name),
			"There is no reduction block, and without one learners run direct, on all classes at once. Add for example "+
				`reduction "one_vs_rest" "ova" {}.`)
	}
	return c.Learner.Errorf(mistake.CannotSolve, nil, wording.Capital(why),
		"Choose another learner or reduction, keep the two apart with grid blocks, or write "+
			`on_incompatible = "skip" in the experiment block.`)
}

// withoutProbabilities names the reductions that give no probabilities, as
// learner/reduction where it depends on the learner, and says what to choose
// instead.
func (b *binder) withoutProbabilities() (without []string, advice string) {
	gives := map[string]bool{} // from some learner
	for _, c := range b.exp.Combinations {
		if c.Incompatible() == "" && c.GivesProbabilities() {
			gives[c.Reduction.Name] = true
		}
	}
	var byLearner, byReduction bool
	for _, c := range b.exp.Combinations {
		if c.Incompatible() != "" || c.GivesProbabilities() {
			continue
		}
		name := c.Reduction.Name
		if gives[name] || len(c.Reduction.Capabilities.Probabilities) > 0 {
			name = c.Learner.Name + "/" + name
			byLearner = true
		} else {
			byReduction = true
		}
		if !slices.Contains(without, name) {
			without = append(without, name)
		}
	}
	switch {
	case byLearner && byReduction:
		advice = "Choose learners, and reductions or decodings, that give probabilities"
	case byLearner:
		advice = "Choose a learner that gives log-odds or probabilities"
	default:
		advice = "Choose a reduction or a decoding that gives probabilities (bench plugin describe shows which decodings do)"
	}
	return without, advice
}

// scales warns of margins of different types of learner that are compared: what 1 means
// differs among them.
func (b *binder) scales() {
	said := map[string]bool{}
	for _, c := range b.exp.Combinations {
		margins, others := c.kinds()
		types := map[string]bool{}
		for _, l := range c.ColumnLearners() {
			types[l.Component.Name] = true
		}
		if said[c.Reduction.Block] || len(c.Reduction.Columns) == 0 || len(others) > 0 || len(types) < 2 ||
			c.Reduction.Capabilities.Has(contract.MixesScores) || c.Incompatible() != "" {
			continue
		}
		said[c.Reduction.Block] = true
		b.List = append(b.List,
			c.Reduction.Diagnostic(contract.As(mistake.MixedScores).Warningf([]any{blocks.ColumnsName},
				"Margins of different learners are compared",
				"Reduction %q compares the sizes of scores, and margins of %s are on scales of their own. "+
					"calibrate = \"sigmoid\" in their blocks makes log-odds of them.", c.Reduction.Name,
				wording.And(wording.Quoted(margins)))))
	}
}
