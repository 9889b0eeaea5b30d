package seal

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
)

// Status says when a comparison came into an experiment.
type Status string

// The statuses of comparisons.
const (
	AsPlanned  Status = "planned"    // as in a seal from before the first cell
	Changed    Status = "changed"    // since such a seal
	Afterwards Status = "afterwards" // not in such a seal: exploratory
)

// Kinds of what is sealed.
const (
	Comparison = "comparison"
	Table      = "table"
)

// Verdict is what a seal says of one comparison or table.
type Verdict struct {
	Kind, Name string
	Status     Status
	Changes    []string // since the seal
}

// item is a comparison or a table.
type item struct {
	kind, name, metric string
	asked              any // all that the block says
	of                 []Combination
}

// items lists comparisons, then tables.
func (s Planned) items() []item {
	var list []item
	for _, c := range s.Comparisons {
		list = append(list, item{Comparison, c.Name, c.Metric, c, s.Combinations})
	}
	for _, t := range s.Tables {
		without := map[plan.Combination]bool{}
		for _, c := range t.Without {
			c.TrainSize = 0
			without[c] = true
		}
		of := lists.Filter(s.Combinations, func(c Combination) bool { return !without[c.names()] })
		t.Without = nil // follows from where and the combinations
		list = append(list, item{Table, t.Name, t.Metric, t, of})
	}
	return list
}

// metric is the one of a name.
func (s Planned) metric(name string) metric.Spec {
	i := slices.IndexFunc(s.Metrics, func(m metric.Spec) bool { return m.Name == name })
	if i < 0 {
		return metric.Spec{}
	}
	return s.Metrics[i]
}

// Compare says what became of the comparisons of a sealed plan, and which of them are not made
// any more.
func Compare(sealed, now Planned) (verdicts []Verdict, missing []string) {
	before := sealed.items()
	find := func(list []item, i item) int {
		return slices.IndexFunc(list, func(o item) bool { return o.kind == i.kind && o.name == i.name })
	}
	after := now.items()
	for _, is := range after {
		v := Verdict{Kind: is.kind, Name: is.name, Status: Afterwards}
		if at := find(before, is); at >= 0 {
			v.Changes = changes(sealed, now, before[at], is)
			v.Status = AsPlanned
			if len(v.Changes) > 0 {
				v.Status = Changed
			}
		}
		verdicts = append(verdicts, v)
	}
	for _, was := range before {
		if find(after, was) < 0 {
			missing = append(missing, was.kind+" "+was.name)
		}
	}
	return verdicts, missing
}

// changes says how a comparison differs from what was sealed, nil if it does not.
func changes(sealed, now Planned, was, is item) []string {
	found := plan.Differences(was.asked, is.asked)
	if was.metric == is.metric {
		for _, d := range plan.Differences(sealed.metric(was.metric), now.metric(is.metric)) {
			found = append(found, "metric "+is.metric+": "+d)
		}
	}
	return append(found, combinations(sealed, now, was.of, is.of)...)
}

// combinations says how what is compared differs.
func combinations(sealed, now Planned, was, is []Combination) []string {
	found := namesChanged(was, is)
	before := map[plan.Combination]Combination{}
	for _, c := range was {
		before[c.names()] = c
	}
	old, current := sealed.plan(), now.plan()
	say := func(line string) {
		if !slices.Contains(found, line) {
			found = append(found, line)
		}
	}
	for _, c := range is {
		b, known := before[c.names()]
		if !known {
			continue
		}
		if b.Identity != c.Identity {
			for _, line := range plan.Changes(old, current, cellOf(b), cellOf(c)) {
				say(line)
			}
		}
		if b.Repeats != c.Repeats {
			say(fmt.Sprintf("dataset %s: repeats %d → %d", c.Dataset, b.Repeats, c.Repeats))
		} else if b.Folds != c.Folds && b.Identity == c.Identity {
			say(fmt.Sprintf("dataset %s: folds %d → %d", c.Dataset, b.Folds, c.Folds))
		}
	}
	return found
}

func cellOf(c Combination) plan.Cell { return plan.Cell{Identity: c.Identity, Combination: c.names()} }

// namesChanged lists the datasets, encoders, learners and reductions that are new or gone, and
// where none is how many combinations of them are.
func namesChanged(was, is []Combination) (found []string) {
	for _, axis := range []struct {
		noun string
		of   func(Combination) string
	}{
		{"dataset", func(c Combination) string { return c.Dataset }},
		{"encoder", func(c Combination) string { return c.Encoder }},
		{"learner", func(c Combination) string { return c.Learner }},
		{"reduction", func(c Combination) string { return c.Reduction }},
	} {
		before, after := distinct(lists.Map(was, axis.of)), distinct(lists.Map(is, axis.of))
		found = append(found, said(axis.noun, "new", without(after, before))...)
		found = append(found, said(axis.noun, "gone", without(before, after))...)
	}
	if len(found) > 0 {
		return found
	}
	names := func(c Combination) string { return c.names().Name() }
	before, after := lists.Map(was, names), lists.Map(is, names)
	found = append(found, said("combination", "new", without(after, before))...)
	return append(found, said("combination", "gone", without(before, after))...)
}

// said is "dataset a is new" or "datasets a and b are new", nil of none.
func said(noun, what string, names []string) []string {
	switch len(names) {
	case 0:
		return nil
	case 1:
		return []string{fmt.Sprintf("%s %s is %s", noun, names[0], what)}
	}
	return []string{fmt.Sprintf("%s %s are %s", wording.Plural(noun), wording.List(names), what)}
}

// distinct lists each name once, in order of appearance.
func distinct(names []string) []string {
	seen := map[string]bool{}
	return lists.Filter(names, func(name string) bool {
		first := !seen[name]
		seen[name] = true
		return first
	})
}

// without lists the names that are not among others.
func without(names, others []string) []string {
	among := map[string]bool{}
	for _, name := range others {
		among[name] = true
	}
	return lists.Filter(names, func(name string) bool { return !among[name] })
}

// CodeChanges says how plugins differ from those that a seal knew. Plugins that only one side
// has are told by the methods.
func CodeChanges(sealed, now []service.Origin) (lines []string) {
	for _, is := range now {
		i := slices.IndexFunc(sealed, func(o service.Origin) bool { return o.Name == is.Name })
		if i < 0 {
			continue
		}
		if found := plan.OriginChanges(sealed[i], is); len(found) > 0 {
			lines = append(lines, fmt.Sprintf("plugin %s: %s", is.Name, strings.Join(found, ", ")))
		}
	}
	return lines
}
