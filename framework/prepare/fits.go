package prepare

import (
	"slices"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
)

// countFits adds the problems that the items of a block train to the plan.
func (p *Prepared) countFits(b *Block) {
	requested, distinct, atMost := b.Fits()
	p.Plan.FitsRequested += requested
	p.Plan.FitsDistinct += distinct
	p.Plan.FitsAtMost = p.Plan.FitsAtMost || atMost
}

// Fits counts the problems that the items of a block train, once for each cell that
// uses them and once each, those of inner folds and of later stages included. What tuning leaves open counts as
// if all reductions of an item chose the same candidate; what later stages leave
// open counts as much as their reduction says at most, and is told.
func (b *Block) Fits() (requested, once int, atMost bool) {
	for _, item := range b.Items {
		var stages []contract.Stage
		for _, c := range item.Cells {
			if c.Skipped == "" {
				stage := b.Stage(c)
				stages = append(stages, stage)
				atMost = atMost || stage.Later > 0
				requested += fits(item.Learner, func(*experiment.Instance) int { return stage.Fits() + stage.Later })
			}
		}
		once += fits(item.Learner,
			func(l *experiment.Instance) int { return distinct(stages, l.Capabilities.Symmetric) })
	}
	return requested, once, atMost
}

// distinct counts how often the problems of some reductions are trained, given
// their first stages: each distinct one, each again in the inner folds that some
// stage wants it in, and all that later stages may add.
func distinct(stages []contract.Stage, symmetric bool) int {
	var shared []contract.Stage // by the cells' own learner
	inner := map[int][]contract.Stage{}
	total := 0
	for _, s := range stages {
		total += s.Later
		if s.Learner != "" {
			total += s.Fits()
			continue
		}
		shared = append(shared, s)
		if folds := s.InnerFolds(); folds > 0 {
			inner[folds] = append(inner[folds], s)
		}
	}
	problems, _ := plan.Union(shared, symmetric)
	total += len(problems)
	for folds, wanting := range inner {
		problems, _ := plan.Union(wanting, symmetric)
		total += folds * len(problems)
	}
	return total
}

// CountKept counts the distinct code columns of first stages whose models' scores
// are kept.
func (p *Prepared) CountKept(kept func(models, column string) bool) int {
	total := 0
	for _, b := range p.Blocks {
		for _, item := range b.Items {
			if item.Models == "" {
				continue
			}
			var stages []contract.Stage
			for _, c := range item.Cells {
				if stage := b.Stage(c); c.Skipped == "" && stage.Learner == "" {
					stages = append(stages, stage)
				}
			}
			problems, _ := plan.Union(stages, item.Learner.Capabilities.Symmetric)
			for _, problem := range problems {
				if column := problem.Column(); column != nil && kept(item.Models, code.Key(column)) {
					total++
				}
			}
		}
	}
	return total
}

// fits counts how often a learner trains, given the number of problems that one
// of its candidates, or the learner itself, has in a fold.
func fits(l *experiment.Instance, problems func(*experiment.Instance) int) int {
	total := problems(l)
	if tune := l.Host.Tune; tune != nil {
		for _, c := range tune.Candidates {
			total += tune.Divisions() * problems(c.Instance)
		}
	}
	if l.Host.Calibrate != "" {
		total *= 1 + experiment.CalibrationFolds
	}
	return total
}

// innerLevels is how deep inner folds lie within each other.
func (b *Block) innerLevels(item Item) int {
	levels := 0
	if item.Learner.Host.Tune != nil {
		levels++
	}
	if item.Learner.Host.Calibrate != "" {
		levels++
	}
	if b.Asks(item) {
		levels++
	}
	return levels
}

// Asks reports whether a reduction of an item wants to see the training rows.
func (b *Block) Asks(item Item) bool {
	return slices.ContainsFunc(item.Cells, func(c plan.Cell) bool { return b.Stage(c).Asks() })
}
