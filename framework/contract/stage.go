package contract

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/target"
)

// Outputs says what of the training rows a stage wants to be shown before the
// next stage can be planned.
type Outputs string

// The outputs a stage can want. Scores of a stage's models on training rows are
// out of fold, each by models of inner folds that were not trained on the row, or
// in sample, by the models that are kept.
const (
	NoOutputs   Outputs = "none"
	ClassesOnly Outputs = "classes" // the classes of the rows, no scores
	OutOfFold   Outputs = "out_of_fold"
	InSample    Outputs = "in_sample"
)

// Input is a part of what the models of a stage see of a row.
type Input string

// The inputs. Scores are those of all stages so far that asked for outputs, side
// by side and unscaled: their models are trained on these outputs, and when they
// score a row, on the scores of the kept models for it.
const (
	Original Input = "original" // the features
	Scores   Input = "scores"
	// Targets are 1 where a column of an earlier stage is positive and else 0, one
	// input a column and unscaled: the true targets when a model is trained, and
	// the signs of the kept models' scores when it scores a row. Of a multiclass
	// problem 1 stands in the column of the row's class, or of the largest score.
	Targets Input = "targets"
)

// DefaultFolds is the number of inner folds of a stage that does not say.
const DefaultFolds = 5

// maxFolds bounds the inner folds of a stage.
const maxFolds = 1_000_000

// MostLater bounds Stage.Later: no reduction goes on for ever.
const MostLater = 1_000_000

// Stage is a set of problems that can be trained at the same time. A reduction
// has one stage, or, if its reducer is a Stager, as many as it goes on to ask
// for.
type Stage struct {
	Problems Problems // nil for a first stage that trains nothing
	// Learner is "" for the cell's own learner, or the name of a parameter of the
	// reduction, of type LearnerType, that refers to another.
	Learner string
	// Inputs is what the models see, side by side in this order; nil means
	// Original alone.
	Inputs []Input
	// Of numbers the columns of earlier stages, counted over all stages so far, that
	// Scores and Targets stand for; nil means all. Those of Scores must have been
	// asked for.
	Of []int
	// Search, of a binary problem that sees Targets and no Scores, scores a row after
	// several hypotheses of them; nil: after their signs.
	Search *Search
	// Outputs and Features ask for what Next is to be shown. A stage that asks
	// for nothing is the last. The first stage may train nothing if it asks for
	// ClassesOnly or Features.
	Outputs  Outputs
	Folds    int  // inner folds for OutOfFold, at least 2; 0 means DefaultFolds
	Features bool // the features of the training rows
	// Later, of a first stage, is the most that all later stages together may
	// train: 1 for each problem, and for one whose outputs are wanted out of fold
	// 1 more for each inner fold. The plan counts with it, and a stage that would
	// go beyond it fails its cell. At most MostLater.
	Later int
	// State is handed back unchanged to Next and Decode, perhaps in another
	// process: a reducer keeps nothing between calls.
	State []byte
}

// Stager is implemented by reducers of more than one stage.
type Stager interface {
	// Next is called after a stage that asks for something has been trained. It
	// returns the next stage, or done: then the State of the returned stage is
	// that for Decode and nothing else of it counts.
	Next(state []byte, t Training) (next Stage, done bool, err error)
}

// Training is what a Stager sees of the n training rows of a fold. Rows are in
// the same order everywhere.
type Training struct {
	Classes []int // n class numbers; nil for multi-label data
	// Labels is n × K, row-major, 1 where a row has a label and else 0; nil unless
	// the data are multi-label.
	Labels []int8
	// Lists are the labels of each row in place of Labels, for reducers with TakesSparse.
	Lists  target.Labels
	Counts []int // K: the number of training rows of each class, or with each label
	// Outputs holds the scores that were asked for: n × the columns of all stages
	// so far that wanted scores, in order; 0 columns if there are none.
	Outputs Matrix
	Kind    ScoreKind // of the latest of them, "" if there are none
	// Features are n × d as a learner sees them, shifted and scaled; without rows
	// if the stage did not ask for them. They may be in compressed form for reducers with
	// TakesSparse.
	Features Rows
	Seed     uint64 // the only source of randomness; depends on the fold
}

