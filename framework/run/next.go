package run

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

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
		stage, done, err = c.ask(ctx, call)
	}
	if err != nil || done || stage.Targets.Cols == 0 {
		return stage, done, err
	}
	stage.Targets, err = readTargets(call.Targets, stage.Targets)
	return stage, false, err
}

// readTargets reads the targets that a reducer wrote, whose shape it has said.
func readTargets(path string, said contract.Matrix) (contract.Matrix, error) {
	values, rows, cols, err := matrix.ReadFloat64(path)
	if err == nil && (rows != said.Rows || cols != said.Cols) {
		err = fmt.Errorf("the reducer wrote targets of %d × %d and said %d × %d", rows, cols, said.Rows, said.Cols)
	}
	return contract.Matrix{Rows: rows, Cols: cols, Data: values}, err
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
		Component: c.reducer(), State: last.State, Seed: c.seed(), Targets: filepath.Join(c.t.dir, "targets.npy"),
	}
	if err := c.t.writeTruth(&call); err != nil {
		return call, &scratchError{err}
	}
	if last.Features {
		if c.t.features.Dense == "" {
			if err := encode.CheckDense(countRows(c.t.rows), c.t.features.Cols); err != nil {
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

// writeTruth writes the classes or the labels of the training rows and counts them.
func (t *training) writeTruth(call *service.NextCall) error {
	d := t.block.Dataset
	call.Counts = make([]int, len(d.Names()))
	if d.MultiLabel() {
		call.Labels = filepath.Join(t.dir, "labels.npy")
		labels := t.block.labels(t.rows)
		for i, y := range labels {
			call.Counts[i%len(call.Counts)] += int(y)
		}
		return matrix.WriteInt8(call.Labels, countRows(t.rows), len(call.Counts), labels)
	}
	call.Classes = filepath.Join(t.dir, "classes.npy")
	var classes []int32
	for _, r := range t.rows {
		call.Counts[r.Class] += r.End - r.Start
		classes = append(classes, slices.Repeat([]int32{int32(r.Class)}, r.End-r.Start)...)
	}
	return matrix.WriteInt32(call.Classes, len(classes), 0, classes)
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
			kind = s.kind()
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
