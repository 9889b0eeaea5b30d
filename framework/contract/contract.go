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

import (
	"slices"
)

// ProtocolVersion is the version of the contract that host and plugin agree on
// when the plugin starts. It is part of every cell's identity.
const ProtocolVersion = 1

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
