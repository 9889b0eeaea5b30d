// Package training trains the union of the problems of some cells on a fold, and
// does with their scores what the learner block asks for: calibration, abstention,
// scores out of inner folds.
package training

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/session"
)

// Training is a set of problems on one fold while they are trained and scored:
// the union of an item's, or those of a stage that no other cell shares.
type Training struct {
	*session.Session
	pool   *plan.Pool      // nil if problems are not added one stage after the other
	models plan.Models     // the names of its binary models, where their scores are kept
	folded map[int]*folded // out-of-fold scores, by number of folds
}

// Open opens a fold of a block for a learner, whose binary models have a name if
// their scores are to be kept. The training is to be closed. An error that is not
// the run's is the data's.
func Open(
	client *session.Client, b *rows.Block, number int, learner *experiment.Instance, models plan.Models,
) (*Training, error) {
	t, err := open(client, b, number, learner)
	if err != nil {
		return nil, err
	}
	t.pool, t.models = plan.NewPool(learner.Capabilities.Has(contract.Symmetric)), models
	return t, nil
}

// open opens a fold for a training without problems.
func open(client *session.Client, b *rows.Block, number int, learner *experiment.Instance) (*Training, error) {
	fold, err := b.Open(number, learner.Capabilities, client.Scratch, client.Encodes)
	if err != nil {
		return nil, err
	}
	s, err := session.New(client, learner, fold)
	if err != nil {
		fold.Close()
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
func (t *Training) Claim(s plan.Asked) []plan.Use {
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

// claim adds some problems of another training, by the same learner for the same
// cells.
func (t *Training) claim(from *Training, problems []int) {
	place := map[int]int{}
	for n, i := range problems {
		place[i] = n
		t.Problems = append(t.Problems, session.Problem{Problem: from.Problems[i].Problem})
	}
	for _, uses := range from.Cells {
		var kept []plan.Use
		for _, u := range uses {
			if n, ok := place[u.Problem]; ok {
				kept = append(kept, plan.Use{Problem: n, Mirrored: u.Mirrored})
			}
		}
		t.Cells = append(t.Cells, kept)
	}
}

// inside returns a training of some problems on a fold of an inner block, their
// targets in the order of its training rows. An error that is not the run's is the
// data's.
func (t *Training) inside(inner *rows.Block, number int, problems []int) (*Training, error) {
	in, err := open(t.Client, inner, number, t.Learner)
	if err != nil {
		return nil, err
	}
	in.claim(t, problems)
	var places []int
	for i := range in.Problems {
		p, ok := in.Problems[i].Problems.(contract.Targeted)
		if !ok {
			continue
		}
		if places == nil {
			places = t.Fold.Places(inner, in.Fold.Train)
		}
		values := places
		if p.Rows != nil {
			values, p.Rows = plan.Positions(p.Rows, places)
		}
		p.Values = contract.Matrix{Rows: len(values), Cols: 1, Data: lists.Pick(p.Values.Data, values)}
		if p.Weights != nil {
			p.Weights = lists.Pick(p.Weights, values)
		}
		in.Problems[i].Problems = p
	}
	return in, nil
}

// Streamable reports whether nothing but decoding wants the scores of the problems, as the
// learner gives them where they are kept: no calibration, and then no abstention.
func (t *Training) Streamable() bool {
	return t.Learner.Host.Calibrate == "" && (t.models.Raw == "" || t.Learner.Host.Abstain == 0)
}

// singly makes all problems those of one cell.
func (t *Training) singly() {
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
