package training

import (
	"context"
	"errors"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/session"
)

// Fit trains and scores all problems and does with the scores what the learner
// block asks for. Its error is the run's.
func (t *Training) Fit(ctx context.Context) error {
	keep := func(name string) error {
		if name == "" || errors.Join(t.Exceeded...) != nil || ctx.Err() != nil {
			return nil // after a limit or the end of the run scores may not be what they shall be
		}
		return t.keepScores(name)
	}
	if err := t.train(ctx); err != nil {
		return err
	}
	if err := keep(t.models.Raw); err != nil {
		return err
	}
	if err := t.calibrate(ctx); err != nil {
		return err
	}
	if err := keep(t.models.Calibrated); err != nil {
		return err
	}
	t.abstain()
	return nil
}

// Join trains those problems of a later stage that are not trained yet, for one
// cell. Its error is the run's.
func (t *Training) Join(ctx context.Context, uses []plan.Use, inSample bool, cell int) error {
	sample := t.Fold.Sample(false)
	missing := slices.DeleteFunc(distinct(uses), func(i int) bool {
		p := &t.Problems[i]
		enough := !inSample || p.Scores[sample] != nil || p.Lost[sample] != nil
		return p.Err != nil || t.Scored(i) && !p.Streamed && enough
	})
	if len(missing) == 0 {
		return nil
	}
	return t.join(ctx, missing, cell, nil)
}

// JoinAndSeek trains the problems of a last stage for one cell, and hands their models to a sink, which is told the
// numbers that they have in a session of their own. Its error is the run's.
func (t *Training) JoinAndSeek(
	ctx context.Context, uses []plan.Use, cell int, sink func(uses []plan.Use) session.Sink,
) error {
	wanted := distinct(uses)
	if slices.ContainsFunc(wanted, func(i int) bool { return t.Problems[i].Err != nil }) {
		return nil // which fails the cell
	}
	place := map[int]int{}
	for n, i := range wanted {
		place[i] = n
	}
	own := lists.Map(uses, func(u plan.Use) plan.Use { return plan.Use{Problem: place[u.Problem], Mirrored: u.Mirrored} })
	return t.join(ctx, wanted, cell, sink(own))
}

// join trains some problems for one cell, whose scores a sink takes if there is one.
func (t *Training) join(ctx context.Context, missing []int, cell int, sink session.Sink) error {
	s, err := session.New(t.Client, t.Learner, t.Fold)
	if err != nil {
		return err
	}
	defer s.Close()
	s.Sink = sink
	added := &Training{Session: s, models: t.models}
	added.claim(t, missing)
	added.singly()
	for n, i := range missing {
		added.Problems[n].InSample = t.Problems[i].InSample
	}
	if err := added.Fit(ctx); err != nil {
		return err
	}
	t.inherit(added, missing)
	t.Exceeded[cell] = errors.Join(t.Exceeded[cell], added.Exceeded[0])
	return nil
}

// inherit takes over what became of some problems. One that had been trained before,
// without in-sample scores, keeps its scores.
func (t *Training) inherit(added *Training, problems []int) {
	sample := t.Fold.Sample(false)
	for n, i := range problems {
		p, found := &t.Problems[i], &added.Problems[n]
		switch {
		case !t.Scored(i) || p.Streamed:
			p.Outcome = found.Outcome
		case found.Err != nil:
			p.Lose(sample, found.Err)
		case found.Scores[sample] != nil:
			p.Scores[sample] = found.Scores[sample]
		case found.Lost[sample] != nil:
			p.Lose(sample, found.Lost[sample])
		}
	}
	t.Seconds += added.Seconds
	t.Peak = max(t.Peak, added.Peak)
}
