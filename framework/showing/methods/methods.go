// Package methods writes the paragraphs on methods for a paper: as text, in LaTeX and as the report page has them. Each
// sentence comes from what was run: from cells that are ok, the tests that were made, and what the manifest recorded.
package methods

import (
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/cite"
)

// Of writes the paragraphs; without any of a plan that does not say how it was evaluated, as of earlier releases, and
// where no cell is ok.
func Of(in Input) Text {
	w := &writer{Input: in}
	w.ok = lists.Filter(in.Cells, func(c score.Cell) bool { return c.Status() == store.OK })
	w.ran = ran(in.Plan, w.ok)
	if len(w.ok) == 0 || len(w.ran.Named(contract.KindValidation)) == 0 {
		return Text{}
	}
	var tests []string
	for _, t := range in.Tests {
		tests = append(tests, t.Tests...)
	}
	w.list = cite.Of(w.ran, in.Manifest.Bench.Version, tests)
	for _, paragraph := range []func(){w.data, w.compared, w.measured, w.computed} {
		paragraph()
		w.paragraphs = append(w.paragraphs, strings.Join(w.sentences, " "))
		w.sentences = nil
	}
	w.sources = w.list.Sources(w.order())
	return w.Text
}

// ran is the plan of the cells that are ok, with the parts that they were made of.
func ran(p *plan.Plan, ok []score.Cell) *plan.Plan {
	r := *p
	r.Cells = lists.Map(ok, func(c score.Cell) plan.Cell { return c.Cell })
	r.Identities, r.Parts = map[string]plan.Identity{}, map[string]plan.Part{}
	datasets := map[string]bool{}
	for _, c := range r.Cells {
		i, known := p.Identities[c.Identity]
		datasets[c.Dataset] = true
		if !known {
			continue
		}
		r.Identities[c.Identity] = i
		for _, hash := range i.Parts() {
			r.Parts[hash] = p.Parts[hash]
		}
	}
	for hash, part := range p.Parts {
		if part.Kind == contract.KindMetric {
			r.Parts[hash] = part
		}
	}
	r.Datasets = lists.Filter(p.Datasets, func(d plan.Dataset) bool { return datasets[d.Name] })
	return &r
}