// Count is the number of problems of a stage, each with a model.
func (s Stage) Count() int {
	if s.Problems == nil {
		return 0
	}
	return s.Problems.Count()
}

// Task is that of the problems of a stage, "" without any.
func (s Stage) Task() Task { return TaskOf(s.Problems) }

// Code is the code whose columns are the problems of a stage, nil for other problems.
func (s Stage) Code() Code {
	c, _ := s.Problems.(Coded)
	return c.Code
}

// Targets are the problems of a stage with targets, without columns for other problems.
func (s Stage) Targets() Targeted {
	t, _ := s.Problems.(Targeted)
	return t
}

// Asks reports whether another stage can follow.
func (s Stage) Asks() bool { return s.Features || s.WantsScores() || s.Outputs == ClassesOnly }

// Single reports whether a first stage is the only one, and is trained by the cell's own learners: what
// training rows can be decoded out of fold by.
func (s Stage) Single() bool { return !s.Asks() && s.Learner == "" }

// WantsScores reports whether a stage asks for scores of training rows.
func (s Stage) WantsScores() bool { return s.Outputs == OutOfFold || s.Outputs == InSample }

// Sees reports whether the models of a stage see an input.
func (s Stage) Sees(i Input) bool {
	return slices.Contains(s.Inputs, i) || s.Inputs == nil && i == Original
}

// InnerFolds is the number of inner folds whose models the outputs come from,
// 0 unless they are out of fold.
func (s Stage) InnerFolds() int {
	switch {
	case s.Outputs != OutOfFold:
		return 0
	case s.Folds == 0:
		return DefaultFolds
	}
	return s.Folds
}

// Fits is how often a stage trains: each problem, and again for each inner fold.
func (s Stage) Fits() int { return s.Count() * (1 + s.InnerFolds()) }

// Check returns what is wrong with a stage for some number of classes, whatever
// comes before it.
func (s Stage) Check(classes int) error {
	if s.Problems != nil {
		if err := s.Problems.check(classes); err != nil {
			return err
		}
	} else if !s.Asks() {
		return errors.New("it trains nothing and asks for nothing")
	}
	if !slices.Contains([]Outputs{"", NoOutputs, ClassesOnly, OutOfFold, InSample}, s.Outputs) {
		return fmt.Errorf("it asks for unknown outputs %q", s.Outputs)
	}
	for i, input := range s.Inputs {
		if input != Original && input != Scores && input != Targets {
			return fmt.Errorf("it asks for unknown inputs %q", input)
		}
		if slices.Contains(s.Inputs[:i], input) {
			return fmt.Errorf("it asks for the inputs %q twice", input)
		}
	}
	switch {
	case s.Inputs != nil && len(s.Inputs) == 0:
		return errors.New("it has no inputs")
	case s.Count() == 0 && s.WantsScores():
		return fmt.Errorf("it asks for %s scores without training anything", s.Outputs)
	case s.Folds < 0 || s.Folds == 1 || s.Folds > maxFolds:
		return fmt.Errorf("it asks for %d inner folds, which are at least 2", s.Folds)
	case s.Outputs == OutOfFold && (s.Sees(Scores) || s.Sees(Targets)):
		return errors.New("it asks for out-of-fold scores of models that see what earlier stages make of a row: that comes " +
			"from models trained on the row, and so would its own output")
	case s.Later < 0 || s.Later > MostLater:
		return fmt.Errorf("it announces %d problems of later stages; there are at most %d", s.Later, MostLater)
	case s.Search != nil:
		return s.checkSearch()
	}
	return nil
}

// checkSearch refuses a search where there is nothing to search.
func (s Stage) checkSearch() error {
	switch {
	case !s.Sees(Targets) || s.Sees(Scores) || len(s.Of) == 0:
		return errors.New("it searches, and sees no targets of named columns, or scores too")
	case s.Task() != Binary || s.Count() != 1 || s.WantsScores():
		return errors.New("it searches, which is for one binary problem whose scores of training rows are not asked for")
	}
	return s.Search.check()
}
