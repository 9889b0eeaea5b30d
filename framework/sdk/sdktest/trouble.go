package sdktest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// oneSided asks, among other problems, for one that has rows of one class only
// and for one that has no rows. The host asks for no such problem, so a learner
// may answer it with a model; but it must not end, nor fail the others.
func (l *learner) oneSided(t *trial) {
	s := usual()
	e := l.exam(s)
	one, none := s.rowSet(), s.rowSet()
	one.Ranges, none.Ranges = s.train[:2], nil
	e.sets = append(e.sets, one, none)
	good := len(e.problems)
	for set := range e.sets[1:] {
		bad := e.problems[0]
		bad.RowSet = set + 1
		e.problems = append(e.problems, bad)
	}
	a, err := l.take(t, e)
	t.survives("such a problem", a.failure(err))
	if err != nil {
		t.fail("the whole call fails, not such a problem alone: %w", err)
	}
	for _, beside := range a.trained[:good] {
		if beside.Err != nil {
			t.fail("another problem of the call fails too: %w", beside.Err)
		}
	}
	if a.trained[good].Err == nil || a.trained[good+1].Err == nil {
		t.note = "answered with a model; bench does not ask for one"
	}
}

// models scores with a model that never was and with one that was forgotten.
func (l *learner) models(t *trial) {
	dir := t.folder()
	defer os.RemoveAll(dir)
	s := usual()
	features, err := writeFeatures(dir, s.x)
	t.must(err)
	call := service.ScoreCall{
		Models: []string{"no model"}, Features: features, Ranges: s.test, Output: filepath.Join(dir, "scores.npy"),
	}
	_, err = t.plugin().Score(t.ctx, call)
	t.refuses("scoring with an unknown model", err)
	trained, err := l.train(t, features, l.exam(s))
	t.must(answers{trained: trained}.failure(err))
	var all []string
	for _, one := range trained {
		all = append(all, one.Model)
	}
	t.try("forgetting models", func() { t.must(t.plugin().Forget(t.ctx, all)) })
	call.Models = all[:1]
	_, err = t.plugin().Score(t.ctx, call)
	t.refuses("scoring with a forgotten model", err)
}

// manyRanges make a message of some 5 MiB.
const manyRanges = 450_000

// large sends a row set of very many ranges, which no problem uses.
func (l *learner) large(t *trial) {
	s := draw(2, manyRanges/2, 2)
	s.train = []contract.Range{{Start: 0, End: 20}, {Start: manyRanges - 20, End: manyRanges, Class: 1}}
	s.test = s.train
	e := l.exam(s)
	every := rowByRow([]contract.Range{{Start: 0, End: manyRanges / 2},
		{Start: manyRanges / 2, End: manyRanges, Class: 1}})
	e.sets = append(e.sets, service.RowSet{Ranges: every})
	l.pass(t, e)
}

// soon is when a training is cancelled after its start.
const soon = 100 * time.Millisecond

// cancelled ends a long training early, and asks the next process for a short
// one.
func (l *learner) cancelled(t *trial) {
	s := draw(3, 2000, 30)
	e := l.exam(s)
	for i := range 200 {
		another := e.problems[0]
		another.Seed = uint64(i)
		e.problems = append(e.problems, another)
	}
	t.plugin()
	whole := t.ctx
	short, cancel := context.WithCancel(whole)
	defer cancel()
	start := time.Now()
	timer := time.AfterFunc(soon, cancel)
	defer timer.Stop()
	t.ctx = short
	_, err := l.take(t, e)
	t.ctx = whole
	if late := time.Since(start) - soon; late > endLimit {
		t.fail("it ends %v after it was cancelled", late.Round(10*time.Millisecond))
	}
	if !errors.Is(err, context.Canceled) {
		t.must(err)
	}
	t.process = nil // it may be lost
	t.try("starting another process", func() { t.plugin() })
	t.try("training after it", func() { l.pass(t, l.exam(usual())) })
}
