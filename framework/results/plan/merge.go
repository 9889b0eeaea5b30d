package plan

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
)

// Merge joins the plans of an experiment's parts: one at least. Datasets,
// metrics, tables and cells come in the order of the plans, each once.
// FitsRequested counts the problems of all cells; FitsDistinct is 0, since a
// merged plan trains nothing. Names must mean the same components everywhere,
// except for the plugins: different builds may have computed different cells. A difference
// between two plans is an error, which calls the plans by names.
func Merge(plans []*Plan, names []string) (*Plan, error) {
	m := merging{plans: plans, names: names, first: map[string]firstWritten{}, merged: &Plan{
		Experiment: plans[0].Experiment, Title: plans[0].Title, Seed: plans[0].Seed,
		Provenance: Provenance{Identities: map[string]Identity{}, Parts: map[string]Part{}},
	}}
	for i := range plans {
		if m.add(i); m.err != nil {
			return nil, m.err
		}
	}
	return m.merged, nil
}

// merging is a merge under way.
type merging struct {
	plans  []*Plan
	names  []string // of the plans
	merged *Plan
	first  map[string]firstWritten // by name
	err    error                   // the first disagreement
}

// firstWritten is a thing as it is in the first plan that has it.
type firstWritten struct {
	plan int
	json string
}

// add adds a plan.
func (m *merging) add(i int) {
	p := m.plans[i]
	m.compare(i)
	if m.err != nil {
		return
	}
	for h, part := range p.Parts {
		if _, known := m.merged.Parts[h]; !known {
			m.merged.Parts[h] = part
		}
	}
	maps.Copy(m.merged.Identities, p.Identities)
	join(&m.merged.Trained, p.Trained)
	for _, d := range p.Datasets {
		described := d
		// The content and the folds count, not where they come from.
		described.SHA256, described.Splitter, described.Origin = "", nil, nil
		if m.isNew(i, "the description of dataset "+d.Name, described, nil) {
			m.merged.Datasets = append(m.merged.Datasets, d)
		}
	}
	join(&m.merged.Weights, p.Weights) // datasets of one name have one content
	for _, metric := range p.Metrics {
		if m.isNew(i, "metric "+metric.Name, metric, nil) {
			m.merged.Metrics = append(m.merged.Metrics, metric)
		}
	}
	m.outputs(i)
	m.labels(p)
	m.cells(i)
}

// join copies one map into another, which is nil as long as there is nothing to copy.
func join[V any](into *map[string]V, from map[string]V) {
	if *into == nil && from != nil {
		*into = map[string]V{}
	}
	maps.Copy(*into, from)
}

// outputs adds tables, comparisons and curves.
func (m *merging) outputs(i int) {
	for _, t := range m.plans[i].Tables {
		m.table(i, t)
	}
	for _, c := range m.plans[i].Comparisons {
		if m.isNew(i, "comparison "+c.Name, c, nil) {
			m.merged.Comparisons = append(m.merged.Comparisons, c)
		}
	}
	for _, c := range m.plans[i].Curves {
		if m.isNew(i, "curve "+c.Name, c, nil) {
			m.merged.Curves = append(m.merged.Curves, c)
		}
	}
	if s := m.plans[i].Sets; s != nil && m.isNew(i, "the conformal block", s, nil) {
		m.merged.Sets = s
	}
}

// labels adds what people read in place of names; of two for a name the first is kept.
func (m *merging) labels(p *Plan) {
	for kind, labels := range p.Labels {
		if m.merged.Labels == nil {
			m.merged.Labels = map[contract.Kind]map[string]string{}
		}
		all := maps.Clone(labels)
		maps.Copy(all, m.merged.Labels[kind])
		m.merged.Labels[kind] = all
	}
}

// table adds a table. What plans of parts leave out of it is put together: each knows of
// its own combinations only.
func (m *merging) table(i int, t Table) {
	without := t.Without
	t.Without = nil
	if m.isNew(i, "table "+t.Name, t, nil) {
		m.merged.Tables = append(m.merged.Tables, t)
	}
	for j := range m.merged.Tables {
		if at := &m.merged.Tables[j]; at.Name == t.Name {
			for _, c := range without {
				if !slices.Contains(at.Without, c) {
					at.Without = append(at.Without, c)
				}
			}
		}
	}
}

