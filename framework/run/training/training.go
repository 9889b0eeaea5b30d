// Package training trains the union of the problems of some cells on a fold, and
// does with their scores what the learner block asks for: calibration, abstention,
// scores out of inner folds.
package training

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/run/rows"
	"github.com/manyclass/bench/framework/run/session"
)

// Training is a set of problems on one fold while they are trained and scored:
// the union of an item's, or those of a stage that no other cell shares.
type Training struct {
	*session.Session
	pool   *plan.Pool      // nil if problems are not added one stage after the other
	models string          // what its binary models are made from, where their scores are kept; else ""
	folded map[int]*folded // out-of-fold scores, by number of folds
}

// Open opens a fold of a block for a learner, whose binary models have a name if
// their scores are to be kept. The training is to be closed. An error that is not
// the run's is the data's.
func Open(
	desk *session.Desk, b *rows.Block, number int, learner *experiment.Instance, models string,
) (*Training, error) {
	fold, err := b.Open(number, learner.Capabilities, desk.Scratch)
	if err != nil {
		return nil, err
	}
	t, err := onFold(desk, fold, learner)
	if err != nil {
		fold.Close()
		return nil, err
	}
	t.pool, t.models = plan.NewPool(learner.Capabilities.Symmetric), models
	return t, nil
}

// onFold returns a training without problems on an open fold.
func onFold(desk *session.Desk, fold *rows.Fold, learner *experiment.Instance) (*Training, error) {
	s, err := session.New(desk, learner, fold)
	if err != nil {
		return nil, err
	}
	return &Training{Session: s, folded: map[int]*folded{}}, nil
}

// Close removes all files, those of the fold included.
func (t *Training) Close() {
	for _, f := range t.folded {
		f.block.Close()
	}
	t.Session.Close()
	t.Fold.Close()
}

// Claim adds the problems of a stage and returns where its columns are.
func (t *Training) Claim(s contract.Stage) []plan.Use {
	uses := t.pool.Add(s)
	for _, p := range t.pool.Problems[len(t.Problems):] {
		t.Problems = append(t.Problems, session.Problem{Problem: p})
	}
	if s.Outputs == contract.InSample {
		t.Fold.Sample(true)
		for _, u := range uses {
			t.Problems[u.Problem].InSample = true
		}
	}
	return uses
}

// some returns a training of some problems on an open fold, by the same learner for
// the same cells. Targets are put in the order of the fold's training rows.
func (t *Training) some(fold *rows.Fold, problems []int) (*Training, error) {
	in, err := onFold(t.Desk, fold, t.Learner)
	if err != nil {
		return nil, err
	}
	place := map[int]int{}
	for n, i := range problems {
		place[i] = n
		in.Problems = append(in.Problems, session.Problem{Problem: t.Problems[i].Problem})
	}
	for _, uses := range t.Cells {
		var kept []plan.Use
		for _, u := range uses {
			if n, ok := place[u.Problem]; ok {
				kept = append(kept, plan.Use{Problem: n, Mirrored: u.Mirrored})
			}
		}
		in.Cells = append(in.Cells, kept)
	}
	return in, nil
}

// within returns a training of some problems on a fold of an inner block. An error
// that is not the run's is the data's.
func (t *Training) within(inner *rows.Block, number int, problems []int) (*Training, error) {
	fold, err := inner.Open(number, t.Learner.Capabilities, t.Scratch)
	if err != nil {
		return nil, err
	}
	in, err := t.some(fold, problems)
	if err != nil {
		fold.Close()
		return nil, err
	}
	var places []int
	for i := range in.Problems {
		p := &in.Problems[i]
		if p.Target == nil {
			continue
		}
		if places == nil {
			places = t.Fold.Places(inner, fold.Train)
		}
		p.Target = rows.Pick(p.Target, places)
	}
	return in, nil
}

// alone makes all problems those of one cell.
func (t *Training) alone() {
	t.Cells = [][]plan.Use{nil}
	for i := range t.Problems {
		t.Cells[0] = append(t.Cells[0], plan.Use{Problem: i})
	}
}

// distinct lists the problems that are used, each once.
func distinct(uses []plan.Use) []int {
	var list []int
	seen := map[int]bool{}
	for _, u := range uses {
		if !seen[u.Problem] {
			seen[u.Problem] = true
			list = append(list, u.Problem)
		}
	}
	return list
}

// folded holds the scores of the training rows by models of inner folds that were
// not trained on them: a set in the order of the training rows.
type folded struct {
	rows.Set
	block *rows.Block // the training rows, divided
}
