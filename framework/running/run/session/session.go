// Package session trains problems with a learner and scores rows with their models:
// the calls, what is tried again after failures, and the limits of cells.
package session

import (
	"context"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/caller"
	"github.com/manyclass/bench/framework/running/run/outside"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
)

// Client is what the sessions of a worker share: the plugin processes of its slot, a folder,
// and where scores of binary models are kept.
type Client struct {
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
	*Client
	Learner  *experiment.Instance
	Fold     *rows.Fold
	Problems []Problem
	Cells    [][]plan.Use // the problems of each cell
	Exceeded []error      // by cell: the limit that its problems hit
	Seconds  float64      // of scoring test rows
	Peak     int64        // resident bytes of the learner
	Streaming

	files   *sealed.Folder
	targets map[int]rows.Targets // by problem
	losses  losses
}

// Streaming is where the scores of a session go, if they are too many to be held.
type Streaming struct {
	Sink    Sink   // takes the scores instead of the problems; nil for none
	Spills  bool   // whether what the sink takes of test rows is spilled, too
	Spilled *Spill // those scores, once there are any
}

// Sink takes the scores of the binary problems of a session part by part of the rows,
// while the models are there: the session then holds none. Errors are the run's.
type Sink interface {
	// Begin is called when the problems are trained, and again if that has to be done
	// once more: what was taken before does not count.
	Begin(ctx context.Context) error
	Take(ctx context.Context, p Part) error
	// Seeks reports whether the sink asks each part for the scores that it needs: then a part
	// comes without any.
	Seeks() bool
}

// Part is the scores of some rows by the models of a session.
type Part struct {
	rows.Part
	Failed bool // some problem has an error since

	session *Session
	set     *rows.Set
	learner service.Learner // that Ask asks
	scored  []int           // the problems with models
	scores  contract.Matrix
	at      []int // by problem: its column of scores, −1 for one without a model
}

// losses counts calls in a row that failed as a whole.
type losses struct {
	row   int
	alone int // of them, those over a single problem
	most  int // processes that may be lost in a row before problems are no longer tried apart
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

	Constant     bool  // there was nothing to train
	Uncalibrated bool  // there was nothing to calibrate by
	Streamed     bool  // the sink has taken its scores
	Bytes        int64 // of the model; 0 if the learner does not tell
	Cached
}

// Cached is where the scores of a problem are that an earlier run has kept: nothing is
// trained.
type Cached struct {
	Kept    string  // the name of the scores; "" for a problem without
	Scoring float64 // seconds
	// Stored reads scores of test rows, where they are too many to be held.
	Stored func(from, to int) ([]float64, error)
}

// New returns a session without problems, which is to be closed.
func New(client *Client, learner *experiment.Instance, fold *rows.Fold) (*Session, error) {
	files, err := sealed.New(client.Scratch, "session-")
	if err != nil {
		return nil, fault.Scratch(err)
	}
	return &Session{Client: client, Learner: learner, Fold: fold, files: files, targets: map[int]rows.Targets{}}, nil
}

// Close removes the files of the session.
func (s *Session) Close() {
	s.Spilled.close()
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
