package experiment

import (
	"fmt"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/language/deciding"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/tuning"
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
	Inner
	OfDataset

	source expression.Source
}

// OfDataset is what datasets alone have.
type OfDataset struct {
	// Validation is that of a dataset whose block holds one; nil for the file's.
	Validation *Instance
	// Fetched is what the name of a dataset's rows stands for; nil without a name.
	Fetched *named.Found
}

// Inner are the instances that an instance refers to.
type Inner struct {
	// Learners are those that a reduction refers to, by parameter.
	Learners map[string]*Instance
	// Columns are the learners that a reduction has for columns of its first
	// stage, by the names that the file gives the columns.
	Columns map[string]*Instance
	// Parts are the encoders of plugins among the parts of a composed encoder, nil in the
	// places of bench's own; nil without any.
	Parts []*Instance

	columns map[string]string // the names of the learners in Columns
}

// Diagnostic gives a remark on the instance's configuration its place in the
// experiment file: the element that Path leads to, or the nearest thing around
// it that is written out. An attribute that is not written is the block itself.
// What a component says of its configuration has the code of what the component is for.
func (i *Instance) Diagnostic(d contract.Diagnostic) diagnostic.Diagnostic {
	if d.Code == "" {
		d.Code = codeOf(i.Component.Kind, d.Severity)
	}
	return i.source.Diagnostic(d)
}

// codeOf is the code of remarks that a component makes.
func codeOf(kind contract.Kind, severity contract.Severity) mistake.Code {
	wrong := severity == contract.Error
	switch {
	case kind == contract.KindDataset && wrong:
		return mistake.DatasetSettings
	case kind == contract.KindDataset:
		return mistake.DoubtfulData
	case kind == contract.KindValidation && wrong:
		return mistake.CannotDivide
	case kind == contract.KindValidation:
		return mistake.DoubtfulFolds
	}
	return "" // what every remark without a code has
}

// Errorf returns an error on the instance's configuration at a path; see
// Instance.Diagnostic.
func (i *Instance) Errorf(code mistake.Code, path []any, summary, format string,
	args ...any) diagnostic.Diagnostic {
	return i.Diagnostic(contract.As(code).Errorf(path, summary, format, args...))
}

// Limits are what a learner may use for one cell. They are obeyed by bench, not
// by the plugin, and do not belong to a cell's identity.
type Limits struct {
	Timeout time.Duration // 0 for none
	Memory  int64         // bytes, 0 for no limit
	Threads int           // of the machine that a training call may use; 0 for a fair share
}

// ScoreKind says what reducers get from the learner's models: probabilities,
// which the host converts, and calibrated scores are log-odds.
func (i *Instance) ScoreKind() contract.ScoreKind {
	if i.Host.Calibrate != "" || i.Capabilities.Scores == contract.Probability {
		return contract.LogOdds
	}
	return i.Capabilities.Scores
}

// Values are the parameters of the configuration.
func (i *Instance) Values() map[string]any {
	values := map[string]any{}
	if err := i.Config.Decode(&values); err != nil {
		panic(fmt.Sprintf("experiment: configuration of %s: %v", i.Name, err))
	}
	return values
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

// Host is what bench itself does with a learner or a reduction, beyond the
// configuration that its plugin gets. It is part of a cell's identity.
type Host struct {
	deciding.Rules // of a reduction

	// Calibrate is, of a learner, "sigmoid" or "isotonic" if the scores of binary problems are
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
	h.Rules.Set(values)
	if len(values) == 0 {
		return nil
	}
	return contract.NewConfig(values)
}

// CalibrationFolds is the number of inner folds whose out-of-fold scores a
// calibration is fitted to.
const CalibrationFolds = 3

// Tune says how parameters of an encoder, learner or reduction are chosen.
type Tune struct {
	tuning.Rules
	// Candidates are the combinations of values, where they are crossed with the first
	// parameter varying slowest. Of equally good ones the first is chosen.
	Candidates []Candidate
}

// settings are what the result depends on.
func (t *Tune) settings() map[string]any {
	return t.Settings(lists.Map(t.Candidates, func(c Candidate) map[string]any { return c.Values }))
}

// Candidate is one combination of values.
type Candidate struct {
	Instance *Instance // not tuned any more; of encoders and reductions with a name of its own
	Values   map[string]any
	// Rounds are the candidate in each round of a halving whose resource is a parameter,
	// the last with the most of it, as the candidate itself; nil of other searches.
	Rounds []Candidate
}
