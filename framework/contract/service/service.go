// Package service says what the host asks of a plugin, as Go values: the same
// calls whether the plugin is a process behind gRPC or a value in this one.
// Matrices are named by the paths of .npy files.
package service

import (
	"context"
	"errors"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

// ErrLost marks the failure of a call that took the plugin with it: the process
// died or was ended because it did not answer. Its models are gone; another
// process may serve other calls.
var ErrLost = errors.New("the plugin is lost")

// ErrStart marks the failure of a plugin's start: it says nothing about the call
// that wanted the plugin, and the time it took is not the call's.
var ErrStart = errors.New("the plugin did not start")

// ErrMemory marks a call that was ended because the plugin held more memory
// than it may.
var ErrMemory = errors.New("out of memory")

// Learner trains and scores. Models live in the plugin until forgotten.
type Learner interface {
	// Train reports every problem once through done, in any order. Its error
	// is for failures of the whole call.
	Train(ctx context.Context, call TrainCall, done func(Trained)) error
	Score(ctx context.Context, call ScoreCall) (Scored, error)
	Forget(ctx context.Context, models []string) error
}

// Reducer plans stages and decodes scores.
type Reducer interface {
	Plan(ctx context.Context, c ComponentRef, r contract.Reduction) (contract.Stage, []contract.Diagnostic, error)
	// Next writes the targets of the next stage to the file that the call names:
	// the stage it returns has their shape alone.
	Next(ctx context.Context, call NextCall) (next contract.Stage, done bool, err error)
	// Decode writes its answers to the files that the call names.
	Decode(ctx context.Context, call DecodeCall) (Decoded, error)
}

// Description is what a plugin says of itself. The functions of its components
// are nil when it comes from another process.
type Description struct {
	Name, Version string
	Runtimes      map[string]string // for example "go": "1.26"
	Code          map[string]string // paths of code that it loads from outside its package, by name
	Components    []contract.Component
}

// ComponentRef names a component of a plugin with its complete configuration.
type ComponentRef struct {
	Kind   contract.Kind
	Name   string
	Config contract.Config
}

// Features names the files of a design matrix.
type Features struct {
	Rows, Cols            int
	Dense                 string // float64, Rows × Cols
	Data, Indices, Indptr string // the parts of a CSR matrix instead
	Columns               string // JSON list of contract.Column, or ""
}

// RowSet names training rows by ranges.
type RowSet struct {
	Ranges       []contract.Range
	Weights      string // float64, one a row of the set, or ""
	Shift, Scale []float64
}

// Problem is one problem of a TrainCall.
type Problem struct {
	RowSet int
	Task   contract.Task
	Column []int8
	Target string // float64, one a row of the set; for problems that are not a code column
	// Positives replaces the targets of a binary problem, for learners that take it: the
	// numbers in the row set, ascending, of the rows of +1.
	Positives []int32
	Classes   int // of a multiclass problem; with a Column, those it is over
	Seed      uint64
}

// TrainCall asks for the models of problems over one feature matrix.
type TrainCall struct {
	Component string
	Config    contract.Config
	Features  Features
	RowSets   []RowSet
	Problems  []Problem
	Threads   int
	// Isolated is set if the call's seconds are to be its own: nothing that the learner
	// has kept of earlier calls is used.
	Isolated bool
	// LeaveOneOut says that the models will be asked for leave-one-out scores.
	LeaveOneOut bool
	// Memory is how many bytes the plugin may hold during the call, 0 for no
	// limit. The host enforces it; it is not sent.
	Memory int64
}

// Trained is the outcome of one problem.
type Trained struct {
	Problem int    // index into TrainCall.Problems
	Model   string // reference for Score and Forget
	Err     error
	Fit     contract.Fit
	Seconds float64
}

// ScoreCall asks for the scores of models on rows, written as float64 with one
// row a scored row (in the order of Ranges) and the models' scores side by side.
type ScoreCall struct {
	Models   []string
	Features Features
	Ranges   []contract.Range
	Output   string
	// LeaveOneOut scores the rows of Ranges, those that the models were trained on, each as
	// by the model trained without it.
	LeaveOneOut bool
	Sizes       bool  // how large the models are is wanted
	Memory      int64 // as in TrainCall
	// Pairs are the numbers in Models of those that score each row, and their ends, for learners with ScoresPairs; the
	// output is then a score for each number. Without paths all models score all rows.
	Pairs Ragged
}

// Ragged are the files of a list of numbers for each of n rows, as target.Labels holds them.
type Ragged struct{ Of, Ends string }

// Arrays are the two of lists, by their names.
func (r *Ragged) Arrays(of, ends string, value *target.Labels) Arrays {
	return Arrays{
		{ends, &r.Ends, &value.Ends, 0, true, false},
		{of, &r.Of, &value.Of, 0, true, true},
	}
}

// Scored answers a ScoreCall.
type Scored struct {
	Widths  []int // scores a row of each model
	Seconds float64
	// Bytes are the sizes of the models, if they were asked for: 0 of one of which the
	// plugin does not know. Nil if it tells none.
	Bytes []int64
}

// NextCall shows a reducer what its last stage asked for.
type NextCall struct {
	Component ComponentRef
	State     []byte
	Outputs   string // training rows × columns of the stages that wanted scores; the files are those of Arrays
	Classes   string
	Labels    string
	Lists     Ragged // in place of Labels
	Counts    []int  // training rows of each class, or with each label
	Kind      contract.ScoreKind
	// Features and Rows are a matrix and the training rows in it, in the order of
	// Outputs and Classes, if features were asked for.
	Features Features
	Rows     RowSet
	Seed     uint64
	Targets  string // to be written if the stage has targets: training rows × problems
}

// Arrays are those of the training rows beside the features: classes, or labels of
// multi-label data.
func (c *NextCall) Arrays(t *contract.Training) Arrays {
	return append(Arrays{
		{"outputs", &c.Outputs, &t.Outputs, 0, true, false},
		{"classes", &c.Classes, &t.Classes, 0, true, false},
		{"labels", &c.Labels, &t.Labels, len(c.Counts), true, false},
	}, c.Lists.Arrays("label_lists", "label_ends", &t.Lists)...)
}

// Answer is the array that is to be written if the stage has targets.
func (c *NextCall) Answer(targets *contract.Matrix) Arrays {
	return Arrays{{"targets", &c.Targets, targets, 0, true, false}}
}

// DecodeCall asks for classes. The files are those of Arrays and Answer.
type DecodeCall struct {
	Component ComponentRef
	State     []byte
	Kind      contract.ScoreKind
	Scores    string // rows × columns of all stages; "" where some of the scores are known
	// Known are the scores that are known, of reducers with Seeks; Columns says of which columns they are.
	Known         string
	Columns       Ragged
	ClassScores   string
	Probabilities string
	Predictions   string
	Lacks         Ragged // to be written where scores are lacking, and nothing else
	Top           Top    // in place of these three
}

// Top are the files of a target.Top.
type Top struct{ Labels, Ends, Scores, Probabilities, Predicted string }

// Decoded says what a reducer has written.
type Decoded struct {
	Probabilities bool
	Lacks         bool    // the columns whose scores are lacking, and nothing else
	Top           bool    // the best classes or labels of each row, in place of all
	Others        float64 // with Top: the score of all others
}

// Arrays are those of the rows.
func (c *DecodeCall) Arrays(scores *contract.Matrix, known *contract.Known) Arrays {
	return append(Arrays{
		{"scores", &c.Scores, scores, 0, true, false},
		{"known", &c.Known, &known.Scores, 0, true, true},
	}, c.Columns.Arrays("known_columns", "known_ends", &known.Columns)...)
}

// Answer are the arrays that may be written: all of one value for each class, or others.
func (c *DecodeCall) Answer(d *contract.Decoded) Arrays {
	k := d.Scores.Cols
	return Arrays{
		{"class_scores", &c.ClassScores, &d.Scores, k, false, false},
		{"probabilities", &c.Probabilities, &d.Probabilities, k, true, false},
		{"predictions", &c.Predictions, &d.Predictions, ofLabels(len(d.Predictions) != d.Scores.Rows, k), false, false},
	}
}

// Below is the call with the files of its answers in a folder.
func (c DecodeCall) Below(dir string) DecodeCall {
	for _, a := range slices.Concat(c.Answer(&contract.Decoded{}), c.Lacking(&target.Labels{}), c.Best(&target.Top{})) {
		*a.Path = filepath.Join(dir, a.Name+".npy")
	}
	return c
}

// Lacking are the arrays that are to be written where scores are lacking.
func (c *DecodeCall) Lacking(lacks *target.Labels) Arrays {
	return c.Lacks.Arrays("lacks_columns", "lacks_ends", lacks)
}

// Best are the arrays that are to be written in place of those of Answer where only the best are known.
func (c *DecodeCall) Best(t *target.Top) Arrays {
	return Arrays{
		{"top_ends", &c.Top.Ends, &t.Ends, 0, false, false},
		{"top_labels", &c.Top.Labels, &t.Of, 0, false, true},
		{"top_scores", &c.Top.Scores, &t.Scores, 0, false, true},
		{"top_probabilities", &c.Top.Probabilities, &t.Probabilities, 0, true, true},
		{"top_predicted", &c.Top.Predicted, &t.Predicted, 0, false, false},
	}
}
