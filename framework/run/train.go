package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
)

// training is the union of problems of an item while it is trained and scored.
// Whatever goes wrong is kept in the outcomes: only cells that need the bad
// problem fail.
type training struct {
	worker   *worker
	block    *block
	item     prepare.Item
	problems []plan.Problem
	uses     [][]plan.Use // by cell
	outcomes []outcome    // by problem

	features service.Features
	fitted   *encode.Fitted
	rows     []contract.Range // training rows
	weights  string           // file of their weights, "" if all are 1
	test     *part
	train    *part            // nil unless the training rows are to be scored
	grid     *part            // nil unless there is a picture
	frame    *store.Regions   // the picture without predictions
	dir      string           // files of this item
	seconds  float64          // of scoring
	peak     int64            // resident bytes of the learner
	whole    map[*part]string // file with the scores of all problems in their order, where nothing changes them
	losses   int              // calls failed in a row
	exceeded []error          // by cell: the limit that its problems hit
}

// outcome is one problem: how training went, and its scores on each part.
type outcome struct {
	service.Trained
	scores map[*part][]float64 // rows of the part × width
	width  int
}

// mostLosses is how many calls in a row may fail for one item, each with the
// loss of a process perhaps. Finding one bad problem among thousands takes a
// dozen.
const mostLosses = 20

// train trains and scores the distinct problems of the cells on an item's fold
// of a block, and does with the scores what the item's learner asks for.
func (w *worker) train(ctx context.Context, b *block, item prepare.Item, cells []prepare.Cell) (*training, error) {
	t := &training{worker: w, block: b, item: item, whole: map[*part]string{}}
	var stages []contract.Stage
	for _, c := range cells {
		stages = append(stages, c.Stage)
	}
	t.problems, t.uses = plan.Union(stages, item.Learner.Capabilities.Symmetric)
	t.outcomes, t.exceeded = make([]outcome, len(t.problems)), make([]error, len(t.uses))
	all := make([]int, len(t.problems))
	for i := range all {
		all[i] = i
	}
	if err := t.solveOpened(ctx, all); err != nil {
		return t, err
	}
	if err := t.calibrate(ctx); err != nil {
		return t, err
	}
	t.abstain()
	return t, nil
}

// solveOpened finds the data and solves problems. Its error is trouble of our
// own.
func (t *training) solveOpened(ctx context.Context, problems []int) error {
	err := t.open()
	if ours(err) {
		return err
	}
	if err != nil {
		t.failAll(problems, err)
		return nil
	}
	t.solveAll(ctx, t.trainable(problems))
	return nil
}

// open finds the rows and the features of the item's fold.
func (t *training) open() (err error) {
	if t.features, t.fitted, err = t.block.features(t.item.Fold, t.item.Learner.Capabilities.Sparse); err != nil {
		return fmt.Errorf("encoding: %w", err)
	}
	if t.dir, err = os.MkdirTemp(t.worker.scratch, "item-"); err != nil {
		return &scratchError{err}
	}
	t.rows = t.block.ranges(t.item.Fold, false)
	if err := t.writeWeights(); err != nil {
		return err
	}
	t.test = newPart("test row", t.features, t.block.ranges(t.item.Fold, true))
	if t.block.scoreTrain {
		t.train = newPart("training row", t.features, t.rows)
	}
	return t.openGrid()
}

// writeWeights writes the weights of the training rows for the learner.
func (t *training) writeWeights() error {
	weights := t.block.weights(t.rows)
	switch {
	case weights == nil:
		return nil
	case !t.item.Learner.Capabilities.Weights:
		return errors.New("the dataset has row weights, which the learner does not take")
	}
	t.weights = filepath.Join(t.dir, "weights.npy")
	if err := matrix.WriteFloat64(t.weights, len(weights), 0, weights); err != nil {
		return &scratchError{err}
	}
	return nil
}

func (t *training) close() {
	if t.dir != "" {
		_ = os.RemoveAll(t.dir)
	}
}

