package prepare

import (
	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// Kept is what an experiment keeps of the scores of binary models.
type Kept struct {
	Fits  int   // distinct code columns whose models' scores are there
	Train int   // problems that the cells without results train all the same, inner folds included
	Bytes int64 // about how much all scores take once the experiment is complete
}

// recordBytes is about how much the journal's line on a model takes besides its column,
// and rowBytes what its scores take for a row: the score, the row and its class.
const recordBytes, rowBytes = 500, 12

// gridBytes are those of the scores on the grid of a picture.
const gridBytes = 8 * 100 * 100

// Kept counts what is kept under the names of models, as has tells, and what is missing
// of the cells that are not done.
func (p *Prepared) Kept(has func(models, column string) bool, done func(plan.Cell) bool) Kept {
	var k Kept
	for _, b := range p.Blocks {
		for _, item := range b.Items {
			k.add(b, item, has)
			missing := item
			missing.Cells = lists.Filter(item.Cells, func(c plan.Cell) bool { return !done(c) })
			needed, fits := 0, b.fits(missing)
			for learner, f := range fits.All() {
				times := timesTrained(learner)
				needed += times * f.once
				if p.Plan.ScoresTraining() || p.Experiment.Isolated {
					continue
				}
				for _, named := range b.named(missing, learner) {
					needed -= named.spared(has, times)
				}
			}
			k.Train += max(0, needed) // later rounds of halving count as if the largest were left
		}
	}
	return k
}

// add counts the columns of an item.
func (k *Kept) add(b *Block, item Item, has func(models, column string) bool) {
	each := int64(recordBytes + rowBytes*b.tests(item.Fold))
	if table := b.Dataset.Table; item.Fold == 0 && b.Repeat == 0 && b.Part == nil && table.Sparse == nil {
		if numeric, categorical := table.Kinds(); numeric == 2 && categorical == 0 {
			each += gridBytes
		}
	}
	for _, learner := range b.learners(item) {
		seen := map[[2]string]bool{}
		for _, of := range b.named(item, learner) {
			if of.models.Raw == "" {
				continue
			}
			record := each
			if of.share > 0 {
				record = recordBytes + int64(rowBytes*of.share*float64(b.TrainingRows()[item.Fold]))
			}
			for column := range of.columns {
				size := record + int64(len(column))
				if of.models.Calibrated != "" {
					size *= 2
				}
				k.Bytes += int64(of.tries) * size
				if name := of.models.Kept(); has(name, column) && !seen[[2]string{name, column}] {
					seen[[2]string{name, column}] = true
					k.Fits++
				}
			}
		}
	}
}

// named are code columns whose models have names, all that are trained together.
type named struct {
	models  plan.Models
	columns map[string]bool // whether the scores of training rows are wanted
	share   float64         // of the training rows that an inner fold tests; 0 of the fold itself
	tries   int             // how often a run trains them
}

// spared counts what need not be trained, given what is kept and how often a calibrated
// problem is trained in a try.
func (n named) spared(has func(models, column string) bool, times int) (problems int) {
	for column, inSample := range n.columns {
		switch {
		case inSample || n.models.Raw == "":
		case n.models.Calibrated != "" && has(n.models.Calibrated, column):
			problems += times
		case has(n.models.Raw, column):
			problems++
		}
	}
	return n.tries * problems
}

// named lists the columns that a learner trains of an item's first stages: those of the
// fold and then, where their scores are kept too, those of inner folds of tuning.
func (b *Block) named(item Item, learner *experiment.Instance) []named {
	var stages []plan.Asked
	type trying struct {
		*Search
		stages [][]plan.Asked // of each round
	}
	var tried grouped.By[tries, trying]
	for _, c := range item.Cells {
		stages = append(stages, b.trains(c, b.Candidates(c), learner)...)
		search := b.Search(item, c)
		if search == nil || !item.Inner {
			continue
		}
		t := tried.At(tries{b.Learner(c), search.Division()})
		if t.Search = search; t.stages == nil {
			t.stages = make([][]plan.Asked, len(search.Rounds))
		}
		for round := range search.Rounds {
			t.stages[round] = append(t.stages[round], b.trains(c, b.inRound(c, round), learner)...)
		}
	}
	list := []named{{item.Models[learner], columns(stages, learner), 0, 1}}
	for by, t := range tried.All() {
		share := t.Holdout
		if share == 0 {
			share = 1 / float64(t.Divisions())
		}
		for round, stages := range t.stages {
			of, times := columns(stages, learner), min(t.Rounds[round].Candidates, len(by.own.Candidates()))
			for fold := range t.Divisions() {
				list = append(list, named{t.InnerModels(item, fold, round)[learner], of, share, times})
			}
		}
	}
	return list
}

// trains are the first stages that a learner trains of some candidates of a cell, as far as
// scores are kept of them.
func (b *Block) trains(c plan.Cell, of []Planned, learner *experiment.Instance) (stages []plan.Asked) {
	for _, p := range of {
		for _, s := range p.Shares(b.Learner(c)) {
			if c.Skipped == "" && s.Learner == learner && s.Stage.Learner == "" && !s.ByCost {
				stages = append(stages, s.Asked)
			}
		}
	}
	return stages
}

// tests counts the test rows of a fold.
func (b *Block) tests(fold int) int {
	return lists.Count(b.Dataset.Repeats[b.Repeat].Test, func(f int) bool { return f == fold })
}

// columns are the distinct code columns of some stages that a learner trains, and whether
// the scores of training rows are wanted of them.
func columns(stages []plan.Asked, learner *experiment.Instance) map[string]bool {
	symmetric := learner.Capabilities.Has(contract.Symmetric)
	problems, _ := plan.Union(stages, symmetric)
	list := map[string]bool{}
	for _, problem := range problems {
		if column := problem.Column(); column != nil {
			list[string(code.SignsOf(column))] = false
		}
	}
	wanting, _ := plan.Union(lists.Filter(stages, func(s plan.Asked) bool { return s.Outputs == contract.InSample }),
		symmetric)
	for _, problem := range wanting {
		if column := problem.Column(); column != nil {
			list[string(code.SignsOf(column))] = true
		}
	}
	return list
}
