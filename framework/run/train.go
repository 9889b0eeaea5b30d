package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
)

// training is a set of problems on one fold while they are trained and scored:
// the union of an item's, or those of a stage that no other cell shares.
// Whatever goes wrong is kept in the outcomes: only cells that need the bad
// problem fail.
type training struct {
	worker   *worker
	block    *block
	item     prepare.Item
	pool     *plan.Pool     // nil if problems are not added one stage after the other
	problems []plan.Problem // those of the pool
	uses     [][]plan.Use   // by cell, of its first stage
	outcomes []outcome      // by problem

	opened   bool
	failed   error // why it could not be opened
	features service.Features
	fitted   *encode.Fitted
	rows     []contract.Range // training rows
	weights  string           // file of their weights, "" if all are 1
	test     *part
	train    *part               // nil unless the training rows are to be scored for metrics
	grid     *part               // nil unless there is a picture
	sample   *part               // nil unless some stage wants in-sample scores: the rows as they were trained on
	folded   map[int]*folded     // out-of-fold scores, by number of folds
	frame    *store.Regions      // the picture without predictions
	shared   *sealed.Folder      // that the features are in
	files    *sealed.Folder      // of this training
	seconds  float64             // of scoring
	peak     int64               // resident bytes of the learner
	whole    map[*part]string    // file with the scores of all problems in their order, where nothing changes them
	losses   int                 // calls failed in a row
	targets  map[int]*targetFile // by problem
	first    map[int]int         // of an id, where it is first among the training rows; nil until it is asked for
	outer    *training           // the training that the problems are of, if this one is on an inner fold of it
	exceeded []error             // by cell: the limit that its problems hit
}

// outcome is one problem: how training went, and its scores on each part.
type outcome struct {
	service.Trained
	scores   map[*part][]float64 // rows of the part × width
	lost     map[*part]error     // why there are none on a part that not all cells need
	spent    map[*part]float64   // seconds of the inner folds of a part
	width    int
	inSample bool // the scores of training rows are wanted by a stage
	constant bool // there was nothing to train: see settle

	uncalibrated bool // there was nothing to calibrate by: see calibrate

	kept    bool    // by an earlier run: nothing is trained, and the scores are as they shall be
	scoring float64 // seconds, of a kept one
}

// train trains and scores the distinct problems of the cells' first stages on an
// item's fold of a block, and does with the scores what the item's learner asks
// for.
func (w *worker) train(ctx context.Context, b *block, item prepare.Item, cells []prepare.Cell) (*training, error) {
	t := newTraining(w, b, item)
	for _, c := range cells {
		var uses []plan.Use
		if c.Stage.Learner == "" {
			uses = t.claim(c.Stage)
		}
		t.uses = append(t.uses, uses)
	}
	return t, t.fit(ctx)
}

func newTraining(w *worker, b *block, item prepare.Item) *training {
	return &training{
		worker: w, block: b, item: item, pool: plan.NewPool(item.Learner.Capabilities.Symmetric),
		whole: map[*part]string{}, folded: map[int]*folded{}, targets: map[int]*targetFile{},
	}
}

// claim adds the problems of a stage and returns where its columns are.
func (t *training) claim(s contract.Stage) []plan.Use {
	uses := t.pool.Add(s)
	t.problems = t.pool.Problems
	for len(t.outcomes) < len(t.problems) {
		t.outcomes = append(t.outcomes, outcome{})
	}
	for _, u := range uses {
		t.outcomes[u.Problem].inSample = t.outcomes[u.Problem].inSample || s.Outputs == contract.InSample
	}
	return uses
}

// alike returns a training of some problems on a fold of a block, by the same
// learner for the same cells.
func (t *training) alike(b *block, fold int, problems []int) *training {
	in := newTraining(t.worker, b, prepare.Item{Fold: fold, Learner: t.item.Learner})
	if b != t.block {
		in.outer = t
	}
	place := map[int]int{}
	for n, i := range problems {
		place[i] = n
		in.problems = append(in.problems, t.problems[i])
	}
	in.outcomes = make([]outcome, len(problems))
	for _, uses := range t.uses {
		var kept []plan.Use
		for _, u := range uses {
			if n, ok := place[u.Problem]; ok {
				kept = append(kept, plan.Use{Problem: n, Mirrored: u.Mirrored})
			}
		}
		in.uses = append(in.uses, kept)
	}
	return in
}

