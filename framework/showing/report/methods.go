package report

import (
	"io"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/showing/methods"
	"github.com/manyclass/bench/framework/showing/table"
)

// methodsView says how the results were measured.
type methodsView struct {
	Text  []string // paragraphs; nil if the plan does not say
	Names []methods.Meaning
	files methods.Text // Text for files
}

// The files for the section on methods of a paper.
const (
	methodsText   = "methods.txt"
	methodsLaTeX  = "methods.tex"
	methodsBibTeX = "methods.bib"
)

// newMethodsView says in paragraphs what was run and which tests were made.
func newMethodsView(in Input, t tables) methodsView {
	text := methods.Of(methods.Input{Input: in.Input, Manifest: in.Manifest, Seal: in.Seal, Tests: t.tested(in.Plan)})
	return methodsView{text.Paragraphs(), methods.Names(in.Plan.Main()), text}
}

// writeMethods writes the paragraphs for papers, and removes those of an earlier report if there is nothing to say.
func (f *folder) writeMethods(text methods.Text) error {
	for _, file := range []struct {
		name  string
		write func(io.Writer) error
	}{{methodsText, text.Plain}, {methodsLaTeX, text.LaTeX}, {methodsBibTeX, text.BibTeX}} {
		var err error
		if text.Empty() {
			err = removeFile(filepath.Join(f.dir, file.name))
		} else {
			err = f.write(file.name, file.write)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// tested are the tests that were made for tables and comparisons.
func (t tables) tested(p *plan.Plan) []methods.Test {
	var all []methods.Test
	adjusted := map[string]bool{}
	for _, asked := range p.AllTables() {
		adjusted[asked.Name] = asked.Correction != ""
	}
	for _, g := range t.grids {
		all = append(all, gridTests(g, adjusted[g.Name])...)
	}
	for _, r := range t.compared {
		of := methods.Test{Of: "comparison", Name: r.Name, Metric: r.Measure, Level: r.Level}
		for _, row := range r.Rows {
			if row.Made() && !slices.Contains(of.Tests, row.Test) {
				of.Tests = append(of.Tests, row.Test)
			}
		}
		if r.Control != "" {
			of.Against = []string{r.Control}
		}
		if len(of.Tests) > 0 {
			all = append(all, of)
		}
	}
	return all
}

// gridTests are the tests of a table: of its columns over datasets, and against its baselines.
func gridTests(g table.Grid, adjusted bool) (all []methods.Test) {
	of := methods.Test{Of: "table", Name: g.Name, Metric: g.Metric, Level: table.Level}
	if g.Statistics != nil {
		ranks := of
		ranks.Tests = g.Statistics.Tests()
		if c := g.Statistics.Control; c >= 0 {
			ranks.Against = []string{g.Statistics.Columns[c]}
		}
		all = append(all, ranks)
	}
	for i, against := range g.Baselines {
		if i < len(g.WinTieLoss) && g.WinTieLoss[i] != nil {
			of.Against = append(of.Against, against)
		}
	}
	if len(of.Against) == 0 {
		return all
	}
	of.Tests, of.Adjustment = []string{"corrected_t"}, "; p-values were not adjusted for the number of comparisons"
	if adjusted {
		of.Adjustment = "; p-values were adjusted by Holm's procedure within each row"
	}
	return append(all, of)
}
