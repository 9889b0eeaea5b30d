// Package experiment turns an experiment file into an Experiment: names
// resolved, variants expanded, every attribute checked against the schema of
// its component. It is the only room that knows HCL.
package experiment

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/plan"
)

// Experiment is a bound experiment file: everything it says, nothing about how
// it was written except where to point a diagnostic.
type Experiment struct {
	Settings

	Datasets   []Instance
	Encoders   []Instance
	Learners   []Instance
	Reductions []Instance
	// DefaultReduction is set if no reduction block is written: Reductions then
	// holds what stands in on classes, and LabelReduction is what stands in on
	// datasets whose rows have labels, nil if no plugin offers it.
	DefaultReduction bool
	LabelReduction   *Instance
	// Validation is that of the datasets without one of their own; see ValidationOf.
	Validation  Instance
	Metrics     []Metric
	Tables      []plan.Table
	Comparisons []plan.Comparison
	Curves      []Curve

	// Combinations lists what the grid blocks ask for, or everything with
	// everything, in file order without repetition.
	Combinations []Combination
	// Needed names the dataset blocks that grid blocks use, also where learners are
	// not known; nil without a grid block, which is for all of them.
	Needed map[string]bool

	Executor Executor

	// Labels are what people read in place of the names of blocks, by kind and name.
	Labels map[contract.Kind]map[string]string

	choices map[string]choice // of tables, by their names
}

// Settings are what the experiment block says.
type Settings struct {
	Name             string
	Title            string
	Seed             uint64
	SkipIncompatible bool // on_incompatible = "skip"
	// Isolated means that every reduction is trained alone, by one worker
	// (timing = "isolated"), so that the seconds of a cell are its own.
	Isolated bool
	// KeepScores means that the scores of binary models are kept in the results
	// folder (keep_scores = true), so that later decoders need no training.
	KeepScores bool
	KeepInner  bool // and those on inner folds of tuning
}

// Metric is a metric of the experiment.
type Metric struct {
	metric.Spec
	// Runtimes are versions that matter under the configuration of a plugin's metric.
	Runtimes map[string]string
	source   expression.Source
}

// Diagnostic gives a remark on the metric's configuration its place in the
// experiment file; see Instance.Diagnostic.
func (m *Metric) Diagnostic(d contract.Diagnostic) diagnostic.Diagnostic {
	return m.source.Diagnostic(d)
}

// Errorf returns an error on the metric's configuration at a path.
func (m *Metric) Errorf(path []any, summary, format string, args ...any) diagnostic.Diagnostic {
	return m.Diagnostic(contract.Errorf(path, summary, format, args...))
}

// ValidationOf is how the rows of a dataset are divided: as its own block says, or the
// file's. Its component has no name if what it says has mistakes.
func (e *Experiment) ValidationOf(dataset *Instance) *Instance {
	if dataset.Validation != nil {
		return dataset.Validation
	}
	return &e.Validation
}

// Uses reports whether some combination needs a component of a plugin, some metric is one,
// or some dataset is divided by one.
func (e *Experiment) Uses(kind contract.Kind, component string) bool {
	switch kind {
	case contract.KindMetric:
		return slices.ContainsFunc(e.Metrics, func(m Metric) bool { return m.Type == component })
	case contract.KindValidation:
		divides := func(d Instance) bool { return e.ValidationOf(&d).Component.Name == component }
		return slices.ContainsFunc(e.Datasets, divides)
	}
	is := func(i *Instance) bool { return i.Component.Kind == kind && i.Component.Name == component }
	return slices.ContainsFunc(e.Combinations, func(c Combination) bool {
		for _, second := range c.Reduction.References() {
			if is(second) {
				return true
			}
		}
		for _, part := range c.Encoder.Composition() {
			if is(part) {
				return true
			}
		}
		return is(c.Learner) || is(c.Reduction) || is(c.Encoder)
	})
}

// Candidates lists the reductions that are planned: of tuned ones all candidates.
func (e *Experiment) Candidates() []*Instance {
	var all []*Instance
	for i := range e.Reductions {
		all = append(all, e.Reductions[i].Trained()...)
	}
	return all
}
