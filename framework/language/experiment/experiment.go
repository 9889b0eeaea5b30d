// Package experiment turns an experiment file into an Experiment: names are resolved, variants
// expanded, and every attribute is checked against the schema of its component. Parse reads the
// file, File.Bind gives an Experiment once the plugins are known. The rooms next to it decode
// attributes (blocks), what is tuned (tuning) and what is shown (tables).
package experiment

import (
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/tables"
	"github.com/manyclass/bench/framework/results/plan"
)

// Experiment is a bound experiment file: everything it says, nothing about how
// it was written except where to point a diagnostic.
type Experiment struct {
	Settings
	Components
	Metrics []Metric
	Shown

	// Combinations lists what the grid blocks ask for, or everything with
	// everything, in file order without repetition.
	Combinations []Combination
	// Needed names the dataset blocks that grid blocks use, also where learners are
	// not known; nil without a grid block, which is for all of them.
	Needed map[string]bool

	Executor Executor
}

// Components are what is combined.
type Components struct {
	Datasets   []Instance
	Encoders   []Instance
	Learners   []Instance
	Reductions []Instance
	// DefaultReduction is set if no reduction block is written: Reductions then
	// holds the default on classes, and LabelReduction is the default on
	// datasets whose rows have labels, nil if no plugin offers it.
	DefaultReduction bool
	LabelReduction   *Instance
	// Validation is that of the datasets without one of their own; see ValidationOf.
	Validation Instance
}

// Shown is what is shown of the results.
type Shown struct {
	Tables      []plan.Table
	Comparisons []plan.Comparison
	Curves      []tables.Curve
	// Labels are what people read instead of the names of blocks, by kind and name.
	Labels map[contract.Kind]map[string]string

	choices tables.Choices
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
	// Sets says which prediction sets are made; nil without a conformal block.
	Sets *conformal.Settings
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

// DependsOnData reports whether only its data can tell which reduction stands in
// for the one that is not written: the rows of the dataset may have labels.
func (e *Experiment) DependsOnData(dataset *Instance) bool {
	return e.DefaultReduction && e.LabelReduction != nil && dataset.mayHaveLabels()
}

// axis is one of the four things that are combined.
type axis struct {
	kind      contract.Kind
	list      string // the attribute of a grid block
	instances []Instance
}

// axes returns the four axes, slowest first.
func (e *Experiment) axes() []axis {
	return []axis{
		{contract.KindDataset, "datasets", e.Datasets},
		{contract.KindEncoder, "encoders", e.Encoders},
		{contract.KindLearner, "learners", e.Learners},
		{contract.KindReducer, "reductions", e.Reductions},
	}
}

// Choose says of each table what its expression leaves out, once the datasets are known.
func (e *Experiment) Choose(datasets []plan.Dataset) ([]plan.Table, diagnostic.List) {
	_, combinations := e.members()
	return e.choices.Apply(e.Tables, combinations, datasets)
}

// members are the instances and combinations as tables see them.
func (e *Experiment) members() (map[contract.Kind][]*tables.Member, []tables.Combination) {
	members, of := map[contract.Kind][]*tables.Member{}, map[*Instance]*tables.Member{}
	for _, a := range e.axes() {
		for i := range a.instances {
			of[&a.instances[i]] = a.instances[i].member()
			members[a.kind] = append(members[a.kind], of[&a.instances[i]])
		}
	}
	return members, lists.Map(e.Combinations, func(c Combination) tables.Combination {
		return tables.Combination{of[c.Dataset], of[c.Encoder], of[c.Learner], of[c.Reduction]}
	})
}

// member is the instance as tables see it.
func (i *Instance) member() *tables.Member {
	m := &tables.Member{Name: i.Name, Block: i.Block, Type: i.Component.Name, Params: i.Component.Params,
		Values: i.Values()}
	if i.Component.Kind == contract.KindReducer {
		m.Params = slices.Concat(m.Params, ReductionParams())
		i.Host.Rules.Written(m.Values)
	}
	if i.Host.Tune != nil {
		m.Tuned = i.Host.Tune.Parameters
	}
	return m
}

// withoutLearners combines what data and codes are checked against each other.
func withoutLearners(e *Experiment) []Combination {
	var list []Combination
	for d := range e.Datasets {
		for n := range e.Encoders {
			for r := range e.Reductions {
				list = append(list, Combination{Dataset: &e.Datasets[d], Encoder: &e.Encoders[n], Reduction: &e.Reductions[r]})
			}
		}
	}
	return list
}
