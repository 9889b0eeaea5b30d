package run

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/stages"
)

// choice is what is trained for a cell, and what it took to find it.
type choice struct {
	stages.Member                      // with the name of the reduction that was chosen
	encoder       *experiment.Instance // nil where there is no learner
	tuned         map[string]any       // nil unless tuned
	search        *store.Search        // nil unless tuned
	note          string
	used          service.Usage // by training
	peak          int64
	err           error // why there is no learner
}

// choose chooses what is trained for each cell: what the item says, or of its
// candidates those whose decoded predictions of inner test rows are best. The error is
// the run's.
func (w *worker) choose(ctx context.Context, it item, cells []plan.Cell) ([]choice, error) {
	list := make([]choice, len(cells))
	var searches grouped.By[string, *search]
	for i, c := range cells {
		list[i].Member, list[i].encoder = stages.Member{Cell: c, Learner: it.block.Learner(c)}, it.block.Encoder
		by := it.block.Search(it.Item, c)
		if by == nil {
			continue
		}
		s := searches.At(by.Division())
		if *s == nil {
			*s = &search{it: it, Search: by}
		}
		(*s).add(i, c, by.Tune)
	}
	for _, s := range searches.All() {
		if err := w.search(ctx, *s, list); err != nil || ctx.Err() != nil {
			return list, err
		}
	}
	return list, nil
}

// search is the tuning of the cells of an item that divide the training rows in one way.
type search struct {
	it              item
	*prepare.Search // of the first cell; others may have another metric
	seekers         []*seeker
}

// add adds a cell with its candidates.
func (s *search) add(place int, c plan.Cell, tune *experiment.Tune) {
	k := &seeker{place: place, cell: c, tune: tune, candidates: s.candidates(c, 0)}
	k.trials, k.means = make([]trial, len(k.candidates)), make([][]*float64, len(k.candidates))
	s.seekers = append(s.seekers, k)
}

// candidates are those of a cell in a round: the encoder varies slowest, the reduction fastest.
func (s *search) candidates(c plan.Cell, round int) (all []candidate) {
	for _, e := range s.it.block.Encoder.InRound(round) {
		for _, l := range s.it.block.Learner(c).InRound(round) {
			for _, r := range s.it.block.Planned[c.Reduction].Reduction.InRound(round) {
				all = append(all, candidate{e, l, r})
			}
		}
	}
	return all
}

// search finds the candidates of some cells, in rounds. The error is the run's.
func (w *worker) search(ctx context.Context, s *search, list []choice) error {
	for r := range s.Rounds {
		for _, k := range s.seekers {
			k.candidates = s.candidates(k.cell, r)
		}
		for _, e := range s.it.block.Encoder.InRound(r) {
			err := w.encoded(ctx, s, r, e.Instance, list)
			if fault.OfRun(err) || ctx.Err() != nil {
				return err
			}
			if err != nil {
				for _, k := range s.seekers {
					k.fail(err, e.Instance)
				}
			}
		}
		for _, k := range s.seekers {
			k.note()
			if r+1 < len(s.Rounds) {
				k.keep(s.Rounds[r+1].Candidates)
			}
		}
	}
	for _, k := range s.seekers {
		list[k.place].decide(k)
		list[k.place].search = k.record(s.Rounds)
	}
	return nil
}

