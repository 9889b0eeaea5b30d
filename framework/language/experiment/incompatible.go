package experiment

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
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
		if c.Reduction.Capabilities.Has(contract.TakesWeights) && !last.Capabilities.Has(contract.TakesWeights) {
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

// kindWords names kinds of score for messages.
func kindWords(kinds []contract.ScoreKind) string {
	words := map[contract.ScoreKind]string{contract.Margin: "margins", contract.LogOdds: "log-odds",
		contract.Probability: "probabilities"}
	return strings.Join(lists.Map(kinds, func(k contract.ScoreKind) string { return words[k] }), " or ")
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
	if by := c.Reduction.Host.ByProbabilities(); by != "" && !c.GivesProbabilities() {
		return fmt.Sprintf("reduction %q has %s, which needs probabilities, and gives none from the scores of learner %q",
			c.Reduction.Name, by, c.Last().Name)
	}
	return ""
}

// mixed says why the scores of the columns do not go together, or is empty: they are of
// different kinds, and the reduction compares their sizes.
func (c Combination) mixed() string {
	if len(c.Reduction.Columns) == 0 || c.Reduction.Capabilities.Has(contract.MixesScores) {
		return ""
	}
	margins, others := c.kinds()
	if len(margins) == 0 || len(others) == 0 {
		return ""
	}
	return fmt.Sprintf("reduction %q compares the sizes of scores, and its columns have margins of learner %s and "+
		"log-odds of learner %s: write calibrate = \"sigmoid\" in the learner blocks of margins, or choose a decoding of "+
		"signs alone, such as hamming with ties = \"first\"",
		c.Reduction.Name, wording.And(wording.Quoted(margins)), wording.And(wording.Quoted(others)))
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
			return fmt.Sprintf("%s %q is tuned with %s as the resource of its halving, and then nothing else can be "+
				"tuned with it",
				i.Component.Kind, i.Name, h.Resource)
		}
		if !i.Host.Tune.Alike(&tuned[0].Host.Tune.Rules) {
			return fmt.Sprintf("%s %q and %s %q are tuned together, and must be tuned by the same metric on "+
				"the same inner folds, "+
				"with the same halving",
				tuned[0].Component.Kind, tuned[0].Name, i.Component.Kind, i.Name)
		}
	}
	return ""
}
