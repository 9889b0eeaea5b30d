package score

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// constant is the learner that is there to predict one class.
const constant = "majority"

// onlyClass is the class that a cell predicts for every test row, "" if it predicts
// several, if the rows have no other, or if its learner is meant to.
func (in Input) onlyClass(c *Cell, p *store.Predictions, t target.Target) string {
	if p == nil || p.MultiLabel || len(p.Rows) == 0 {
		return ""
	}
	if in.Plan.Parts[in.Plan.Identities[c.Identity].Learner].Type == constant {
		return ""
	}
	only := p.Predicted.Class[0]
	other := func(k int) bool { return k != only }
	if slices.ContainsFunc(p.Predicted.Class, other) || !severalClasses(p.Truth.Class) {
		return ""
	}
	return t.Names[only]
}

func severalClasses(classes []int) bool {
	return slices.ContainsFunc(classes, func(k int) bool { return k != classes[0] })
}

// mostOfOne is how many combinations that predict one class are named.
const mostOfOne = 5

// OneClassRemark names the combinations of scores that predict one class for every test
// row of a fold although these have others, "" if there are none.
func OneClassRemark(rows []Row) string {
	type place struct{ repeat, fold int }
	type folds struct {
		all, one map[place]bool
	}
	var of grouped.By[plan.Combination, folds]
	encoders := map[string]bool{}
	for _, r := range rows {
		encoders[r.Encoder] = true
		f := of.At(r.Combination)
		if f.all == nil {
			f.all, f.one = map[place]bool{}, map[place]bool{}
		}
		at := place{r.Repeat, r.Fold}
		f.all[at] = true
		if r.OnlyClass != "" {
			f.one[at] = true
		}
	}
	var names []string
	for c, f := range of.All() {
		if len(f.one) == 0 {
			continue
		}
		name := c.Learner + "/" + c.Reduction
		if len(encoders) > 1 {
			name = c.Encoder + "/" + name
		}
		names = append(names, fmt.Sprintf("%s on %s (%d of %s)", name, c.Division(), len(f.one),
			wording.Count(len(f.all), "fold")))
	}
	if names == nil {
		return ""
	}
	return fmt.Sprintf("One class is predicted for every test row of a fold, although these have others: %s.",
		wording.First(names, mostOfOne))
}
