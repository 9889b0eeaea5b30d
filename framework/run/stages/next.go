package stages

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/run/rows"
	"github.com/manyclass/bench/framework/run/session"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
)

// next shows the reducer what the last stage asked for, again in a fresh process
// if the first is lost.
func (c *Cell) next(ctx context.Context) (s contract.Stage, done bool, err error) {
	files, err := c.t.Folder("next-")
	if err != nil {
		return s, false, err
	}
	defer files.Close()
	call, err := c.nextCall(ctx, files)
	if err != nil {
		return s, false, err
	}
	targets := "targets.npy"
	err = session.Twice(ctx, func() (err error) {
		s, done, err = c.ask(ctx, call, filepath.Join(files.Path, targets))
		targets = "targets again.npy"
		return err
	})
	return s, done, err
}

// ask makes the call. It returns a stage that can be trained, with its targets.
func (c *Cell) ask(
	ctx context.Context, call service.NextCall, targets string,
) (s contract.Stage, done bool, err error) {
	reducer, err := c.t.Plugins.Plugin(ctx, c.t.Slot, contract.KindReducer, call.Component.Name)
	if err != nil {
		return s, false, err
	}
	call.Targets = targets
	if s, done, err = reducer.Next(ctx, call); err != nil {
		return s, false, err
	}
	if err := c.t.Intact(); err != nil || done {
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
func (c *Cell) readTargets(path string, s *contract.Stage) (err error) {
	t := &s.Targets
	if rows := rows.CountRows(c.t.Fold.Train); t.Rows != rows {
		return fmt.Errorf("it has targets for %d rows, and there are %d training rows", t.Rows, rows)
	}
	if t.Cols > mostTargets/max(t.Rows, 1) {
		return fmt.Errorf("it has %d targets for each of %d rows, and %d values are the most there may be",
			t.Cols, t.Rows, mostTargets)
	}
	t.Data, err = matrix.ReadAnswer[float64](path, t.Rows, t.Cols)
	return err
}

// nextCall writes the files of a call.
func (c *Cell) nextCall(ctx context.Context, files *sealed.Folder) (service.NextCall, error) {
	last := c.stages[len(c.stages)-1]
	call := service.NextCall{Component: c.reducer(), State: last.State, Seed: c.seed()}
	if err := writeTruth(&call, c.t.Fold, files); err != nil {
		return call, err
	}
	if last.Features {
		if c.t.Fold.Features.Dense == "" {
			if err := encode.CheckDense(rows.CountRows(c.t.Fold.Train), c.t.Fold.Features.Cols); err != nil {
				return call, fmt.Errorf("reduction %q asks for the features of the training rows: %w", c.Reduction.Name, err)
			}
		}
		call.Features = c.t.Fold.Features
		call.Rows = service.RowSet{Ranges: c.t.Fold.Train, Shift: c.t.Fold.Fitted.Shift, Scale: c.t.Fold.Fitted.Scale}
	}
	outputs, err := c.outputs(ctx)
	if err != nil || outputs.Cols == 0 {
		return call, err
	}
	call.Kind = c.outputKind()
	call.Outputs, err = rows.Write(files, "outputs.npy", outputs.Rows, outputs.Cols, outputs.Data)
	return call, err
}

// writeTruth writes the classes or the labels of the training rows and counts them.
func writeTruth(call *service.NextCall, f *rows.Fold, files *sealed.Folder) (err error) {
	d := f.Block.Dataset
	call.Counts = make([]int, d.Table.Target.K())
	if d.Table.Target.MultiLabel {
		labels := f.Block.Labels(f.Train)
		for i, y := range labels {
			call.Counts[i%len(call.Counts)] += int(y)
		}
		call.Labels, err = rows.Write(files, "labels.npy", rows.CountRows(f.Train), len(call.Counts), labels)
		return err
	}
	var classes []int32
	for _, r := range f.Train {
		call.Counts[r.Class] += r.End - r.Start
		classes = append(classes, slices.Repeat([]int32{int32(r.Class)}, r.End-r.Start)...)
	}
	call.Classes, err = rows.Write(files, "classes.npy", len(classes), 0, classes)
	return err
}

// seed is that of the next stage: the same for all decodings of a design.
func (c *Cell) seed() uint64 {
	b := c.t.Fold.Block
	fold, stage := fmt.Sprint(b.Repeat, c.t.Fold.Number), fmt.Sprint(len(c.stages))
	design := string(c.Reduction.Design())
	return b.Seed("stage", b.Dataset.Table.SHA256, fold, c.Reduction.Component.Name, design, stage)
}

// outputKind is what the latest outputs are.
func (c *Cell) outputKind() (kind contract.ScoreKind) {
	for _, s := range c.stages {
		if s.WantsScores() {
			kind = s.kind()
		}
	}
	return kind
}

// check refuses a later stage that cannot be trained.
func (c *Cell) check(s contract.Stage) error {
	if s.Problems() == 0 {
		return errors.New("it trains nothing, which only a first stage may")
	}
	if err := c.t.Fold.Block.Dataset.CheckStage(s); err != nil {
		return err
	}
	c.later += s.Fits()
	switch {
	case c.later > c.Stage.Later:
		return fmt.Errorf("with it the later stages train %d problems, inner folds counted, "+
			"and the first stage announced %d at most",
			c.later, c.Stage.Later)
	case s.Learner != "" && c.Reduction.Learners[s.Learner] == nil:
		return fmt.Errorf("it asks for the learner of %q, which is not written", s.Learner)
	}
	if err := c.checkInputs(s); err != nil {
		return err
	}
	if l := c.learner(s); !l.Capabilities.Can(s.Task) {
		return fmt.Errorf("learner %q cannot do its %s problems", l.Name, s.Task)
	}
	return nil
}