// compare checks that a plan is one of the same experiment.
func (m *merging) compare(i int) {
	p := m.plans[i]
	switch {
	case p.Experiment != m.merged.Experiment:
		m.err = fmt.Errorf("%s holds results of experiment %q, %s of %q", m.names[0], m.merged.Experiment, m.names[i],
			p.Experiment)
		return
	case len(p.Cells) > 0 && len(p.Identities) == 0:
		m.err = fmt.Errorf("%s was made by an earlier release of bench, which did not record what results depend on: run "+
			"its experiment again", m.names[i])
		return
	}
	m.isNew(i, "the seed", p.Seed, nil)
	for _, kind := range []contract.Kind{contract.KindDataset, contract.KindEncoder, contract.KindLearner,
		contract.KindReducer, contract.KindValidation} {
		for _, n := range p.Named(kind) {
			what := string(kind) + " " + n.Name
			if kind == contract.KindValidation {
				what = "the validation of dataset " + n.Name
			}
			m.isNew(i, what, n.withoutPlugins().hashes(),
				func(before int) string { return differ(m.plans[before].Named(kind), n) })
		}
	}
}

// differ says how a part differs from its namesake of another plan.
func differ(namesakes []Named, n Named) string {
	was := namesakes[slices.IndexFunc(namesakes, func(o Named) bool { return o.Name == n.Name })].withoutPlugins()
	is := n.withoutPlugins()
	var c changes
	c.part("", was.Part, is.Part)
	for _, parameter := range keys(was.Learners, is.Learners) {
		c.part(parameter, was.Learners[parameter], is.Learners[parameter])
	}
	return strings.Join(c.lines, "; ")
}

// withoutPlugins is what plans must agree on.
func (n Named) withoutPlugins() Named {
	n.Part.Plugin = nil
	n.Learners = maps.Clone(n.Learners)
	for parameter, part := range n.Learners {
		part.Plugin = nil
		n.Learners[parameter] = part
	}
	return n
}

// hashes identify parts.
func (n Named) hashes() []string {
	list := []string{n.Part.Hash()}
	for _, parameter := range slices.Sorted(maps.Keys(n.Learners)) {
		list = append(list, parameter, n.Learners[parameter].Hash())
	}
	return list
}

// cells adds the cells of a plan.
func (m *merging) cells(i int) {
	for _, c := range m.plans[i].Cells {
		name := "cell " + c.Name()
		if !m.isNew(i, name, c, func(before int) string { return m.otherwise(before, i, c) }) {
			continue
		}
		m.merged.Cells = append(m.merged.Cells, c)
		if c.Skipped == "" {
			m.merged.FitsRequested += c.Problems
		}
	}
}

// otherwise says why a cell is another one in an earlier plan.
func (m *merging) otherwise(before, now int, c Cell) string {
	cells := m.plans[before].Cells
	was := cells[slices.IndexFunc(cells, func(o Cell) bool { return o.Name() == c.Name() })]
	if was.Key == c.Key {
		return ""
	}
	return strings.Join(Changes(m.plans[before], m.plans[now], was, c), "; ")
}

// isNew reports whether a thing of this name is in no plan before. If it is, with another
// content, the plans disagree, and why may say more about it.
func (m *merging) isNew(plan int, name string, content any, why func(before int) string) bool {
	b, err := json.Marshal(content)
	if err != nil {
		panic(fmt.Sprintf("plan: %s: %v", name, err))
	}
	before, known := m.first[name]
	if !known {
		m.first[name] = firstWritten{plan, string(b)}
		return true
	}
	if before.json == string(b) || m.err != nil {
		return false
	}
	m.err = fmt.Errorf("%s is not the same in %s and %s", name, m.names[before.plan], m.names[plan])
	if why != nil {
		if more := why(before.plan); more != "" {
			m.err = fmt.Errorf("%w: %s", m.err, more)
		}
	}
	return false
}
