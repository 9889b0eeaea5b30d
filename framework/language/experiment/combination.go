package experiment

import (
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
)

// Combination is one dataset, encoder, learner and reduction to cross-validate.
type Combination struct {
	Dataset, Encoder, Learner, Reduction *Instance
}

// Names are what plans and tables call its parts.
func (c Combination) Names() plan.Combination {
	return plan.Combination{
		Dataset: c.Dataset.Name, Encoder: c.Encoder.Name, Learner: c.Learner.Name, Reduction: c.Reduction.Name,
	}
}

// on returns the combination's instance of a kind.
func (c Combination) on(kind contract.Kind) *Instance {
	switch kind {
	case contract.KindDataset:
		return c.Dataset
	case contract.KindEncoder:
		return c.Encoder
	case contract.KindLearner:
		return c.Learner
	}
	return c.Reduction
}

// Last is the learner whose scores a combination's reduction decodes: that of its
// last stage.
func (c Combination) Last() *Instance {
	if name := c.Reduction.lastReference(); name != "" {
		return c.Reduction.Learners[name]
	}
	return c.Learner
}

// ColumnLearners are those that train columns of the reduction, the cell's own first.
func (c Combination) ColumnLearners() []*Instance {
	all := []*Instance{c.Learner}
	for _, name := range slices.Sorted(maps.Keys(c.Reduction.Columns)) {
		if l := c.Reduction.Columns[name]; !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return all
}

// scorers are the learners whose scores the reduction decodes.
func (c Combination) scorers() []*Instance {
	if last := c.Last(); last != c.Learner || len(c.Reduction.Columns) == 0 {
		return []*Instance{last}
	}
	return c.ColumnLearners()
}

// kinds are the names of the learners of the columns that give margins, and of the others.
func (c Combination) kinds() (margins, others []string) {
	for _, l := range c.ColumnLearners() {
		if l.ScoreKind() == contract.Margin {
			margins = append(margins, l.Name)
		} else {
			others = append(others, l.Name)
		}
	}
	return margins, others
}

// tasks are the tasks that the combination's own learner is known to get: that of
// the first stage, and that of the last unless another learner does it.
func (c Combination) tasks() []contract.Task {
	tasks := c.Reduction.Capabilities.Tasks
	switch {
	case len(tasks) < 2:
		return tasks
	case c.Last() != c.Learner:
		return tasks[:1]
	}
	return []contract.Task{tasks[0], tasks[len(tasks)-1]}
}

// candidates are the combination with each candidate of its reduction.
func (c Combination) candidates() []Combination {
	return lists.Map(c.Reduction.Trained(), func(candidate *Instance) Combination {
		each := c
		each.Reduction = candidate
		return each
	})
}

// Tuned lists the parts of the combination that are tuned: encoder, learner,
// reduction. Those of an experiment with mistakes may be missing.
func (c Combination) Tuned() []*Instance {
	return lists.Filter([]*Instance{c.Encoder, c.Learner, c.Reduction},
		func(i *Instance) bool { return i != nil && i.Host.Tune != nil })
}

// GivesProbabilities reports whether the reduction gives class probabilities
// from the scores of the learner.
func (c Combination) GivesProbabilities() bool {
	return !slices.ContainsFunc(c.candidates(), func(each Combination) bool {
		return slices.ContainsFunc(each.scorers(), func(l *Instance) bool {
			return !each.Reduction.Capabilities.GivesProbabilities(l.ScoreKind())
		})
	})
}

// FromMargins reports whether some candidate of the reduction decodes margins.
func (c Combination) FromMargins() bool {
	return slices.ContainsFunc(c.candidates(), func(each Combination) bool {
		return each.Last().ScoreKind() == contract.Margin
	})
}
