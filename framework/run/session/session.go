// Package session trains problems with a learner and scores rows with their models:
// the calls, what is tried again after failures, and the limits of cells.
package session

import (
	"fmt"

	"github.com/manyclass/bench/framework/caller"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/fault"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/run/outside"
	"github.com/manyclass/bench/framework/run/rows"
	"github.com/manyclass/bench/framework/run/scores"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
)

// Desk is where a worker works: with the plugin processes of its slot, in a folder.
type Desk struct {
	caller.Caller
	Encodes  outside.By
	Threads  func(*experiment.Instance) int // that a learner may use now
	Isolated bool                           // every cell is trained alone, for its seconds
	Trains   func(problems int)             // is called before a call that trains
	Kept     *store.KeptScores              // of earlier runs; nil where none count
	Keep     func(store.BinaryScores, store.RowScores) error
	Held     int // scores of a fold that may be held at a time; 0 for stages to say

	answers map[string]bool // by name of a learner that was called: whether any call was answered
}

// Session is a learner on a fold with the problems that it trains. What goes wrong
// with one of them is kept there, so that only the cells that need it fail; what a
// cell's limit cuts off is kept for the cell.
type Session struct {
	*Desk
	Learner  *experiment.Instance
	Fold     *rows.Fold
	Problems []Problem
	Cells    [][]plan.Use // the problems of each cell
	Exceeded []error      // by cell: the limit that its problems hit
	Sink     Sink         // takes the scores instead of the problems; nil for none
	Spills   bool         // whether what the sink takes of test rows is spilled, too
	Spilled  *Spill       // those scores, once there are any
	Seconds  float64      // of scoring test rows
	Peak     int64        // resident bytes of the learner

	files   *sealed.Folder
	targets map[int]rows.Targets // by problem
	losses  losses
}

// Problem is a problem with what came of it.
type Problem struct {
	plan.Problem
	Outcome
}

// Outcome is how training went, and the scores on each set of rows.
type Outcome struct {
	service.Trained
	Used     service.Usage               // of training, inner folds of a calibration included
	Scores   map[*rows.Set][]float64     // rows × Width
	Lost     map[*rows.Set]error         // why there are none on a set that not all cells need
	Spent    map[*rows.Set]service.Usage // by the inner folds that a set is scored by
	Width    int
	InSample bool // the scores of training rows are wanted by a stage

	Constant     bool    // there was nothing to train
	Uncalibrated bool    // there was nothing to calibrate by
	Kept         string  // the name under which an earlier run has kept the scores: nothing is trained
	Scoring      float64 // seconds, of a kept one
	Streamed     bool    // the sink has taken its scores
	// Stored reads scores of test rows that are kept, where they are too many to be held.
	Stored func(from, to int) ([]float64, error)
	Bytes  int64 // of the model; 0 if nobody tells
}

// New returns a session without problems, which is to be closed.
func New(desk *Desk, learner *experiment.Instance, fold *rows.Fold) (*Session, error) {
	files, err := sealed.New(desk.Scratch, "session-")
	if err != nil {
		return nil, fault.Scratch(err)
	}
	return &Session{Desk: desk, Learner: learner, Fold: fold, files: files, targets: map[int]rows.Targets{}}, nil
}

// Close removes the files of the session.
func (s *Session) Close() {
	s.closeSpill()
	s.files.Close()
}

// Folder returns a new folder of the session's for the files of a call.
func (s *Session) Folder(prefix string) (*sealed.Folder, error) {
	files, err := sealed.New(s.files.Path, prefix)
	if err != nil {
		return nil, fault.Scratch(err)
	}
	return files, nil
}

// Intact checks that no plugin has changed what it was given.
func (s *Session) Intact() error {
	if err := s.Fold.Check(); err != nil {
		return err
	}
	if err := s.files.Check(); err != nil {
		return fault.Scratch(err)
	}
	return nil
}

// Scored reports whether a problem has all scores that no cell can do without.
func (s *Session) Scored(problem int) bool {
	if s.Problems[problem].Streamed {
		return true
	}
	for _, set := range s.Fold.Sets {
		if !set.Optional() && s.Problems[problem].Scores[set] == nil {
			return false
		}
	}
	return true
}

// FailAll gives an error to the problems that lack scores.
func (s *Session) FailAll(problems []int, err error) {
	sample := s.Fold.Sample(false)
	for _, i := range problems {
		p := &s.Problems[i]
		switch {
		case p.Err == nil && !s.Scored(i):
			p.Err = err
		case p.Err == nil && p.InSample && p.Scores[sample] == nil:
			p.Lose(sample, err)
		}
	}
}

// Put adds the scores of a set of rows.
func (o *Outcome) Put(set *rows.Set, scores []float64) {
	if o.Scores == nil {
		o.Scores = map[*rows.Set][]float64{}
	}
	o.Scores[set] = scores
}

// Lose notes why a problem has no scores on an optional set.
func (o *Outcome) Lose(set *rows.Set, err error) {
	if o.Lost == nil {
		o.Lost = map[*rows.Set]error{}
	}
	o.Lost[set] = err
}

// Change replaces all scores of a problem.
func (o *Outcome) Change(by func(float64) float64) {
	for _, scores := range o.Scores {
		for i, s := range scores {
			scores[i] = by(s)
		}
	}
}

// Assemble puts the columns of a cell on the rows of a set side by side.
func (s *Session) Assemble(uses []plan.Use, set *rows.Set) (cols int, values []float64) {
	return s.AssembleRows(uses, set, 0, set.Count)
}

// AssembleRows puts the columns of a cell side by side for some rows of a set.
func (s *Session) AssembleRows(uses []plan.Use, set *rows.Set, from, to int) (cols int, values []float64) {
	columns := make([]scores.Column, len(uses))
	for l, u := range uses {
		p := &s.Problems[u.Problem]
		columns[l] = scores.Column{
			Width: p.Width, Values: p.Scores[set][from*p.Width : to*p.Width], Mirrored: u.Mirrored,
		}
	}
	return scores.Join(to-from, columns)
}

// seed depends on the problem alone, whose code column is given, never on its company.
func (s *Session) seed(p plan.Problem, entries []int8) uint64 {
	b, column := s.Fold.Block, make([]byte, len(entries))
	for i, e := range entries {
		column[i] = byte(e + 1)
	}
	fold := fmt.Sprint(b.Repeat, s.Fold.Number)
	purpose := []string{"train", b.Dataset.Table.SHA256, fold, string(p.Task), string(column)}
	if p.Content != "" {
		purpose = append(purpose, p.Content)
	}
	return b.Seed(purpose...)
}

// ScoreKind is what the scores of a problem are, as the learner gives them.
func (s *Session) scoreKind(p plan.Problem) contract.ScoreKind {
	if p.Task == contract.Regression {
		return contract.Margin
	}
	return s.Learner.Capabilities.Scores
}

// models returns the references of the problems that have a model.
func (s *Session) models(problems []int) []string {
	var models []string
	for _, i := range problems {
		if model := s.Problems[i].Model; model != "" {
			models = append(models, model)
		}
	}
	return models
}
