package prepare

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
)

// countFits adds the problems that the items of a block train to the plan, those
// of inner folds included. What tuning leaves open counts as if all reductions
// of an item chose the same candidate.
func (p *Prepared) countFits(b *Block) {
	for _, item := range b.Items {
		var stages []contract.Stage
		for _, c := range item.Cells {
			if c.Skipped == "" {
				stages = append(stages, c.Stage)
				p.Plan.FitsRequested += fits(item.Learner, func(*experiment.Instance) int { return c.Problems })
			}
		}
		p.Plan.FitsDistinct += fits(item.Learner, func(l *experiment.Instance) int {
			problems, _ := plan.Union(stages, l.Capabilities.Symmetric)
			return len(problems)
		})
	}
}

// fits counts how often a learner trains, given the number of problems that one
// of its candidates, or the learner itself, has in a fold.
func fits(l *experiment.Instance, problems func(*experiment.Instance) int) int {
	total := problems(l)
	if tune := l.Host.Tune; tune != nil {
		for _, c := range tune.Candidates {
			total += tune.Folds * problems(c.Learner)
		}
	}
	if l.Host.Calibrate != "" {
		total *= 1 + experiment.CalibrationFolds
	}
	return total
}

// innerLevels is how deep inner folds lie within each other.
func innerLevels(l *experiment.Instance) int {
	levels := 0
	if l.Host.Tune != nil {
		levels++
	}
	if l.Host.Calibrate != "" {
		levels++
	}
	return levels
}
