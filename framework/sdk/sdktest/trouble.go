package sdktest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
)

// oneSided asks, among other problems, for one that has rows of one class only
// and for one that has no rows. The host asks for no such problem, so a learner
// may answer it with a model; but it must not end, nor fail the others.
func (l *learner) oneSided(ctx context.Context) (string, error) {
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
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
	a, err := l.take(ctx, p, e)
	if lost := survives(ctx, p, "such a problem", a.failure(err)); lost != nil {
		return "", lost
	}
	if err != nil {
		return "", fmt.Errorf("the whole call fails, not such a problem alone: %w", err)
	}
	for _, t := range a.trained[:good] {
		if t.Err != nil {
			return "", fmt.Errorf("the problem beside it fails too: %w", t.Err)
		}
	}
	if a.trained[good].Err == nil || a.trained[good+1].Err == nil {
		return "answered with a model; bench does not ask for one", nil
	}
	return "", nil
}

// models scores with a model that never was and with one that was forgotten.
func (l *learner) models(ctx context.Context) (string, error) {
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	dir, err := l.folder()
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	s := usual()
	features, err := writeFeatures(dir, s.x)
	if err != nil {
		return "", err
	}
	call := service.ScoreCall{
		Models: []string{"no model"}, Features: features, Ranges: s.test, Output: filepath.Join(dir, "scores.npy"),
	}
	_, err = p.Score(ctx, call)
	if err := refuses(ctx, p, "scoring with an unknown model", err); err != nil {
		return "", err
	}
	trained, err := l.train(ctx, p, features, l.exam(s))
	if err = (answers{trained: trained}).failure(err); err != nil {
		return "", err
	}
	var all []string
	for _, t := range trained {
		all = append(all, t.Model)
	}
	if len(slices.Compact(slices.Sorted(slices.Values(all)))) < len(all) {
		return "", fmt.Errorf("two models have the same reference: %q", all)
	}
	if err := p.Forget(ctx, all); err != nil {
		return "", fmt.Errorf("forgetting models: %w", err)
	}
	call.Models = all[:1]
	_, err = p.Score(ctx, call)
	return "", refuses(ctx, p, "scoring with a forgotten model", err)
}

// manyRanges make a message of some 5 MiB.
const manyRanges = 450_000

// large sends a row set of very many ranges, which no problem uses.
func (l *learner) large(ctx context.Context) (string, error) {
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	s := draw(2, manyRanges/2, 2)
	s.train = []contract.Range{{Start: 0, End: 20}, {Start: manyRanges - 20, End: manyRanges, Class: 1}}
	s.test = s.train
	e := l.exam(s)
	every := rowByRow([]contract.Range{{Start: 0, End: manyRanges / 2},
		{Start: manyRanges / 2, End: manyRanges, Class: 1}})
	e.sets = append(e.sets, service.RowSet{Ranges: every})
	_, err = l.pass(ctx, p, e)
	return "", err
}

// soon is when a training is cancelled after its start.
const soon = 100 * time.Millisecond

// cancelled ends a long training early, and asks the next process for a short
// one.
func (l *learner) cancelled(ctx context.Context) (string, error) {
	p, err := l.plugin(ctx)
	if err != nil {
		return "", err
	}
	s := draw(3, 2000, 30)
	e := l.exam(s)
	for i := range 200 {
		another := e.problems[0]
		another.Seed = uint64(i)
		e.problems = append(e.problems, another)
	}
	short, cancel := context.WithCancel(ctx)
	defer cancel()
	start := time.Now()
	timer := time.AfterFunc(soon, cancel)
	defer timer.Stop()
	_, err = l.take(short, p, e)
	if late := time.Since(start) - soon; late > endLimit {
		return "", fmt.Errorf("it ends %v after it was cancelled", late.Round(10*time.Millisecond))
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		return "", err
	}
	if p, err = l.plugin(ctx); err != nil {
		return "", fmt.Errorf("starting another process: %w", err)
	}
	if _, err := l.pass(ctx, p, l.exam(usual())); err != nil {
		return "", fmt.Errorf("training after it: %w", err)
	}
	return "", nil
}
