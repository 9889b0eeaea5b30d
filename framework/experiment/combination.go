package experiment

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/plan"
)

// Incompatible says why the combination cannot be trained, or is empty: the
// learner cannot do the tasks that the reduction asks for, bench cannot do with
// its scores what the learner block says, or the reduction cannot decode them.
func (c Combination) Incompatible() string {
	for _, task := range c.tasks() {
		if !c.Learner.Capabilities.Can(task) {
			return fmt.Sprintf("learner %q cannot do the %s problems of reduction %q", c.Learner.Name, task, c.Reduction.Name)
		}
	}
	if why := c.needs(); why != "" {
		return why
	}
	if last := c.Last(); !c.Reduction.Capabilities.Takes(last.ScoreKind()) {
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
	return c.Reduction.Capabilities.GivesProbabilities(c.Last().ScoreKind())
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
	switch {
	case host.Tune != nil && host.Tune.Metric.NeedsProbabilities() && !c.GivesProbabilities():
		return fmt.Sprintf("learner %q is tuned by %q, which needs probabilities, and reduction %q gives none",
			c.Learner.Name, host.Tune.Metric.Name, c.Reduction.Name)
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
