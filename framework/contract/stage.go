package contract

import (
	"fmt"
	"math"
	"slices"
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

// MostProblems bounds the problems of a code.
const MostProblems = 1 << 22

// MostLater bounds Stage.Later: no reduction goes on for ever.
const MostLater = 1_000_000

// Stage is a set of problems that can be trained at the same time. A reduction
// has one stage, or, if its reducer is a Stager, as many as it goes on to ask
// for.
type Stage struct {
	Task Task
	// Problems are the columns of Code, the Labels or the columns of Targets, of
	// which there is at most one; or the multiclass problem of all classes.
	Code Code // Binary: a problem for each column; nil without
	// Labels numbers labels of multi-label data. Binary: for each of them the
	// problem whether a row has it.
	Labels []int
	// Targets is n × L, a problem a column, with a value for each training row in
	// the order of Training: ±1 for Binary, or 0 where a row is left out; class
	// numbers from 0 to Groups − 1 for Multiclass, or −1 where a row is left out; real
	// numbers for Regression. Only Next can know it.
	Targets Matrix
	Groups  int // classes of a Multiclass problem with Targets
	// Rows is the number of the training row that each row of Targets is of, ascending: a
	// training row may be there several times or not at all. nil means each of them once.
	Rows []int
	// Weights is what each row of Targets weighs, above 0; nil means 1. Not every learner
	// takes them: a reducer that asks for weights says so in its capabilities.
	Weights []float64
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
	// several guesses of them; nil: after their signs.
	Search *Search
	// Outputs and Features ask for what Next is to be shown. A stage that asks
	// for nothing is the last. The first stage may train nothing (no Code, no
	// Task) if it asks for ClassesOnly or Features.
	Outputs  Outputs
	Folds    int  // inner folds for OutOfFold, at least 2; 0 means DefaultFolds
	Features bool // the features of the training rows, dense
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
	Counts []int // K: the number of training rows of each class, or with each label
	// Outputs holds the scores that were asked for: n × the columns of all stages
	// so far that wanted scores, in order; 0 columns if there are none.
	Outputs Matrix
	Kind    ScoreKind // of the latest of them, "" if there are none
	// Features are n × d as a learner sees them, shifted and scaled; without rows
	// if the stage did not ask for them.
	Features Matrix
	Seed     uint64 // the only source of randomness; depends on the fold
}

// Problems returns the number of models that a stage asks for.
func (s Stage) Problems() int {
	switch {
	case s.Labels != nil:
		return len(s.Labels)
	case s.Targets.Cols > 0:
		return s.Targets.Cols
	case s.Task == Multiclass:
		return 1
	}
	return s.Columns()
}

// Columns is the number of columns of the code, 0 without one.
func (s Stage) Columns() int {
	if s.Code == nil {
		return 0
	}
	return s.Code.Columns()
}

// Coded reports whether the problems of a stage are the columns of a code.
func (s Stage) Coded() bool { return s.Columns() > 0 }

// Asks reports whether another stage can follow.
func (s Stage) Asks() bool { return s.Features || s.WantsScores() || s.Outputs == ClassesOnly }

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
func (s Stage) Fits() int { return s.Problems() * (1 + s.InnerFolds()) }

// Check returns what is wrong with a stage for some number of classes, whatever
// comes before it.
func (s Stage) Check(classes int) error {
	if err := s.checkProblems(classes); err != nil {
		return err
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
		return fmt.Errorf("it has no inputs")
	case s.Problems() == 0 && s.WantsScores():
		return fmt.Errorf("it asks for %s scores without training anything", s.Outputs)
	case s.Folds < 0 || s.Folds == 1 || s.Folds > maxFolds:
		return fmt.Errorf("it asks for %d inner folds, which are at least 2", s.Folds)
	case s.Outputs == OutOfFold && (s.Sees(Scores) || s.Sees(Targets)):
		return fmt.Errorf("it asks for out-of-fold scores of models that see what earlier stages make of a row: that comes " +
			"from models trained on the row, and so would its own output")
	case s.Later < 0 || s.Later > MostLater:
		return fmt.Errorf("it announces %d problems of later stages; there are at most %d", s.Later, MostLater)
	case s.Search != nil:
		return s.checkSearch()
	}
	return nil
}

// checkSearch refuses a search where there is nothing to be guessed.
func (s Stage) checkSearch() error {
	switch {
	case !s.Sees(Targets) || s.Sees(Scores) || len(s.Of) == 0:
		return fmt.Errorf("it searches, and sees no targets of named columns, or scores too")
	case s.Task != Binary || s.Problems() != 1 || s.WantsScores():
		return fmt.Errorf("it searches, which is for one binary problem whose scores of training rows nobody asks for")
	}
	return s.Search.check()
}

// checkProblems checks task, code, labels and targets.
func (s Stage) checkProblems(classes int) error {
	switch {
	case (s.Rows != nil || s.Weights != nil) && s.Targets.Cols == 0:
		return fmt.Errorf("it numbers or weighs rows of targets, and has none")
	case s.Labels != nil:
		return s.checkLabels(classes)
	case s.Targets.Cols > 0:
		return s.checkTargets()
	case s.Task == Multiclass && s.Coded():
		return fmt.Errorf("it asks for a multiclass problem and sends a code")
	case s.Task == Multiclass:
		return nil
	case !s.Coded() && s.Asks():
		return nil
	case s.Task == Regression:
		return fmt.Errorf("it asks for a regression problem without targets")
	case s.Task != Binary:
		return fmt.Errorf("it asks for the unknown task %q; there are binary and multiclass problems", s.Task)
	case !s.Coded():
		return fmt.Errorf("its code has no columns")
	case s.Code.Classes() != classes:
		return fmt.Errorf("its code has %d rows and %d columns for %d classes", s.Code.Classes(), s.Columns(), classes)
	case s.Columns() > MostProblems:
		return fmt.Errorf("its code has %d columns; there are at most %d", s.Columns(), MostProblems)
	}
	if c, ok := s.Code.(Dense); ok {
		return c.check()
	}
	return nil
}

// check refuses columns that are no binary problem.
func (c Dense) check() error {
	const both = 3
	signs := make([]int8, c.Columns()) // of each column: 1 for +1, 2 for -1
	for k, row := range c {
		if len(row) != len(signs) {
			return fmt.Errorf("its code has %d columns in row %d and %d in the first", len(row), k, len(signs))
		}
		for l, entry := range row {
			switch {
			case entry > 0:
				signs[l] |= 1
			case entry < 0:
				signs[l] |= 2
			}
		}
	}
	if l := slices.IndexFunc(signs, func(have int8) bool { return have != both }); l >= 0 {
		return fmt.Errorf("column %d of its code has not both a +1 and a -1", l)
	}
	return nil
}

func (s Stage) checkLabels(labels int) error {
	switch {
	case s.Task != Binary || s.Coded() || s.Targets.Cols > 0:
		return fmt.Errorf("it asks for labels, which are binary problems without a code or targets")
	case len(s.Labels) == 0:
		return fmt.Errorf("it asks for no label")
	}
	for i, l := range s.Labels {
		if l < 0 || l >= labels || slices.Contains(s.Labels[:i], l) {
			return fmt.Errorf("its list of labels names %d at place %d, which is there already or none of %d", l, i+1, labels)
		}
	}
	return nil
}

func (s Stage) checkTargets() error {
	t := s.Targets
	if s.Coded() || len(t.Data) != t.Rows*t.Cols || t.Rows == 0 {
		return fmt.Errorf("its targets are %d values for %d × %d, or come with a code", len(t.Data), t.Rows, t.Cols)
	}
	if s.Task == Multiclass && (s.Groups < 1 || s.Groups > t.Rows) {
		return fmt.Errorf("its targets are of %d classes, and there are %d rows of them", s.Groups, t.Rows)
	}
	if err := s.checkRows(); err != nil {
		return err
	}
	for i, v := range t.Data {
		whole := v == math.Trunc(v) && v >= -1 && v < float64(s.Groups)
		switch {
		case v-v != 0, s.Task == Binary && v != 1 && v != -1 && v != 0, s.Task == Multiclass && !whole:
			return fmt.Errorf("its target %v in row %d is none of a %s problem", v, i/t.Cols, s.Task)
		case s.Task != Binary && s.Task != Multiclass && s.Task != Regression:
			return fmt.Errorf("it asks for the unknown task %q", s.Task)
		}
	}
	return nil
}

// checkRows refuses rows and weights that are not those of the targets.
func (s Stage) checkRows() error {
	if n := len(s.Rows); s.Rows != nil && n != s.Targets.Rows {
		return fmt.Errorf("its targets have %d rows, and it numbers %d", s.Targets.Rows, n)
	}
	last := 0
	for _, row := range s.Rows {
		if row < last {
			return fmt.Errorf("it numbers training row %d after row %d: rows ascend from 0", row, last)
		}
		last = row
	}
	if n := len(s.Weights); s.Weights != nil && n != s.Targets.Rows {
		return fmt.Errorf("its targets have %d rows, and %d weights", s.Targets.Rows, n)
	}
	for _, w := range s.Weights {
		if !(w > 0) || math.IsInf(w, 0) {
			return fmt.Errorf("a row of its targets weighs %v; weights are numbers above 0", w)
		}
	}
	return nil
}