// failAll gives an error to the problems that lack scores.
func (t *training) failAll(problems []int, err error) {
	for _, i := range problems {
		if t.outcomes[i].Err == nil && !t.scored(i) {
			t.outcomes[i].Err = err
		}
	}
}

// trainable fails the problems whose classes the training rows lack and
// returns the others.
func (t *training) trainable(problems []int) []int {
	var good []int
	for _, i := range problems {
		if err := checkClasses(t.problems[i], t.rows, t.block.Dataset.Table.Classes); err != nil {
			t.outcomes[i].Err = err
			continue
		}
		good = append(good, i)
	}
	return good
}

// solveAll trains and scores the union of all cells' problems. If that is more
// than one cell may use, each cell gets its own time for what is left of its
// problems.
func (t *training) solveAll(ctx context.Context, problems []int) {
	err := t.solve(ctx, problems)
	if err == nil {
		return
	}
	for cell, uses := range t.uses {
		left := t.unsolved(uses)
		switch {
		case len(left) == 0:
		case len(left) == len(problems):
			t.exceeded[cell] = err // there is nobody else to blame
		default:
			t.exceeded[cell] = t.solve(ctx, left)
		}
	}
}

// unsolved lists the problems of a cell that lack scores and have no error.
func (t *training) unsolved(uses []plan.Use) []int {
	var left []int
	for _, u := range uses {
		if t.outcomes[u.Problem].Err == nil && !t.scored(u.Problem) {
			left = append(left, u.Problem)
		}
	}
	return left
}

// solve trains and scores problems in one call. If the call fails, each half is
// tried again, in a fresh process if the last is lost, until the problem that
// does it is alone; if it costs the process, it gets a second chance, since the
// process may have died of something else. The error is that of a limit on time or memory, which says nothing
// about any one problem; those it left are unsolved.
func (t *training) solve(ctx context.Context, problems []int) error {
	if len(problems) == 0 {
		return nil
	}
	err := t.attempt(ctx, problems)
	if len(problems) == 1 && t.worthRepeating(ctx, err) {
		t.outcomes[problems[0]] = outcome{}
		err = t.attempt(ctx, problems)
	}
	switch {
	case err == nil:
		t.losses = 0
		return nil
	case overLimit(err) && ctx.Err() == nil:
		t.reset(problems)
		return err
	case len(problems) == 1 || !t.worthSplitting(ctx, err):
		t.failAll(problems, err)
		return nil
	}
	t.losses++
	t.reset(problems)
	half := len(problems) / 2
	return errors.Join(t.solve(ctx, problems[:half]), t.solve(ctx, problems[half:]))
}

func (t *training) reset(problems []int) {
	for _, i := range problems {
		t.outcomes[i] = outcome{}
	}
}

// overLimit reports whether a call used more time or memory than it may.
func overLimit(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, service.ErrMemory)
}

// worthRepeating reports whether a call failed because its process was lost,
// which another process may survive.
func (t *training) worthRepeating(ctx context.Context, err error) bool {
	return errors.Is(err, service.ErrLost) && t.worthSplitting(ctx, err)
}

// worthSplitting reports whether one of the problems may have made a call fail.
func (t *training) worthSplitting(ctx context.Context, err error) bool {
	var whole *callError
	return (errors.As(err, &whole) || errors.Is(err, service.ErrLost)) && !overLimit(err) && t.losses <= mostLosses && ctx.Err() == nil
}

// callError is the failure of a learner's call as a whole.
type callError struct{ err error }

func (e *callError) Error() string { return e.err.Error() }
func (e *callError) Unwrap() error { return e.err }

// limited gives a call the time that the learner block allows.
func (t *training) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if limit := t.item.Learner.Limits.Timeout; limit > 0 {
		return context.WithTimeout(ctx, limit)
	}
	return ctx, func() {}
}