// encoded tries the candidates of a round that have an encoder. An error that is not the
// run's is the data's.
func (w *worker) encoded(ctx context.Context, s *search, round int, encoder *experiment.Instance, list []choice) error {
	outer := s.it.block
	if encoder != outer.Encoder {
		var err error
		if outer, err = outer.EncodedBy(encoder, s.it.Fold, w.Scratch); err != nil {
			return err
		}
		defer outer.Close()
	}
	inner, err := w.divide(s, outer)
	if err != nil {
		return err
	}
	defer inner.Close()
	one, err := w.leavingOne(s, outer, inner)
	if fault.OfRun(err) {
		return err
	}
	if one != nil {
		defer one.Close()
	}
	for f := range inner.Folds() {
		t := try{search: s, round: round, block: inner, fold: f, encoder: encoder}
		if err := w.onFold(ctx, t, one, list); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// onFold tries all learners on an inner fold, on the round's share of its training rows.
// With one, those that tell what leaving a row out would make of it are tried there, once.
func (w *worker) onFold(ctx context.Context, t try, one *rows.Block, list []choice) (err error) {
	number := t.fold
	if share := float64(t.Rounds[t.round].Rows) / float64(t.it.block.TrainingRows()[t.it.Fold]); share < 1 {
		if t.block, err = t.block.OnPart(t.fold, share, w.Scratch); err != nil {
			return err
		}
		defer t.block.Close()
	}
	for _, l := range t.learners() {
		each := t
		each.learner, each.models = l, t.InnerModels(t.it.Item, number, t.round)
		if one != nil && leavesOne(l) {
			if each.block, each.fold, each.models = one, t.it.Fold, nil; number > 0 {
				continue
			}
		}
		if err := w.try(ctx, each, list); err != nil || ctx.Err() != nil {
			return err
		}
	}
	return nil
}

// learners lists those of the candidates, each once.
func (s *search) learners() (list []*experiment.Instance) {
	for _, k := range s.seekers {
		for _, c := range k.candidates {
			if !slices.Contains(list, c.learner.Instance) {
				list = append(list, c.learner.Instance)
			}
		}
	}
	return list
}

// divide divides the training rows of an item's fold for tuning.
func (w *worker) divide(s *search, outer *rows.Block) (*rows.Block, error) {
	if s.Holdout > 0 {
		return outer.Held(s.it.Fold, s.Holdout, w.Scratch)
	}
	return outer.Inner(s.it.Fold, s.Folds, false, w.Scratch)
}

// try is one training of an encoder and learner on an inner fold, with all candidates
// of the cells' reductions that have not failed: what they share is trained once.
type try struct {
	*search
	round            int
	block            *rows.Block
	fold             int
	encoder, learner *experiment.Instance
	models           map[*experiment.Instance]plan.Models // what scores of binary models are kept under
}

// tried is a cell as one of its candidates has it.
type tried struct {
	*seeker
	candidate int
}

// list lists what is tried, with the cells as they are planned.
func (t try) list() (all []tried, cells []plan.Cell) {
	for _, k := range t.seekers {
		for i, c := range k.candidates {
			if c.encoder.Instance == t.encoder && c.learner.Instance == t.learner &&
				!k.trials[i].dropped && k.trials[i].err == nil {
				cell := k.cell
				cell.Reduction = c.reduction.Instance.Name
				all, cells = append(all, tried{k, i}), append(cells, cell)
			}
		}
	}
	return all, cells
}

// try trains candidates on an inner fold and scores what they decode. The error is the
// run's.
func (w *worker) try(ctx context.Context, t try, list []choice) error {
	all, cells := t.list()
	if len(cells) == 0 {
		return nil
	}
	members := lists.Map(cells, func(c plan.Cell) stages.Member { return stages.Member{Cell: c, Learner: t.learner} })
	company, err := w.train(ctx, t.block, t.fold, members, t.models, func() {})
	if fault.OfRun(err) {
		return err
	}
	if err != nil {
		for _, a := range all {
			a.trials[a.candidate].err = err
		}
		return nil
	}
	defer company.Close()
	counted := map[*seeker]stages.Counted{}
	for n, c := range company.Cells {
		a := all[n]
		result, output, err := c.Result(ctx)
		if fault.OfRun(err) || ctx.Err() != nil {
			return err
		}
		p := &list[a.place]
		if counted[a.seeker] == nil {
			counted[a.seeker] = stages.Counted{}
		}
		p.used.Add(result.Used().Less(c.Repeated(counted[a.seeker])))
		p.peak = max(p.peak, result.PeakRSSBytes)
		one := &a.trials[a.candidate]
		if err != nil {
			one.err = err
			continue
		}
		values, err := w.value(ctx, a.tune.Metric, t.block.Dataset.Table, output.Test, c.LeavesOneOut())
		if fault.OfRun(err) || ctx.Err() != nil {
			return err
		}
		one.err = err
		for _, v := range values {
			one.add(v)
		}
	}
	return nil
}

// value is the metric of a trial on an inner fold, or on each of its rows where folds of
// one row each stand in one.
func (w *worker) value(ctx context.Context, m metric.Spec, table *data.Table, p *store.Predictions,
	rowByRow bool) (values []metric.Value, err error) {
	if m.Plugin != nil {
		return w.measured(ctx, m, table, p, rowByRow)
	}
	in := metric.Input{
		Target: table.Target, Truth: p.Truth, Predicted: p.Predicted, Scores: p.Scores, Probabilities: p.Probabilities,
		Top: p.Top,
	}
	if m.Weighs() && table.Weights != nil {
		in.Weights = lists.Map(p.Rows, func(row int) float64 { return table.Weights[row] })
	}
	if !rowByRow {
		return m.Compute(in)[:1], nil
	}
	for row := range p.Rows {
		values = append(values, m.Compute(in.Row(row))[0])
	}
	return values, nil
}

// leavingOne returns a block in which the training rows are left out one at a time, by
// models that are trained once, if that is what inner folds do and no reduction asks for
// more than scores; else nil.
func (w *worker) leavingOne(s *search, outer, inner *rows.Block) (*rows.Block, error) {
	if s.Halving != nil {
		return nil, nil
	}
	if !slices.ContainsFunc(s.learners(), leavesOne) || inner.Dataset.Table.Target.MultiLabel {
		return nil, nil
	}
	for _, k := range s.seekers {
		for _, planned := range inner.Candidates(k.cell) {
			calibrates := planned.Reduction.Host.Calibration.Method != ""
			if planned.Stage.Asks() || planned.Stage.Learner != "" || len(planned.Trainers) > 0 || calibrates {
				return nil, nil
			}
		}
	}
	if leaves, err := inner.LeavesOne(w.Encodes); !leaves {
		return nil, err // that of the data is told where the inner folds are trained
	}
	return outer.LeavingOne(s.it.Fold, w.Scratch)
}

// leavesOne reports whether models of a learner tell what those without a training row
// would make of it.
func leavesOne(learner *experiment.Instance) bool {
	can := learner.Capabilities
	return can.Has(contract.LeavesOneOut) && !can.Has(contract.FoldWide) && learner.Host.Calibrate == ""
}

// decide takes the first of the best candidates.
func (p *choice) decide(k *seeker) {
	best := -1
	var failures []string
	for i, t := range k.trials {
		mean := t.mean()
		switch {
		case t.dropped && t.err == nil:
		case t.err != nil:
			failures = append(failures, fmt.Sprintf("%s: %v", k.candidates[i], t.err))
		case math.IsNaN(mean):
			failures = append(failures, fmt.Sprintf("%s: %s is undefined in every inner fold",
				k.candidates[i], k.tune.Metric.Name))
		case best < 0 || better(mean, k.trials[best].mean(), k.tune.Metric):
			best = i
		}
	}
	if best < 0 {
		p.encoder, p.err = nil, fmt.Errorf("tuning: all candidates failed; %s: %w", k.candidates[0], firstError(k.trials))
		return
	}
	p.take(k.candidates[best])
	if len(failures) > 0 {
		why := strings.Join(failures, "; ")
		note := fmt.Sprintf("%d of %d candidates of the tuning failed: %s", len(failures), len(k.trials), why)
		p.note = wording.Harmless(note, errorLimit)
	}
}

// take takes a candidate.
func (p *choice) take(c candidate) {
	p.Learner, p.encoder, p.tuned = c.learner.Instance, c.encoder.Instance, c.values()
	p.Cell.Reduction = c.reduction.Instance.Name
}

// add adds what tuning found out to a cell's result.
func (p choice) add(r store.Result) store.Result {
	r.Tuned, r.Search, r.Note = p.tuned, p.search, p.note
	used := r.Used()
	used.Add(p.used)
	r.Use(used)
	r.PeakRSSBytes = max(r.PeakRSSBytes, p.peak)
	return r
}
