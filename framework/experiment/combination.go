package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/plan"
)

// Incompatible says why the combination cannot be trained, or is empty: the
// learner cannot do the tasks that the reduction asks for, bench cannot do with
// its scores what the learner block says, the reduction cannot decode them or weighs rows
// for a learner that takes no weights, or what is tuned cannot be tuned together.
func (c Combination) Incompatible() string {
	for _, each := range c.candidates() {
		if why := each.incompatible(); why != "" {
			return why
		}
	}
	return c.tunedApart()
}

// candidates are the combination with each candidate of its reduction.
func (c Combination) candidates() []Combination {
	return lists.Map(c.Reduction.Trained(), func(candidate *Instance) Combination {
		each := c
		each.Reduction = candidate
		return each
	})
}

func (c Combination) incompatible() string {
	for _, task := range c.tasks() {
		if !c.Learner.Capabilities.Can(task) {
			return fmt.Sprintf("learner %q cannot do the %s problems of reduction %q", c.Learner.Name, task, c.Reduction.Name)
		}
	}
	if why := c.needs(); why != "" {
		return why
	}
	if why := c.mixed(); why != "" {
		return why
	}
	for _, last := range c.scorers() {
		if c.Reduction.Capabilities.Weights && !last.Capabilities.Weights {
			return fmt.Sprintf("reduction %q weighs rows, and learner %q takes no row weights", c.Reduction.Name, last.Name)
		}
		if c.Reduction.Capabilities.Takes(last.ScoreKind()) {
			continue
		}
		return fmt.Sprintf("reduction %q decodes %s, and learner %q gives %s: write calibrate = \"sigmoid\" in the "+
			"learner block, or choose another decoding",
			c.Reduction.Name, kindWords(c.Reduction.Capabilities.Needs), last.Name,
			kindWords([]contract.ScoreKind{last.ScoreKind()}))
	}
	return ""
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

// kindWords names kinds of score for messages.
func kindWords(kinds []contract.ScoreKind) string {
	words := map[contract.ScoreKind]string{contract.Margin: "margins", contract.LogOdds: "log-odds",
		contract.Probability: "probabilities"}
	return strings.Join(lists.Map(kinds, func(k contract.ScoreKind) string { return words[k] }), " or ")
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
	return slices.ContainsFunc(c.candidates(), func(each Combination) bool { return each.Last().ScoreKind() == contract.Margin })
}

// needs says what a combination lacks for what bench is to do with its learner,
// or is empty.
func (c Combination) needs() string {
	host := c.Learner.Host
	for _, task := range c.tasks() {
		if host.Calibrate != "" && task != contract.Binary {
			return fmt.Sprintf("learner %q calibrates binary problems, and reduction %q asks for %s ones", c.Learner.Name,
				c.Reduction.Name, task)
		}
	}
	if c.Reduction.Host.LeastCost && !c.GivesProbabilities() {
		return fmt.Sprintf("reduction %q has predict = \"cost\", which needs probabilities, and gives none from the scores of "+
			"learner %q", c.Reduction.Name, c.Last().Name)
	}
	return ""
}

// Tuned lists the parts of the combination that are tuned: encoder, learner,
// reduction. Those of an experiment with mistakes may be missing.
func (c Combination) Tuned() []*Instance {
	return lists.Filter([]*Instance{c.Encoder, c.Learner, c.Reduction},
		func(i *Instance) bool { return i != nil && i.Host.Tune != nil })
}

// tunedApart says why what is tuned of the combination cannot be, or is empty: the
// metric has no value, or the parts are to be tuned in different ways.
func (c Combination) tunedApart() string {
	tuned := c.Tuned()
	for _, i := range tuned {
		if by := i.Host.Tune.Metric; by.NeedsProbabilities() && !c.GivesProbabilities() {
			return fmt.Sprintf("%s %q is tuned by %q, which needs probabilities, and reduction %q gives none",
				i.Component.Kind, i.Name, by.Name, c.Reduction.Name)
		}
		if h := i.Host.Tune.Halving; h.Called() != "" && len(tuned) > 1 {
			return fmt.Sprintf("%s %q is tuned with %s as the resource of its halving, and then nothing else can be tuned with it",
				i.Component.Kind, i.Name, h.Resource)
		}
		if !i.Host.Tune.alike(tuned[0].Host.Tune) {
			return fmt.Sprintf("%s %q and %s %q are tuned together, and must be by the same metric on the same inner folds, with the same halving",
				tuned[0].Component.Kind, tuned[0].Name, i.Component.Kind, i.Name)
		}
	}
	return ""
}

// Last is the learner whose scores a combination's reduction decodes: that of its
// last stage.
func (c Combination) Last() *Instance {
	if name := c.Reduction.lastReference(); name != "" {
		return c.Reduction.Learners[name]
	}
	return c.Learner
}

// lastReference is the last parameter of a reduction by which it refers to a
// learner, or "".
func (i *Instance) lastReference() string {
	name := ""
	for _, p := range i.Component.Params {
		if i.Learners[p.Name] != nil {
			name = p.Name
		}
	}
	return name
}

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
