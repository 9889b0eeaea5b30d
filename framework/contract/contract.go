// Package contract is what the author of a plugin sees: the shapes of learners,
// reducers, metrics, encoders and splitters, the parameters they take and the data they are
// given. It knows nothing of processes, sockets or the experiment file.
//
// A plugin is a set of components. A component of kind Learner turns rows and
// targets into a model; a component of kind Reducer turns a multiclass problem
// into stages of simpler ones and the scores of their models back into classes; a
// component of kind Metric turns what is predicted of rows into a number; a component of
// kind Encoder turns the columns of a table into features; a Splitter, of kind Validation,
// divides the rows of a dataset into folds.
package contract

import "slices"

// ProtocolVersion is the version of the contract that host and plugin agree on
// when the plugin starts. It is part of every cell's identity.
const ProtocolVersion = 1

// Plugin is everything that one plugin package offers.
type Plugin struct {
	Name    string // what `bench plugin list` calls it, for example "logreg"
	Version string // semantic version of the package, for example "1.2.0"
	// Runtimes are the versions of what the plugin runs on beside Go and its own
	// files, such as libraries that it loads; results count as other ones if they
	// change.
	Runtimes map[string]string
	// Code are absolute paths, by name, of files and folders outside the package that the
	// plugin loads: the host adds their digests to the runtimes.
	Code       map[string]string
	Components []Component
	// End clears away what the plugin has beside its process, before that ends:
	// when the host asks for it or goes away, not when the process is killed. It may
	// be called twice. Optional.
	End func()
}

// CodePrefix begins the names under which code from outside a package is among the
// runtimes of its plugin; their values are digests.
const CodePrefix = "code:"

// Kind says where in an experiment file a component is used.
type Kind string

// The kinds of component. Learners and reducers live in plugins, metrics, encoders and
// validation methods there and in the framework; data generators are part of the framework
// and are described in the same words.
const (
	KindLearner    Kind = "learner"
	KindReducer    Kind = "reduction"
	KindEncoder    Kind = "encoder"
	KindValidation Kind = "validation"
	KindMetric     Kind = "metric"
	KindDataset    Kind = "dataset"
)

// Component describes one type that an experiment file can name, and for the
// components of a plugin how to build it.
type Component struct {
	Kind Kind
	Name string // the type's name in the experiment file, for example "logreg"
	Doc  string // one sentence; formulas name their source
	// Params lists every attribute the component takes. The host decodes the
	// experiment file with it, fills in defaults and refuses everything else.
	Params       []Param
	Capabilities Capabilities
	// BuiltIn says that the component is part of bench, and no plugin's.
	BuiltIn bool
	// Sources are the publications that describe it, for whoever cites what an experiment
	// used. Optional.
	Sources []Source

	// These get a configuration that fits Params, with defaults filled in, and are called
	// through Judge, Learner, Reducer, Metric, Encoder and Splitter.

	// Validate checks what Params cannot say: parameters that do not go
	// together, a matrix with a bad column. Optional.
	Validate func(Config) []Diagnostic
	// Narrow returns the capabilities under a given configuration, where they
	// depend on it (a decoder that gives probabilities). Optional.
	Narrow func(Config) Capabilities
	// Runtimes returns the versions that matter under a given configuration, beside
	// those of the plugin: of a library that only some configurations load. They
	// count as the plugin's own do, in the results of that configuration. Optional.
	Runtimes func(Config) map[string]string
	// NewLearner builds the learner, if Validate finds no error; set for KindLearner
	// in a plugin.
	NewLearner func(Config) (Learner, error)
	// NewReducer builds the reducer, likewise; set for KindReducer in a plugin.
	NewReducer func(Config) (Reducer, error)
	// NewMetric builds the metric, likewise; set for KindMetric in a plugin.
	NewMetric func(Config) (Metric, error)
	// NewEncoder builds the encoder, likewise; set for KindEncoder in a plugin.
	NewEncoder func(Config) (Encoder, error)
	// NewSplitter builds the splitter, likewise; set for KindValidation in a plugin.
	NewSplitter func(Config) (Splitter, error)
}

// PluginKinds are the kinds of component that a plugin can offer.
var PluginKinds = []Kind{KindLearner, KindReducer, KindMetric, KindEncoder, KindValidation}

// InPlugins reports whether a plugin can offer components of the kind.
func (k Kind) InPlugins() bool { return slices.Contains(PluginKinds, k) }

