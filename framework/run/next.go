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
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
)

// next shows the reducer what the last stage asked for, again in a fresh process
// if the first is lost.
func (c *course) next(ctx context.Context) (contract.Stage, bool, error) {
	files, err := sealed.New(c.t.files.Path, "next-")
	if err != nil {
		return contract.Stage{}, false, &scratchError{err}
	}
	defer files.Close()
	call, err := c.nextCall(ctx, files)
	if err != nil {
		return contract.Stage{}, false, err
	}
	stage, done, err := c.ask(ctx, call, filepath.Join(files.Path, "targets.npy"))
	if errors.Is(err, service.ErrLost) && ctx.Err() == nil {
		first := err
		stage, done, err = c.ask(ctx, call, filepath.Join(files.Path, "targets again.npy"))
		err = both(first, err)
	}
	return stage, done, err
}

// ask makes the call. It returns a stage that can be trained, with its targets.
func (c *course) ask(ctx context.Context, call service.NextCall, targets string) (s contract.Stage, done bool, err error) {
	w := c.t.worker
	reducer, err := w.plugins.Plugin(ctx, w.slot, contract.KindReducer, call.Component.Name)
	if err != nil {
		return s, false, err
	}
	call.Targets = targets
	if s, done, err = reducer.Next(ctx, call); err != nil {
		return s, false, err
	}
	if err := c.t.intact(); err != nil || done {
		return s, done, err
	}
	err = service.Contained(func() error {
		if s.Targets.Cols > 0 {
			if err := c.readTargets(targets, &s); err != nil {
				return err
			}
		}
		return c.check(s)
	})
	if err != nil {
		return s, false, fmt.Errorf("the next stage of reduction %q: %w", c.Reduction.Name, err)
	}
	return s, false, nil
}

// mostTargets is the size of the largest targets, in values: 1 GiB.
const mostTargets = 1 << 30 / 8

// readTargets reads the targets that a reducer wrote, whose shape it has said.
func (c *course) readTargets(path string, s *contract.Stage) (err error) {
	t := &s.Targets
	if rows := countRows(c.t.rows); t.Rows != rows {
		return fmt.Errorf("it has targets for %d rows, and there are %d training rows", t.Rows, rows)
	}
	if t.Cols > mostTargets/max(t.Rows, 1) {
		return fmt.Errorf("it has %d targets for each of %d rows, and %d values are the most there may be", t.Cols, t.Rows, mostTargets)
	}
	t.Data, err = matrix.ReadAnswer[float64](path, t.Rows, t.Cols)
	return err
}

// nextCall writes the files of a call.
func (c *course) nextCall(ctx context.Context, files *sealed.Folder) (service.NextCall, error) {
	last := c.steps[len(c.steps)-1]
	call := service.NextCall{Component: c.reducer(), State: last.State, Seed: c.seed()}
	if err := c.t.writeTruth(&call, files); err != nil {
		return call, err
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
	call.Kind = c.outputKind()
	call.Outputs, err = input(files, "outputs.npy", outputs.Rows, outputs.Cols, outputs.Data)
	return call, err
}

// writeTruth writes the classes or the labels of the training rows and counts them.
func (t *training) writeTruth(call *service.NextCall, files *sealed.Folder) (err error) {
	d := t.block.Dataset
	call.Counts = make([]int, d.Table.Target.K())
	if d.Table.Target.MultiLabel {
		labels := t.block.labels(t.rows)
		for i, y := range labels {
			call.Counts[i%len(call.Counts)] += int(y)
		}
		call.Labels, err = input(files, "labels.npy", countRows(t.rows), len(call.Counts), labels)
		return err
	}
	var classes []int32
	for _, r := range t.rows {
		call.Counts[r.Class] += r.End - r.Start
		classes = append(classes, slices.Repeat([]int32{int32(r.Class)}, r.End-r.Start)...)
	}
	call.Classes, err = input(files, "classes.npy", len(classes), 0, classes)
	return err
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
