package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
)

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
		b.List = append(b.List, i.Errorf(mistake.CannotSolve, []any{name},
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

// linkColumns finds the learners that a reduction names for its columns. It reports those
// that cannot train one.
func (b *binder) linkColumns(i *Instance) (good bool) {
	good = true
	for _, column := range slices.Sorted(maps.Keys(i.columns)) {
		named := Pointers(b.exp.Learners, func(l *Instance) bool { return l.Name == i.columns[column] })
		if len(named) == 0 {
			continue // it has mistakes of its own
		}
		if !named[0].Capabilities.Can(contract.Binary) {
			b.List = append(b.List, i.Errorf(mistake.CannotSolve, []any{blocks.ColumnsName, column},
				fmt.Sprintf("Learner %q cannot do %s problems", named[0].Name, contract.Binary),
				"A column of reduction %q is one. Refer to a learner that can.", i.Name))
			good = false
		}
		if i.Columns == nil {
			i.Columns = map[string]*Instance{}
		}
		i.Columns[column] = named[0]
	}
	if tasks := i.Capabilities.Tasks; i.columns != nil && (len(tasks) == 0 || tasks[0] != contract.Binary) {
		b.List = append(b.List, i.Errorf(mistake.BadColumns, []any{blocks.ColumnsName},
			fmt.Sprintf("Reduction %q has no columns", i.Name),
			"Only binary problems are given to learners by their columns. Remove the attribute."))
		return false
	}
	return good
}
