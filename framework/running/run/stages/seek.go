package stages

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
	"github.com/manyclass/bench/framework/running/run/session"
)

// seeks reports whether the rows are decoded by those scores of a last stage that the reducer asks for, while the
// models are there: if all would be too many to be held, and nothing else wants them.
func (c *Cell) seeks(s contract.Stage) bool {
	if !c.Reduction.Capabilities.Has(contract.Seeks) || !c.t.Learner.Capabilities.Has(contract.ScoresPairs) ||
		s.Asks() || s.Task() != contract.Binary || s.Code() != nil || slices.ContainsFunc(c.stages, used) ||
		!c.t.Streamable() || c.calibrates() || c.Reduction.Host.Together() {
		return false
	}
	total := 0
	for _, set := range c.t.Fold.Sets {
		if set.Optional() || set.LeaveOneOut {
			return false
		}
		total += set.Count * s.Count()
	}
	return total > cmp.Or(c.t.Held, held)
}

// decodesAlike reports whether another cell of the learner has the stages of the cell, and decodes them in another way.
func (c *Cell) decodesAlike(other *Cell) bool {
	r, own := other.Reduction, c.Reduction
	return other != c && other.err == nil && other.t == c.t && other.stages == nil && other.stream == nil &&
		r.Component.Name == own.Component.Name && !other.calibrates() && !r.Host.Together() &&
		bytes.Equal(r.Design(), own.Design()) && bytes.Equal(other.Stage.State, c.Stage.State)
}

// trainAndSeek trains a last stage, and decodes the rows for all cells that have it.
func (c *Cell) trainAndSeek(ctx context.Context, taken *stage, uses []plan.Use) error {
	s := &seeking{cells: append([]*Cell{c}, lists.Filter(c.others, c.decodesAlike)...), stage: taken, before: c.stages}
	err := c.t.JoinAndSeek(ctx, uses, c.place, func(uses []plan.Use) session.Sink {
		s.uses = uses
		return s
	})
	failed := taken.failure()
	for _, other := range s.cells {
		switch {
		case err != nil || c.t.Exceeded[c.place] != nil: // what was decoded does not count; each cell has its own time
			other.stages, other.stream = nil, nil
		case other.stream != nil && other.stream.err == nil:
			other.stream.err = failed
		}
	}
	if c.stages == nil {
		c.stages = s.before
	}
	return err
}

// seeking decodes the rows of cells that have the same stages.
type seeking struct {
	cells  []*Cell
	before []*stage
	stage  *stage
	uses   []plan.Use // the columns of the stage, as the session numbers problems
}

// Seeks reports that the reducers ask for scores.
func (s *seeking) Seeks() bool { return true }

// Begin takes the cells to where they are decoded.
func (s *seeking) Begin(context.Context) error {
	for i, c := range s.cells {
		c.stream = &streamed{decoded: map[rows.Role]scores.Decoded{}}
		c.state = s.stage.State
		if i > 0 {
			c.stages = append(slices.Clone(s.before), s.stage)
		}
	}
	return nil
}

// Take decodes a part for every cell that has no error yet.
func (s *seeking) Take(ctx context.Context, p session.Part) error {
	for _, c := range s.cells {
		if c.stream.err != nil {
			continue
		}
		start := time.Now()
		d, err := s.seek(ctx, c, p)
		if learners := (*askError)(nil); errors.As(err, &learners) {
			return learners.error
		}
		if fault.OfRun(err) || err != nil && ctx.Err() != nil {
			return err
		}
		if c.stream.err = err; err != nil {
			continue
		}
		all := c.stream.decoded[p.Role]
		c.stream.err = all.Append(d, len(c.t.Fold.Parts(c.t.Fold.Set(p.Role))))
		c.stream.decoded[p.Role] = all
		if p.Role == rows.Test {
			c.stream.seconds += time.Since(start).Seconds()
		}
	}
	return ctx.Err()
}

// askError is the failure of a call to the learner, which is the session's to handle.
type askError struct{ error }

// seek asks for scores of the rows of a part until the reducer lacks none.
func (s *seeking) seek(ctx context.Context, c *Cell, p session.Part) (d scores.Decoded, err error) {
	sought := scores.NewSought(p.Count)
	for {
		if err := p.Failure(s.uses); err != nil {
			return d, err
		}
		var lacks target.Labels
		if lacks, d, err = c.seekIn(ctx, p.Part, sought.Shown(), s.stage.kind()); err != nil {
			return d, err
		}
		if len(lacks.Of) == 0 && sought.Enough() {
			err = c.settle(&d, p.Ranges)
			return d, err
		}
		if len(lacks.Of) == 0 {
			continue
		}
		if lacks, err = sought.Lacking(lacks, len(s.uses)); err != nil {
			return d, fmt.Errorf("reduction %q: %w", c.Reduction.Name, err)
		}
		given, err := p.Ask(ctx, s.uses, lacks)
		if err != nil {
			return d, &askError{err}
		}
		sought.Add(lacks, given)
	}
}

// seekIn has the reducer decode rows of a part by the scores that are known, in a fresh process if the first is lost.
func (c *Cell) seekIn(
	ctx context.Context, part rows.Part, known contract.Known, kind contract.ScoreKind,
) (lacks target.Labels, d scores.Decoded, err error) {
	files, err := c.t.Folder("known-")
	if err != nil {
		return lacks, d, err
	}
	defer files.Close()
	part.Count = known.Columns.Rows()
	call := service.DecodeCall{Component: c.reducer(), State: c.state, Kind: kind}
	if err := writeKnown(files, known, &call); err != nil {
		return lacks, d, err
	}
	err = c.t.Call(ctx, contract.KindReducer, c.Reduction.Component.Name, func(reducer service.Plugin) error {
		return c.decodeBy(ctx, reducer, part, call, func(call service.DecodeCall, done service.Decoded) (err error) {
			if done.Lacks {
				lacks, err = readLacks(call, part.Count)
				return err
			}
			d, err = c.readDecoded(call, done, part)
			return err
		})
	})
	return lacks, d, err
}

// writeKnown writes the scores that are known.
func writeKnown(files *sealed.Folder, known contract.Known, call *service.DecodeCall) (err error) {
	if call.Columns, err = rows.WriteLists(files, "known", known.Columns); err == nil {
		call.Known, err = rows.Write(files, "known.npy", len(known.Scores), 0, known.Scores)
	}
	return err
}

// readLacks reads the columns that a reducer lacks scores of.
func readLacks(call service.DecodeCall, n int) (lacks target.Labels, err error) {
	ends, err := matrix.ReadAnswer[int32](call.Lacks.Ends, n, 1)
	if err != nil {
		return lacks, err
	}
	lacks.Ends = lists.Map(ends, func(end int32) int { return int(end) })
	if n == 0 || lacks.Ends[n-1] <= 0 {
		return lacks, errors.New("the reducer says that it lacks scores, and names none")
	}
	lacks.Of, err = matrix.ReadAnswer[int32](call.Lacks.Of, lacks.Ends[n-1], 1)
	return lacks, err
}
