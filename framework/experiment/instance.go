package experiment

import (
	"fmt"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/metric"
)

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
	// Runtimes are versions that matter under this configuration, of a tuned learner
	// under that of any candidate.
	Runtimes map[string]string
	Sources  []contract.Source // publications to cite for this configuration
	Limits   Limits            // of a learner
	Host     Host              // of a learner or a reduction; of an encoder whether it is tuned
	// Learners are those that a reduction refers to, by parameter.
	Learners map[string]*Instance
	// Columns are the learners of its own that a reduction has for columns of its first
	// stage, by the names that the file gives the columns.
	Columns map[string]*Instance
	// Parts are the encoders of plugins among the parts of a composed encoder, nil in the
	// places of bench's own; nil without any.
	Parts []*Instance
	// Validation is that of a dataset whose block holds one; nil for the file's.
	Validation *Instance

	source  expression.Source
	columns map[string]string // the names of the learners in Columns
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

// Limits are what a learner may use for one cell. They are obeyed by bench, not
// by the plugin, and are no part of a cell's identity.
type Limits struct {
	Timeout time.Duration // 0 for none
	Memory  int64         // bytes, 0 for no limit
	Threads int           // of the machine that a training call may use; 0 for a fair share
}

// CalibrationFolds is the number of inner folds whose out-of-fold scores a
// calibration is fitted to.
const CalibrationFolds = 3

// Host is what bench itself does with a learner or a reduction, beyond the
// configuration that its plugin gets. It is part of a cell's identity.
type Host struct {
	Sensitive // of a reduction

	// Calibrate is "sigmoid" or "isotonic" if the scores of binary problems are
	// made into log-odds, else "".
	Calibrate string
	// Abstain is the size below which the score of a binary problem counts as 0,
	// an abstention. It is compared after calibration.
	Abstain float64
	Tune    *Tune // nil unless parameters are tuned
}

// Config returns the settings as canonical JSON, nil if there are none.
func (h Host) Config() contract.Config {
	values := map[string]any{}
	if h.Calibrate != "" {
		values["calibrate"] = h.Calibrate
	}
	if h.Abstain > 0 {
		values["abstain"] = h.Abstain
	}
	if h.Tune != nil {
		values["tune"] = h.Tune.settings()
	}
	h.Sensitive.set(values)
	if len(values) == 0 {
		return nil
	}
	return contract.NewConfig(values)
}

// Tune says how parameters of an encoder, learner or reduction are chosen, for each
// outer fold and combination, by the metric on decoded predictions of inner test rows.
type Tune struct {
	Folds   int         // inner folds, at least 2
	Holdout float64     // the share of rows that are tested once, in place of folds; 0 with folds
	Halving *Halving    // nil where all candidates are tried on all training rows
	Metric  metric.Spec // the mean over inner folds counts
	// Parameters are those that are tuned, in file order. Tried holds the values of
	// each, where the candidates are all combinations of them; else it is nil.
	Parameters []string
	Tried      map[string][]any
	// Candidates are the combinations of values, where they are crossed with the first
	// parameter varying slowest. Of equally good ones the first is chosen.
	Candidates []Candidate
}

// Candidate is one combination of values.
type Candidate struct {
	Instance *Instance // not tuned any more; of encoders and reductions with a name of its own
	Values   map[string]any
	// Rounds are the candidate in each round of a halving whose resource is a parameter,
	// the last with the most of it, as the candidate itself; nil of other searches.
	Rounds []Candidate
}

// Candidates are what tuning chooses among: the instance itself if it is not tuned.
func (i *Instance) Candidates() []Candidate {
	if i.Host.Tune == nil {
		return []Candidate{{Instance: i}}
	}
	return i.Host.Tune.Candidates
}

// InRound are the candidates as a round of the search trains them.
func (i *Instance) InRound(round int) []Candidate {
	return lists.Map(i.Candidates(), func(c Candidate) Candidate {
		if c.Rounds == nil {
			return c
		}
		return c.Rounds[min(round, len(c.Rounds)-1)]
	})
}

