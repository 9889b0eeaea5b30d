package run

import (
	"context"
	"fmt"
	"os"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/service"
)

// trained is the union of problems of an item, trained and scored.
type trained struct {
	block    *block
	learner  service.Plugin
	test     []contract.Range
	trainN   int
	testN    int
	problems []plan.Problem
	uses     [][]plan.Use // by cell
	outcomes []outcome    // by problem
	kind     contract.ScoreKind
	score    float64 // seconds
	peak     int64
	dir      string // files of this item
	err      error  // why nothing could be trained at all
}

// outcome is one problem: its model, and its scores on the test rows.
type outcome struct {
	service.Trained
	scores []float64 // test rows × width
	width  int
}

// train trains and scores the distinct problems of the cells. Whatever goes
// wrong is kept in the result: only cells that need the bad problem fail.
func (w *worker) train(ctx context.Context, j job, cells []prepare.Cell) *trained {
	t := &trained{block: j.block, kind: j.item.Learner.Capabilities.Scores}
	var stages []contract.Stage
	for _, c := range cells {
		stages = append(stages, c.Stage)
	}
	t.problems, t.uses = plan.Union(stages, j.item.Learner.Capabilities.Symmetric)
	t.outcomes = make([]outcome, len(t.problems))
	features, fitted, err := j.block.features(j.item.Fold)
	if err != nil {
		t.err = fmt.Errorf("encoding: %w", err)
		return t
	}
	if t.dir, err = os.MkdirTemp(w.scratch, "item-"); err != nil {
		t.err = err
		return t
	}
	train := j.block.ranges(j.item.Fold, false)
	t.test = j.block.ranges(j.item.Fold, true)
	t.trainN, t.testN = countRows(train), countRows(t.test)
	t.learner, t.err = w.plugins.Plugin(ctx, w.slot, contract.KindLearner, j.item.Learner.Component.Name)
	if t.err != nil {
		return t
	}
	t.fit(ctx, j, features, fitted, train)
	t.scoreTest(ctx, features)
	if p, ok := t.learner.(interface{ PeakRSS() int64 }); ok {
		t.peak = p.PeakRSS()
	}
	return t
}

// fit sends the problems that can be trained to the learner.
func (t *trained) fit(ctx context.Context, j job, features service.Features, fitted *encode.Fitted, train []contract.Range) {
	classes := j.block.Dataset.Table.Classes
	call := service.TrainCall{
		Component: j.item.Learner.Component.Name, Config: j.item.Learner.Config, Features: features, Threads: 1,
		RowSets: []service.RowSet{{Ranges: train, Shift: fitted.Shift, Scale: fitted.Scale}},
	}
	var sent []int
	for i, p := range t.problems {
		if err := trainable(p, train, classes); err != nil {
			t.outcomes[i].Err = fmt.Errorf("fold %d: %w", j.item.Fold, err)
			continue
		}
		sent = append(sent, i)
		call.Problems = append(call.Problems, service.Problem{
			Task: p.Task, Column: p.Column, Classes: len(classes), Seed: t.problemSeed(j, p),
		})
	}
	if len(sent) == 0 {
		return
	}
	err := t.learner.Train(ctx, call, func(done service.Trained) {
		t.outcomes[sent[done.Problem]].Trained = done
	})
	for _, i := range sent {
		if o := &t.outcomes[i]; o.Model == "" && o.Err == nil {
			o.Err = err
		}
	}
}

// problemSeed depends on the problem alone, never on its company.
func (t *trained) problemSeed(j job, p plan.Problem) uint64 {
	column := make([]byte, len(p.Column))
	for i, e := range p.Column {
		column[i] = byte(e + 1)
	}
	return plan.Seed(j.block.seed, "train", j.block.Dataset.Table.SHA256, fmt.Sprint(j.block.Repeat, j.item.Fold), string(p.Task), string(column))
}

// trainable checks that the training rows hold what a problem needs: rows of
// both signs, or of every class.
func trainable(p plan.Problem, train []contract.Range, classes []string) error {
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

// close frees models and files.
func (t *trained) close(_ *worker, ctx context.Context) {
	var models []string
	for _, o := range t.outcomes {
		if o.Model != "" {
			models = append(models, o.Model)
		}
	}
	if len(models) > 0 && ctx.Err() == nil {
		// A process that lost its models, or is lost itself, has forgotten them.
		_ = t.learner.Forget(ctx, models)
	}
	if t.dir != "" {
		_ = os.RemoveAll(t.dir)
	}
}

func countRows(ranges []contract.Range) int {
	n := 0
	for _, r := range ranges {
		n += r.End - r.Start
	}
	return n
}