// Task is a kind of training problem.
type Task string

// The tasks. Binary targets are −1 and +1, multiclass targets are class
// numbers from 0, regression targets are real.
const (
	Binary     Task = "binary"
	Multiclass Task = "multiclass"
	Regression Task = "regression"
)

// ScoreKind says what the scores of a learner are. Whatever the kind, a score
// above 0 means +1 and a score of 0 is an abstention; the host maps
// probabilities to log-odds before anybody else sees them.
type ScoreKind string

// The kinds of score. For a multiclass model, LogOdds means that the softmax of
// its K scores gives class probabilities.
const (
	Margin      ScoreKind = "margin"
	LogOdds     ScoreKind = "log_odds"
	Probability ScoreKind = "probability"
)

// Verdict is what a component says of a configuration.
type Verdict struct {
	Diagnostics  []Diagnostic      // what is wrong with it, or strange
	Capabilities Capabilities      // what the component can do under it
	Runtimes     map[string]string // versions that matter under it, beside the plugin's
	Code         map[string]string // paths of code that it loads from outside the package, likewise
	Sources      []Source          // publications to cite for it
}

// Capabilities are a component's honest promises. The host relies on them: it
// refuses at validation what a component cannot do, and shares what it may.
type Capabilities struct {
	// Tasks lists what a learner can train. For a reducer it lists what it asks
	// for: the first task is that of the first stage that trains anything, the
	// last that of the last stage.
	Tasks         []Task
	Scores        ScoreKind // learners: what binary and multiclass scores are
	Sparse        bool      // learners: takes CSR features
	Batch         bool      // learners: implements BatchLearner
	Weights       bool      // learners: takes row weights; reducers: weighs rows, which takes such a learner
	Symmetric     bool      // learners: swapping the signs of y negates every score exactly
	Deterministic bool      // same inputs and seed, same bytes
	Threads       bool      // learners: uses more than one thread when given them
	MultiLabel    bool      // reducers, metrics: rows have any number of labels instead of one class; encoders: also such rows
	Smaller       bool      // metrics: smaller values are better
	Target        bool      // encoders: learns from classes or labels
	// Facts lists what metrics and splitters need of the rows beside what is to be
	// predicted. Datasets without it are refused; splitters are shown features only so.
	Facts []RowFact
	// FoldWide says that a learner's models depend on all rows of the row set, those
	// that their code column leaves out included, as by a scale that is the same for
	// all problems of a fold. Without it they depend on the rows of the problem alone.
	FoldWide bool
	// SharedRows is the number of training rows up to which a learner shares work among
	// the problems of a fold, such as a matrix in memory; with more it is slower. 0 means
	// that there is no such number.
	SharedRows int
	// MostFeatures is the number of feature columns that a learner takes at most, as where
	// it needs a matrix of their products. 0 means any number.
	MostFeatures int
	// LeaveOneOut says that a learner's models tell what they would make of each of their
	// training rows without it, see LeftOutModel.
	LeaveOneOut bool
	// Positives says that a learner takes the targets of binary problems of labels as
	// BatchProblem.Positives, which of rare labels are short. It must give the bytes that
	// it gives with the same targets in full.
	Positives bool
	// Probabilities lists the kinds of score from which a reducer's Decode
	// gives class probabilities; empty if it never does. As in Needs, the scores
	// are those of the last stage: of the learner that the last parameter of type
	// LearnerType which is written refers to, else of the cell's own.
	Probabilities []ScoreKind
	// Needs lists the kinds of score that a reducer's Decode takes; empty means
	// any. Probabilities and calibrated scores reach it as log-odds. A metric that needs
	// class probabilities lists Probability.
	Needs []ScoreKind
	// MixedScores says that a reducer's Decode takes scores of learners of different kinds
	// side by side: it goes by their signs alone, or learns from them. It is then told
	// that they are margins.
	MixedScores bool
}

// Can reports whether the capabilities include a task.
func (c Capabilities) Can(t Task) bool {
	return slices.Contains(c.Tasks, t)
}

// Takes reports whether a reducer decodes scores of a kind.
func (c Capabilities) Takes(kind ScoreKind) bool {
	return len(c.Needs) == 0 || slices.Contains(c.Needs, kind)
}

// GivesProbabilities reports whether a reducer gives class probabilities from
// scores of a kind.
func (c Capabilities) GivesProbabilities(from ScoreKind) bool {
	return slices.Contains(c.Probabilities, from)
}