// attempt makes the calls: train, score, forget. Its error is for failures of a
// call as a whole; those of one problem are in its outcome.
func (t *training) attempt(ctx context.Context, problems []int) error {
	component := t.item.Learner.Component.Name
	learner, err := t.worker.plugins.Plugin(ctx, t.worker.slot, contract.KindLearner, component)
	if err != nil {
		return err
	}
	ctx, cancel := t.limited(ctx)
	defer cancel()
	call := service.TrainCall{
		Component: component, Config: t.item.Learner.Config, Features: t.features, Threads: t.worker.threads(t.item.Learner), Memory: t.item.Learner.Limits.Memory,
		RowSets: []service.RowSet{{Ranges: t.rows, Weights: t.weights, Shift: t.fitted.Shift, Scale: t.fitted.Scale}},
	}
	for _, i := range problems {
		p := t.problems[i]
		call.Problems = append(call.Problems, service.Problem{
			Task: p.Task, Column: p.Column, Classes: len(t.block.Dataset.Table.Classes), Seed: t.problemSeed(p),
		})
	}
	err = learner.Train(ctx, call, func(done service.Trained) {
		t.outcomes[problems[done.Problem]].Trained = done
	})
	if err == nil {
		err = t.scoreParts(ctx, learner, problems)
	}
	if models := t.models(problems); len(models) > 0 && !errors.Is(err, service.ErrLost) {
		// What cannot be forgotten costs memory, not results.
		_ = learner.Forget(ctx, models)
	}
	if p, ok := learner.(interface{ PeakRSS() int64 }); ok {
		t.peak = max(t.peak, p.PeakRSS())
	}
	if err == nil {
		return nil
	}
	return t.blame(err, t.largest()*t.widths(problems))
}

// blame makes the error of a call that was to write values into the scratch
// folder the learner's, or our own if there is no room for them.
func (t *training) blame(err error, values int) error {
	const width = 8
	var fs syscall.Statfs_t
	if syscall.Statfs(t.dir, &fs) == nil && int64(fs.Bavail)*fs.Bsize < int64(values)*width {
		return &scratchError{fmt.Errorf("there is no room for %d bytes: %w", values*width, err)}
	}
	return &callError{err}
}

// models returns the references of the problems that have a model.
func (t *training) models(problems []int) []string {
	var models []string
	for _, i := range problems {
		if t.outcomes[i].Model != "" {
			models = append(models, t.outcomes[i].Model)
		}
	}
	return models
}

// problemSeed depends on the problem alone, never on its company.
func (t *training) problemSeed(p plan.Problem) uint64 {
	column := make([]byte, len(p.Column))
	for i, e := range p.Column {
		column[i] = byte(e + 1)
	}
	b := t.block
	purpose := []string{"train", b.Dataset.Table.SHA256, fmt.Sprint(b.Repeat, t.item.Fold), string(p.Task), string(column)}
	return plan.Seed(b.seed, append(purpose, b.within...)...)
}

// checkClasses checks that the training rows hold what a problem needs: rows of
// both signs, or of every class.
func checkClasses(p plan.Problem, train []contract.Range, classes []string) error {
	have := make([]bool, len(classes))
	for _, r := range train {
		have[r.Class] = have[r.Class] || r.End > r.Start
	}
	if p.Task == contract.Multiclass {
		for k, name := range classes {
			if !have[k] {
				return fmt.Errorf("the training rows hold none of class %q", name)
			}
		}
		return nil
	}
	for _, sign := range []int8{1, -1} {
		var absent []string
		found := false
		for k, entry := range p.Column {
			if entry == sign {
				found = found || have[k]
				absent = append(absent, fmt.Sprintf("%q", classes[k]))
			}
		}
		if !found {
			return fmt.Errorf("the training rows hold none of class %s, which a binary problem needs", strings.Join(absent, " or "))
		}
	}
	return nil
}

func countRows(ranges []contract.Range) int {
	n := 0
	for _, r := range ranges {
		n += r.End - r.Start
	}
	return n
}
