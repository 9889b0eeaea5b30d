// Package stages takes a cell through the stages of its reduction: what each asks
// for is trained, shown to the reducer, and in the end decoded into the cell's
// result.
package stages

import (
	"iter"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/evaluation/calibration/multiclass"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
	"github.com/manyclass/bench/framework/running/run/training"
)

// Cell is a cell on its way through the stages of its reduction.
type Cell struct {
	plan.Cell
	prepare.Planned
	t      *training.Training // of its own learner
	place  int                // among the item's cells
	others []*Cell            // the cells of the item
	first  []part             // of its first stage, as the company trains it
	err    error              // why a learner could not be opened
	way
	folded []int // by how many inner folds its training rows are decoded, each number once
	stream *streamed
	trained
}

// way is the stages that a cell has gone through.
type way struct {
	stages []*stage
	state  []byte // for Decode
	later  int    // what later stages have trained
}

// trained is what the training rows of a cell tell.
type trained struct {
	truth truth
	// calibration makes calibrated probabilities of those of the reducer; nil as long as, and
	// where, there is none.
	calibration  *multiclass.Map
	uncalibrated bool // there are too few rows for one
}

// stage is a stage with the trainings that hold its problems: the company's, or one
// of its own.
type stage struct {
	contract.Stage
	parts []part      // nil if it could not be opened
	own   bool        // the part's training is not shared
	made  *rows.Block // for that training alone; nil where it is on a block of others
	// hypotheses are those that its model scores the rows of the sets after, nil unless it
	// searches.
	hypotheses map[rows.Role]*rows.Hypotheses
}

// part is the columns of a stage that one learner trains.
type part struct {
	t       *training.Training
	uses    []plan.Use
	columns []int // of the stage, ascending; nil for all
}

// learner is who trains a stage. Limits that the block of a second learner does
// not set are those of the cell's own.
func (c *Cell) learner(s contract.Stage) *experiment.Instance {
	own := c.t.Learner
	if s.Learner == "" {
		return own
	}
	second := *c.Reduction.Learners[s.Learner]
	if second.Limits.Timeout == 0 {
		second.Limits.Timeout = own.Limits.Timeout
	}
	if second.Limits.Memory == 0 {
		second.Limits.Memory = own.Limits.Memory
	}
	return &second
}

// Close removes the files that are the cell's alone.
func (c *Cell) Close() {
	for _, s := range c.stages {
		s.close()
	}
	c.truth.files.Close()
}

// close removes the files of a stage that does not share them.
func (s *stage) close() {
	if s.own {
		s.parts[0].t.Close()
	}
	if s.made != nil {
		s.made.Close()
	}
}

// kind is what the scores of a stage are: margins, if those of some columns are.
func (s *stage) kind() contract.ScoreKind {
	margins := func(p part) bool { return p.t.Learner.ScoreKind() == contract.Margin }
	if s.Task() == contract.Regression || slices.ContainsFunc(s.parts, margins) {
		return contract.Margin
	}
	return s.parts[0].t.Learner.ScoreKind()
}

// inOrder gives the columns of a stage with the trainings that have them.
func (s *stage) inOrder() iter.Seq2[*training.Training, plan.Use] {
	return func(yield func(*training.Training, plan.Use) bool) {
		next := make([]int, len(s.parts))
		for l := range s.count() {
			for i, p := range s.parts {
				if p.columns != nil && (next[i] == len(p.columns) || p.columns[next[i]] != l) {
					continue
				}
				if !yield(p.t, p.uses[next[i]]) {
					return
				}
				next[i]++
				break
			}
		}
	}
}

// count is the number of columns of a stage, one a problem.
func (s *stage) count() (n int) {
	for _, p := range s.parts {
		n += len(p.uses)
	}
	return n
}

// assemble puts the columns of a stage side by side for some rows of a set of rows, which
// each training has one of.
func (s *stage) assemble(set func(*training.Training) *rows.Set, from, to int) (cols int, values []float64) {
	if p := s.parts[0]; len(s.parts) == 1 {
		return p.t.AssembleRows(p.uses, set(p.t), from, to)
	}
	all := contract.Matrix{Rows: to - from, Cols: s.count(), Data: make([]float64, (to-from)*s.count())}
	for _, p := range s.parts {
		width, scores := p.t.AssembleRows(p.uses, set(p.t), from, to)
		for i := range all.Rows {
			for n, l := range p.columns {
				all.Row(i)[l] = scores[i*width+n]
			}
		}
	}
	return all.Cols, all.Data
}

// ofRole finds the set of a role.
func ofRole(role rows.Role) func(*training.Training) *rows.Set {
	return func(t *training.Training) *rows.Set { return t.Fold.Set(role) }
}

func used(s *stage) bool { return s.count() > 0 }

func numbersRows(s *stage) bool { return s.Targets().Rows != nil }

func wanted(s *stage) bool { return s.WantsScores() }

func every(*stage) bool { return true }

// joined puts the scores of some stages on the rows of the sets of a role side by
// side, from one row to before another.
func (c *Cell) joined(role rows.Role, from, to int, which func(*stage) bool) contract.Matrix {
	out := scores.Beside{Rows: to - from}
	for _, s := range c.stages {
		switch {
		case !used(s) || !which(s):
		case s.hypotheses != nil:
			out.Add(s.afterHypotheses(role, from, to))
		default:
			out.Add(s.assemble(ofRole(role), from, to))
		}
	}
	return out.Matrix()
}

// scored reports whether all stages so far have scores of the sets of a role.
func (c *Cell) scored(role rows.Role) bool {
	for _, s := range c.stages {
		for t, u := range s.inOrder() {
			if set := t.Fold.Set(role); set == nil || t.Problems[u.Problem].Scores[set] == nil {
				return false
			}
		}
	}
	return c.t.Fold.Set(role) != nil
}

func (c *Cell) reducer() service.ComponentRef {
	return service.ComponentRef{Kind: contract.KindReducer, Name: c.Reduction.Component.Name, Config: c.Reduction.Config}
}

// streamed is what came of the scores of a cell that nobody holds.
type streamed struct {
	decoded map[rows.Role]scores.Decoded
	tally   *diagnose.Tally // of the test rows; may be nil
	seconds float64         // of decoding test rows
	err     error
}

// afterHypotheses are the scores of the model of a searching stage, a column for each hypothesis
// that there may be and 0 where there are fewer.
func (s *stage) afterHypotheses(role rows.Role, from, to int) (cols int, values []float64) {
	hypotheses, t := s.hypotheses[role], s.parts[0].t
	cols = s.Search.Width(len(s.Of))
	values = make([]float64, (to-from)*cols)
	for i := from; i < to; i++ {
		start, end := hypotheses.Of(i)
		_, scores := t.AssembleRows(s.parts[0].uses, t.Fold.Set(role), start, end)
		copy(values[(i-from)*cols:], scores)
	}
	return cols, values
}

// searches reports whether the model of a stage scores rows after hypotheses.
func searches(s *stage) bool { return s.Search != nil }
