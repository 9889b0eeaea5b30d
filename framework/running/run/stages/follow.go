package stages

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/sealed"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/training"
)

// follow trains the stages of the cell until there are no more. Unless the error is
// the run's it is the cell's.
func (c *Cell) follow(ctx context.Context) error {
	if err := c.train(ctx, c.Stage); err != nil {
		return err
	}
	ctx, cancel := c.t.Limited(ctx) // the time of the first stage once more
	defer cancel()
	last := c.Stage
	for last.Asks() {
		next, done, err := c.next(ctx)
		if err != nil {
			return err
		}
		if last = next; done {
			break
		}
		if err := c.train(ctx, next); err != nil {
			return err
		}
	}
	c.state = last.State
	if !slices.ContainsFunc(c.stages, used) {
		return fmt.Errorf("reduction %q has trained nothing that it could decode", c.Cell.Reduction)
	}
	return nil
}

// train trains a stage. What the item has trained already, for whichever cell, is
// not trained again.
func (c *Cell) train(ctx context.Context, s contract.Stage) error {
	taken := &stage{Stage: s}
	var err error
	switch {
	case s.Learner != "" || seesEarlier(s):
		err = c.trainOwn(ctx, taken)
	case len(c.stages) == 0:
		taken.parts = c.first
	default:
		uses := c.t.Claim(c.Asks(s))
		taken.parts = []part{{t: c.t, uses: uses}}
		if c.seeks(s) {
			err = c.trainAndSeek(ctx, taken, uses)
		} else {
			err = c.t.Join(ctx, uses, s.Outputs == contract.InSample, c.place)
		}
	}
	c.stages = append(c.stages, taken)
	if err != nil {
		return err
	}
	limit := c.t.Exceeded[c.place]
	switch {
	case taken.own:
		limit = errors.Join(limit, taken.parts[0].t.Exceeded[0])
	default:
		limit = errors.Join(limit, c.exceeded())
	}
	return errors.Join(limit, taken.failure())
}

// exceeded are the limits that other learners hit for columns of the cell.
func (c *Cell) exceeded() error {
	var all []error
	for _, p := range c.first {
		if p.t != c.t {
			all = append(all, p.t.Exceeded[c.place])
		}
	}
	return errors.Join(all...)
}

// failure is the error of the first problem of a stage that failed.
func (s *stage) failure() error {
	for t, u := range s.inOrder() {
		if err := t.Problems[u.Problem].Err; err != nil {
			return err
		}
	}
	return nil
}

// trainOwn trains a stage that no other cell shares.
func (c *Cell) trainOwn(ctx context.Context, s *stage) error {
	on := c.t.Fold.Block
	if seesEarlier(s.Stage) {
		made, err := c.overStages(ctx, s)
		if err != nil {
			return err
		}
		s.made, on = made, made
	}
	t, err := training.Open(c.t.Client, on, c.t.Fold.Number, c.learner(s.Stage), plan.Models{})
	if err != nil {
		return err
	}
	uses := t.Claim(c.Asks(s.Stage))
	s.parts, s.own = []part{{t: t, uses: uses}}, true
	t.Cells = [][]plan.Use{uses}
	if err := t.Fit(ctx); err != nil || s.WantsScores() {
		return err
	}
	s.close() // the files and inputs that nobody asks again: scores are in memory
	return nil
}

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
	err = c.t.Call(ctx, contract.KindReducer, call.Component.Name, func(reducer service.Plugin) (err error) {
		s, done, err = c.ask(ctx, reducer, call, filepath.Join(files.Path, targets))
		targets = "targets again.npy"
		return err
	})
	return s, done, err
}

// ask makes the call. It returns a stage that can be trained, with its targets.
func (c *Cell) ask(
	ctx context.Context, reducer service.Reducer, call service.NextCall, targets string,
) (s contract.Stage, done bool, err error) {
	call.Targets = targets
	if s, done, err = reducer.Next(ctx, call); err != nil {
		return s, false, err
	}
	if err := c.truth.files.Check(); err != nil {
		return s, false, fault.Scratch(err)
	}
	if err := c.t.Intact(); err != nil || done {
		return s, done, err
	}
	err = service.Contained(func() error {
		if t, ok := s.Problems.(contract.Targeted); ok {
			if err := c.readTargets(targets, &t); err != nil {
				return err
			}
			s.Problems = t
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
func (c *Cell) readTargets(path string, t *contract.Targeted) (err error) {
	v, rows := &t.Values, rows.CountRows(c.t.Fold.Train)
	switch n := len(t.Rows); {
	case n == 0 && v.Rows != rows:
		return fmt.Errorf("it has targets for %d rows, and there are %d training rows", v.Rows, rows)
	case n > 0 && slices.Max(t.Rows) >= rows:
		return fmt.Errorf("it has targets for training row %d, and there are %d, numbered from 0", slices.Max(t.Rows), rows)
	}
	if v.Cols > mostTargets/max(v.Rows, 1) {
		return fmt.Errorf("it has %d targets for each of %d rows, and there may be at most %d values",
			v.Cols, v.Rows, mostTargets)
	}
	v.Data, err = matrix.ReadAnswer[float64](path, v.Rows, v.Cols)
	return err
}

// nextCall writes the files of a call.
func (c *Cell) nextCall(ctx context.Context, files *sealed.Folder) (service.NextCall, error) {
	last := c.stages[len(c.stages)-1]
	call := service.NextCall{Component: c.reducer(), State: last.State, Seed: c.seed()}
	if err := c.tell(&call); err != nil {
		return call, err
	}
	if last.Features {
		if c.t.Fold.Features.Dense == "" && !c.Reduction.Capabilities.Has(contract.TakesSparse) {
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

// tell says in a call what the training rows are.
func (c *Cell) tell(call *service.NextCall) (err error) {
	if t := &c.truth; t.files == nil {
		if t.files, err = c.t.Folder("truth-"); err != nil {
			return err
		}
		if err := t.write(c.t.Fold, c.Reduction.Capabilities.Has(contract.TakesSparse)); err != nil {
			return err
		}
	}
	call.Classes, call.Labels, call.Lists, call.Counts = c.truth.classes, c.truth.labels, c.truth.lists, c.truth.counts
	return nil
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
	if s.Count() == 0 {
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
	l := c.learner(s)
	switch {
	case !l.Capabilities.Can(s.Task()):
		return fmt.Errorf("learner %q cannot do its %s problems", l.Name, s.Task())
	case s.Targets().Weights != nil && !l.Capabilities.Has(contract.TakesWeights):
		return fmt.Errorf("learner %q takes no row weights, which its problems have", l.Name)
	}
	return nil
}
