package prepare

import (
	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/plan"
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
			fits := b.fits(missing)
			for learner, f := range fits.All() {
				times := timesTrained(learner)
				k.Train += times * f.once
				models := item.Models[learner]
				if models.Raw == "" || p.Plan.ScoresTraining() || p.Experiment.Isolated {
					continue
				}
				for column := range b.served(missing, learner) {
					switch {
					case models.Calibrated != "" && has(models.Calibrated, column):
						k.Train -= times
					case has(models.Raw, column):
						k.Train--
					}
				}
			}
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
		models := item.Models[learner]
		if models.Raw == "" {
			continue
		}
		for column := range b.columns(item, learner) {
			size := each + int64(len(column))
			if models.Calibrated != "" {
				size *= 2
			}
			k.Bytes += size
			if has(models.Kept(), column) {
				k.Fits++
			}
		}
	}
}

// tests counts the test rows of a fold.
func (b *Block) tests(fold int) int {
	return lists.Count(b.Dataset.Repeats[b.Repeat].Test, func(f int) bool { return f == fold })
}

// columns are the distinct code columns that a learner trains of an item's first stages,
// and whether the scores of training rows are wanted of them.
func (b *Block) columns(item Item, learner *experiment.Instance) map[string]bool {
	var stages []plan.Asked
	for _, c := range item.Cells {
		for _, p := range b.Candidates(c) {
			for _, s := range p.Shares(b.Learner(c)) {
				if c.Skipped == "" && s.Learner == learner && s.Stage.Learner == "" && !s.ByCost {
					stages = append(stages, s.Asked)
				}
			}
		}
	}
	symmetric := learner.Capabilities.Symmetric
	problems, _ := plan.Union(stages, symmetric)
	list := map[string]bool{}
	for _, problem := range problems {
		if column := problem.Column(); column != nil {
			list[code.Key(column)] = false
		}
	}
	wanting, _ := plan.Union(lists.Filter(stages, func(s plan.Asked) bool { return s.Outputs == contract.InSample }),
		symmetric)
	for _, problem := range wanting {
		if column := problem.Column(); column != nil {
			list[code.Key(column)] = true
		}
	}
	return list
}

// served are the columns of an item that a learner trains and for which kept scores do.
func (b *Block) served(item Item, learner *experiment.Instance) map[string]bool {
	list := b.columns(item, learner)
	for column, inSample := range list {
		if inSample {
			delete(list, column)
		}
	}
	return list
}
