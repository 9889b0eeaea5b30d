package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
)

// What a learner inside a reduction is for.
const (
	forStage   = false // a stage: bench does nothing with its scores
	forColumns = true  // columns of the first stage: they may be calibrated
)

// secondLearner decodes a reference to a learner block as the name of its only
// variant.
func (b *binder) secondLearner(v cty.Value, expr hclsyntax.Expression, columns bool) (any, bool) {
	block, ok := b.referenceValue(v, string(contract.KindLearner), expr.Range())
	if !ok {
		return nil, false
	}
	variants := Pointers(b.exp.Learners, func(i *Instance) bool { return i.Block == block })
	if len(variants) == 0 {
		return nil, false // it has mistakes of its own
	}
	if len(variants) > 1 {
		b.Errorf(expr.Range(), fmt.Sprintf("Learner %q has %d variants", block, len(variants)),
			"A reduction refers to one learner. Write a learner block without grid() for it; to compare several, write "+
				"grid(learner.NAME, learner.NAME) here.")
		return nil, false
	}
	setting := ""
	switch host := variants[0].Host; {
	case host.Tune != nil:
		setting = "tune"
	case host.Calibrate != "" && !columns:
		setting = "calibrate"
	}
	if setting != "" {
		b.Errorf(expr.Range(), fmt.Sprintf("Learner %q cannot be used inside a reduction", block),
			"%s is not supported for a learner inside a reduction. Write a learner block without it.", setting)
		return nil, false
	}
	return variants[0].Name, true
}

// linked finds the learners that the variants of a reduction refer to, and
// returns the variants whose learners can do what is asked of them.
func (b *binder) linked(reductions []Instance) []Instance {
	var clean []Instance
	for _, i := range reductions {
		i.Learners = b.learnersOf(i)
		if !b.linkColumns(&i) {
			continue
		}
		name, tasks := i.lastReference(), i.Capabilities.Tasks
		if name == "" || len(tasks) == 0 || i.Learners[name].Capabilities.Can(tasks[len(tasks)-1]) {
			clean = append(clean, i)
			continue
		}
		task := tasks[len(tasks)-1]
		b.List = append(b.List, i.Errorf([]any{name},
			fmt.Sprintf("Learner %q cannot do %s problems", i.Learners[name].Name, task),
			"The last stage of reduction %q asks for one. Refer to a learner that can.", i.Name))
	}
	b.partial = b.partial || len(clean) < len(reductions)
	return clean
}

// learnersOf returns the learners that a reduction refers to, by parameter; nil
// if there are none.
func (b *binder) learnersOf(i Instance) map[string]*Instance {
	var found map[string]*Instance
	for _, p := range i.Component.Params {
		if p.Type != contract.LearnerType {
			continue
		}
		name := i.Values()[p.Name]
		named := Pointers(b.exp.Learners, func(l *Instance) bool { return l.Name == name })
		if len(named) == 0 {
			continue
		}
		if found == nil {
			found = map[string]*Instance{}
		}
		found[p.Name] = named[0]
	}
	return found
}

// References are the learners that a reduction refers to, by parameter; where the parameter
// is tuned, by parameter and name of the learner: "learner=forest".
func (i *Instance) References() map[string]*Instance {
	all := map[string]*Instance{}
	for _, candidate := range i.Trained() {
		for name, learner := range candidate.Learners {
			if i.Host.Tune != nil && slices.Contains(i.Host.Tune.Parameters, name) {
				name += "=" + learner.Name
			}
			all[name] = learner
		}
		for column, learner := range candidate.Columns {
			all[plan.ColumnParameter(column)] = learner
		}
	}
	return all
}

// withinReductions lists the learner blocks that reductions among some blocks
// refer to.
func (b *binder) withinReductions(used map[string]bool) map[string]bool {
	blocks := map[string]bool{}
	for _, r := range b.exp.Reductions {
		if used[r.Block] {
			for l := range maps.Values(r.References()) {
				blocks[l.Block] = true
			}
		}
	}
	return blocks
}