// alone makes all problems those of one cell.
func (t *training) alone() {
	t.uses = [][]plan.Use{nil}
	for i := range t.problems {
		t.uses[0] = append(t.uses[0], plan.Use{Problem: i})
	}
}

// fit trains and scores all problems and does with the scores what the learner
// block asks for. Its error is trouble of our own.
func (t *training) fit(ctx context.Context) error {
	if err := t.solveOpened(ctx); err != nil {
		return err
	}
	if err := t.calibrate(ctx); err != nil {
		return err
	}
	t.abstain()
	return t.keepScores(ctx)
}

// solveOpened finds the data and solves all problems. Its error is trouble of
// our own.
func (t *training) solveOpened(ctx context.Context) error {
	t.exceeded = make([]error, len(t.uses))
	all := make([]int, len(t.problems))
	for i := range all {
		all[i] = i
	}
	err := t.open()
	if ours(err) {
		return err
	}
	if err != nil {
		t.failed = err
		t.failAll(all, err)
		return nil
	}
	t.solveAll(ctx, t.trainable(all))
	return nil
}

// open finds the rows and the features of the fold, unless that is done.
func (t *training) open() (err error) {
	if t.opened {
		return nil
	}
	form, fitted, err := t.block.features(t.item.Fold, t.item.Learner.Capabilities.Sparse)
	if err != nil {
		return fmt.Errorf("encoding: %w", err)
	}
	t.features, t.shared, t.fitted = form.Features, form.files, fitted
	if t.files, err = sealed.New(t.worker.scratch, "item-"); err != nil {
		return &scratchError{err}
	}
	t.rows = t.block.ranges(t.item.Fold, false)
	t.inherit()
	if err := t.writeWeights(); err != nil {
		return err
	}
	t.test = newPart("test row", t.features, t.block.ranges(t.item.Fold, true))
	if t.block.given != nil {
		t.train, t.grid = t.block.given.train, t.block.given.grid
	} else {
		if t.block.scoreTrain {
			t.train = newPart("training row", t.features, t.rows)
		}
		if err := t.openGrid(); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(t.outcomes, func(o outcome) bool { return o.inSample }) {
		t.openSample()
	}
	t.opened = true
	if t.block.source != nil && t.worker.opened != nil {
		t.worker.opened()
	}
	return nil
}

// openSample finds the rows of in-sample scores: those that metrics want, unless
// models are trained on other inputs than they see later.
func (t *training) openSample() {
	switch {
	case t.sample != nil:
	case t.train != nil && t.block.given == nil:
		t.sample = t.train
	default:
		t.sample = newPart("training row", t.features, t.rows)
	}
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
	var err error
	t.weights, err = input(t.files, "weights.npy", len(weights), 0, weights)
	return err
}

func (t *training) close() {
	for _, f := range t.folded {
		if f.block != nil {
			f.block.close()
		}
	}
	t.files.Close()
}

// failAll gives an error to the problems that lack scores.
func (t *training) failAll(problems []int, err error) {
	for _, i := range problems {
		o := &t.outcomes[i]
		switch {
		case o.Err == nil && !t.scored(i):
			o.Err = err
		case o.Err == nil && o.inSample && o.scores[t.sample] == nil:
			o.lose(t.sample, err)
		}
	}
}

// trainable settles the problems that need no training and returns the others:
// those whose scores are neither kept nor constant.
func (t *training) trainable(problems []int) []int {
	var left []int
	for _, i := range problems {
		if !t.restore(i) && !t.settle(i) {
			left = append(left, i)
		}
	}
	return left
}

// problemSeed depends on the problem alone, never on its company.
func (t *training) problemSeed(p plan.Problem) uint64 {
	column := make([]byte, len(p.Column))
	for i, e := range p.Column {
		column[i] = byte(e + 1)
	}
	b := t.block
	purpose := []string{"train", b.Dataset.Table.SHA256, fmt.Sprint(b.Repeat, t.item.Fold), string(p.Task), string(column)}
	if p.Content != "" {
		purpose = append(purpose, p.Content)
	}
	if b.given != nil {
		purpose = append(purpose, "stage")
	}
	return plan.Seed(b.seed, append(purpose, b.within...)...)
}

func countRows(ranges []contract.Range) int {
	n := 0
	for _, r := range ranges {
		n += r.End - r.Start
	}
	return n
}
