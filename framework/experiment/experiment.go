// Package experiment turns an experiment file into an Experiment: names
// resolved, variants expanded, every attribute checked against the schema of
// its component. It is the only room that knows HCL.
package experiment

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/plan"
)

// Experiment is a bound experiment file: everything it says, nothing about how
// it was written except where to point a diagnostic.
type Experiment struct {
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

	Datasets   []Instance
	Encoders   []Instance
	Learners   []Instance
	Reductions []Instance
	// DefaultReduction is set if no reduction block is written: Reductions then
	// holds what stands in on classes, and LabelReduction is what stands in on
	// datasets whose rows have labels, nil if no plugin offers it.
	DefaultReduction bool
	LabelReduction   *Instance
	Validation       Instance
	Metrics          []Metric
	Tables           []plan.Table

	// Combinations lists what the grid blocks ask for, or everything with
	// everything, in file order without repetition.
	Combinations []Combination
}

// Combination is one dataset, encoder, learner and reduction to cross-validate.
type Combination struct {
	Dataset, Encoder, Learner, Reduction *Instance
}

// Instance is one variant of one block: a component with a configuration.
type Instance struct {
	Name      string // as files and tables call it: "path[C=0.1]"
	Block     string // the block's own name: "path"
	Component contract.Component
	// Config is complete: defaults filled in. Paths in it are already resolved
	// against the folder of the experiment file.
	Config contract.Config
	// Capabilities are the component's, narrowed to this configuration.
	Capabilities contract.Capabilities
	Limits       Limits // of a learner
	Host         Host   // of a learner
	// Learners are those that a reduction refers to, by parameter.
	Learners map[string]*Instance

	source expression.Source
}

// Metric is a metric of the experiment.
type Metric struct {
	metric.Spec
	source expression.Source
}

// Diagnostic gives a remark on the instance's configuration its place in the
// experiment file: the element that Path leads to, or the nearest thing around
// it that is written out. An attribute that is not written is the block itself.
func (i *Instance) Diagnostic(d contract.Diagnostic) diagnostic.Diagnostic {
	return i.source.Diagnostic(d)
}

// Errorf returns an error on the instance's configuration at a path; see
// Instance.Diagnostic.
func (i *Instance) Errorf(path []any, summary, format string, args ...any) diagnostic.Diagnostic {
	return i.Diagnostic(contract.Errorf(path, summary, format, args...))
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
