package table

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/columns"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// Document is what is written to tables/<name>: a Grid, Confusions or Labels. CSV
// writes a whole file; errors are those of the writer.
type Document interface {
	Sheet() sheet.Sheet
	CSV(w io.Writer) error
	Fields() []columns.Field // those of the CSV file
}

var (
	_ Document = Grid{}
	_ Document = Confusions{}
	_ Document = Labels{}
)

// Build makes a table from the scores of a plan. Empty t.Rows mean dataset,
// empty t.Columns learner and reduction, with encoder before them if there are
// several. Rows and columns are in the order in which the plan first names them; those
// of settings are sorted by axes, so that what shares the first ones is together.
func Build(t plan.Table, rows []score.Row, p *plan.Plan) Grid {
	g := Grid{Name: t.Name, Metric: t.Metric, RowAxes: t.Rows, ColumnAxes: t.Columns, print: t.Print}
	g.Average = t.Average
	spec, ok := findMetric(p, t.Metric)
	if !ok {
		g.Remarks = []string{fmt.Sprintf("The experiment has no metric %q.", t.Metric)}
		return g
	}
	if spec.IsTable() {
		g.Remarks = []string{fmt.Sprintf("The metric %q is a table of its own.", t.Metric)}
		return g
	}
	g.SmallerIsBetter = spec.SmallerIsBetter()
	if len(g.RowAxes) == 0 {
		g.RowAxes = []string{"dataset"}
	}
	if len(g.ColumnAxes) == 0 {
		g.ColumnAxes = p.DefaultColumns()
	}
	if spec.PerClass() {
		g.RowAxes = append(slices.Clone(g.RowAxes), "class")
	}
	g.axes = coordinatesOf(p, g.RowAxes, g.ColumnAxes, g.Average)
	list := g.suited(g.chosen(t, score.Planned(p, spec, rows)))
	groups := g.arrange(list)
	g.imply(groups)
	g.fill(groups)
	g.remarkOnPooled(groups)
	for _, remark := range []string{foldsRemark(list), score.PartRemark(list), score.OneClassRemark(list)} {
		if remark != "" {
			g.Remarks = append(g.Remarks, remark)
		}
	}
	g.markBest(groups)
	c := g.contest(groups, t.Missing)
	g.average(c, t.Missing)
	g.compare(t, groups)
	g.compareOver(c)
	return g
}

func findMetric(p *plan.Plan, name string) (metric.Spec, bool) {
	for _, m := range p.Metrics {
		if m.Name == name && m.Check() == nil {
			return m, true
		}
	}
	return metric.Spec{}, false
}

// chosen leaves out what the table's expression does, and says so.
func (g *Grid) chosen(t plan.Table, list []score.Row) []score.Row {
	if t.Where == "" {
		return list
	}
	without := map[plan.Combination]bool{}
	for _, c := range t.Without {
		without[c] = true
	}
	kept := slices.DeleteFunc(list, func(s score.Row) bool { return without[s.Combination] })
	if len(kept) == 0 {
		g.Remarks = append(g.Remarks, fmt.Sprintf("No combination satisfies where = %s.", t.Where))
	}
	return kept
}

// suited leaves out the datasets whose kind of target the metric is not for, unless
// it is for none.
func (g *Grid) suited(list []score.Row) []score.Row {
	other := func(s score.Row) bool { return s.Without == score.OtherTarget }
	n := lists.Count(list, other)
	if n == 0 || n == len(list) {
		return list
	}
	others := lists.Filter(list, other)
	kept := slices.DeleteFunc(list, other)
	g.Remarks = append(g.Remarks, "The metric does not apply to the kind of target of: "+
		strings.Join(g.members(others, "dataset"), ", ")+".")
	return kept
}

// arrange names the rows and columns and returns the slots of each entry.
func (g *Grid) arrange(list []score.Row) [][][]score.Row {
	rows, columns := g.axes.number(list, g.RowAxes), g.axes.number(list, g.ColumnAxes)
	g.Rows, g.axes.namedRows, g.axes.rows = rows.labels, rows.names, rows.parts
	g.Columns, g.axes.namedColumns, g.axes.columns = columns.labels, columns.names, columns.parts
	at := make([][2]int, len(list))
	for n := range list {
		at[n] = [2]int{rows.of[n], columns.of[n]}
	}
	groups := lists.Table[[]score.Row](len(g.Rows), len(g.Columns))
	sizes := lists.Table[int](len(g.Rows), len(g.Columns))
	for _, of := range at {
		sizes[of[0]][of[1]]++
	}
	for n, s := range list {
		group := &groups[at[n][0]][at[n][1]]
		if *group == nil {
			*group = make([]score.Row, 0, sizes[at[n][0]][at[n][1]])
		}
		*group = append(*group, s)
	}
	return groups
}

// fill computes the entries and their footnotes.
func (g *Grid) fill(groups [][][]score.Row) {
	g.Entries = make([][]Entry, len(groups))
	for i, row := range groups {
		g.Entries[i] = make([]Entry, len(row))
		averaged := g.averagedIn(row)
		for j, group := range row {
			e := Entry{Summary: score.SummaryOf(g.valuesOf(group)), Interval: g.interval(group)}
			for _, text := range append(g.notesOn(group), g.notesOnLacks(averaged, group)...) {
				e.Notes = append(e.Notes, g.note(text))
			}
			g.Entries[i][j] = e
		}
	}
	for _, axis := range axes {
		if slices.ContainsFunc(slices.Concat(groups...),
			func(group []score.Row) bool { return slices.Contains(g.hidden(group), axis) }) {
			g.Hidden = append(g.Hidden, axis)
		}
	}
}