// Trained are the configurations that are trained, each once: the candidates, in all rounds.
func (i *Instance) Trained() (all []*Instance) {
	for _, c := range i.Candidates() {
		var before *Instance
		for _, round := range c.Rounds {
			if round.Instance != before && round.Instance != c.Instance {
				all = append(all, round.Instance)
			}
			before = round.Instance
		}
		all = append(all, c.Instance)
	}
	return all
}

// settings are what the tuning depends on. Of equally good candidates the first
// wins, hence the list of parameters.
func (t *Tune) settings() map[string]any {
	by := map[string]any{"type": t.Metric.Type, "config": t.Metric.Config}
	if t.Metric.Plugin != nil {
		by["plugin"] = t.Metric.Plugin.Part
	}
	settings := map[string]any{"metric": by, "parameters": t.Parameters}
	if t.Tried != nil {
		settings["values"] = t.Tried
	} else {
		settings["candidates"] = lists.Map(t.Candidates, func(c Candidate) map[string]any { return c.Values })
	}
	if t.Halving != nil {
		settings["halving"] = t.Halving.settings()
	}
	if t.Holdout > 0 {
		settings["holdout"] = t.Holdout
	} else {
		settings["folds"] = t.Folds
	}
	return settings
}

// alike reports whether candidates are judged as another tuning judges them.
func (t *Tune) alike(o *Tune) bool {
	halved := t.Halving == o.Halving || t.Halving != nil && o.Halving != nil && *t.Halving == *o.Halving
	return halved && t.Folds == o.Folds && t.Holdout == o.Holdout && t.Metric.Type == o.Metric.Type &&
		string(t.Metric.Config) == string(o.Metric.Config)
}

// Divisions counts how often a candidate is trained and tested.
func (t *Tune) Divisions() int {
	if t.Holdout > 0 {
		return 1
	}
	return t.Folds
}

// ScoreKind says what reducers get from the learner's models: probabilities,
// which the host converts, and calibrated scores are log-odds.
func (i *Instance) ScoreKind() contract.ScoreKind {
	if i.Host.Calibrate != "" || i.Capabilities.Scores == contract.Probability {
		return contract.LogOdds
	}
	return i.Capabilities.Scores
}

// Design is the configuration of a reduction without what only decoders read and
// without the names of learners.
func (i *Instance) Design() contract.Config {
	return i.without(func(p contract.Param) bool { return p.Decoding || p.Type == contract.LearnerType })
}

// Anonymous is the configuration without the names of learners.
func (i *Instance) Anonymous() contract.Config {
	isReference := func(p contract.Param) bool { return p.Type == contract.LearnerType }
	if !slices.ContainsFunc(i.Component.Params, isReference) {
		return i.Config
	}
	return i.without(isReference)
}

// Values are the parameters of the configuration.
func (i *Instance) Values() map[string]any {
	values := map[string]any{}
	if err := i.Config.Decode(&values); err != nil {
		panic(fmt.Sprintf("experiment: configuration of %s: %v", i.Name, err))
	}
	return values
}

// without is the configuration without some of its parameters.
func (i *Instance) without(drop func(contract.Param) bool) contract.Config {
	values := i.Values()
	for _, p := range i.Component.Params {
		if drop(p) {
			delete(values, p.Name)
		}
	}
	return contract.NewConfig(values)
}

// Pointers returns pointers to the instances that are wanted, in order.
func Pointers(instances []Instance, wanted func(*Instance) bool) []*Instance {
	all := lists.Map(lists.Range(len(instances)), func(i int) *Instance { return &instances[i] })
	return lists.Filter(all, wanted)
}

// defaults returns the configuration of a block without attributes.
func defaults(c contract.Component) map[string]any {
	values := map[string]any{}
	for _, p := range c.Params {
		if p.Default != nil {
			values[p.Name] = p.Default
		}
	}
	return values
}
