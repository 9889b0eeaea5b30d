package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/service"
)

// next shows the reducer what the last stage asked for, again in a fresh process
// if the first is lost.
func (c *course) next(ctx context.Context) (contract.Stage, bool, error) {
	call, err := c.nextCall(ctx)
	if err != nil {
		return contract.Stage{}, false, err
	}
	ctx, cancel := c.t.limited(ctx)
	defer cancel()
	stage, done, err := c.ask(ctx, call)
	if errors.Is(err, service.ErrLost) && ctx.Err() == nil {
		return c.ask(ctx, call)
	}
	return stage, done, err
}

func (c *course) ask(ctx context.Context, call service.NextCall) (contract.Stage, bool, error) {
	w := c.t.worker
	reducer, err := w.plugins.Plugin(ctx, w.slot, contract.KindReducer, call.Component.Name)
	if err != nil {
		return contract.Stage{}, false, err
	}
	return reducer.Next(ctx, call)
}

// nextCall writes the files of a call.
func (c *course) nextCall(ctx context.Context) (service.NextCall, error) {
	last := c.steps[len(c.steps)-1]
	call := service.NextCall{
		Component: c.reducer(), State: last.State, Seed: c.seed(),
		Classes: filepath.Join(c.t.dir, "classes.npy"), Counts: make([]int, len(c.t.block.Dataset.Table.Classes)),
	}
	var classes []int32
	for _, r := range c.t.rows {
		call.Counts[r.Class] += r.End - r.Start
		for range r.End - r.Start {
			classes = append(classes, int32(r.Class))
		}
	}
	if err := matrix.WriteInt32(call.Classes, len(classes), 0, classes); err != nil {
		return call, &scratchError{err}
	}
	if last.Features {
		if c.t.features.Dense == "" {
			if err := encode.CheckDense(len(classes), c.t.features.Cols); err != nil {
				return call, fmt.Errorf("reduction %q asks for the features of the training rows: %w", c.Reduction.Name, err)
			}
		}
		call.Features = c.t.features
		call.Rows = service.RowSet{Ranges: c.t.rows, Shift: c.t.fitted.Shift, Scale: c.t.fitted.Scale}
	}
	outputs, err := c.outputs(ctx)
	if err != nil || outputs.Cols == 0 {
		return call, err
	}
	call.Outputs, call.Kind = filepath.Join(c.t.dir, "outputs.npy"), c.outputKind()
	if err := matrix.WriteFloat64(call.Outputs, outputs.Rows, outputs.Cols, outputs.Data); err != nil {
		return call, &scratchError{err}
	}
	return call, nil
}

func (c *course) reducer() service.ComponentRef {
	return service.ComponentRef{Kind: contract.KindReducer, Name: c.Reduction.Component.Name, Config: c.Reduction.Config}
}

// seed is that of the next stage: the same for all decodings of a design.
func (c *course) seed() uint64 {
	b := c.t.block
	purpose := []string{
		"stage", b.Dataset.Table.SHA256, fmt.Sprint(b.Repeat, c.t.item.Fold), c.Reduction.Component.Name, string(c.Reduction.Design()), fmt.Sprint(len(c.steps)),
	}
	return plan.Seed(b.seed, append(purpose, b.within...)...)
}

// outputKind is what the latest outputs are.
func (c *course) outputKind() (kind contract.ScoreKind) {
	for _, s := range c.steps {
		if s.WantsScores() {
			kind = s.t.item.Learner.ScoreKind()
		}
	}
	return kind
}

// outputs returns the scores of training rows that the stages so far wanted, side
// by side.
func (c *course) outputs(ctx context.Context) (contract.Matrix, error) {
	out := table{rows: countRows(c.t.rows)}
	for _, s := range c.steps {
		if !s.WantsScores() {
			continue
		}
		p := s.t.sample
		if s.Outputs == contract.OutOfFold {
			var err error
			if p, err = s.t.outOfFold(ctx, s.uses, s.InnerFolds()); err != nil {
				return contract.Matrix{}, err
			}
		}
		for _, u := range s.uses {
			if o := &s.t.outcomes[u.Problem]; o.scores[p] == nil {
				return contract.Matrix{}, fmt.Errorf("scores of training rows: %w", o.lost[p])
			}
		}
		out.add(s.t.assemble(s.uses, p))
	}
	return out.sideBySide(), nil
}

// The parts of a training, whichever stage it is of.
func tested(t *training) *part  { return t.test }
func trained(t *training) *part { return t.train }
func gridded(t *training) *part { return t.grid }

// scores returns the scores of the kept models of the stages that a stage over
// scores sees, on a part.
func (c *course) scores(of func(*training) *part) contract.Matrix {
	return c.joined(of, func(s *step) bool { return s.WantsScores() })
}

// joined puts the scores of some stages on a part side by side.
func (c *course) joined(of func(*training) *part, which func(*step) bool) contract.Matrix {
	out := table{rows: of(c.t).rows}
	for _, s := range c.steps {
		if len(s.uses) > 0 && which(s) {
			out.add(s.t.assemble(s.uses, of(s.t)))
		}
	}
	return out.sideBySide()
}

// gridScored reports whether all stages so far have scores of the grid.
func (c *course) gridScored() bool {
	for _, s := range c.steps {
		for _, u := range s.uses {
			if s.t.grid == nil || s.t.outcomes[u.Problem].scores[s.t.grid] == nil {
				return false
			}
		}
	}
	return c.t.grid != nil
}
