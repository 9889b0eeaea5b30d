package plan

import (
	"slices"
)

// AllTables are the tables of an experiment: those that it asks for, then one for each metric
// without any, named like the metric, except metrics that are tables themselves.
func (p *Plan) AllTables() []Table {
	list := slices.Clone(p.Tables)
	for _, m := range p.Metrics {
		shown := slices.ContainsFunc(p.Tables, func(t Table) bool { return t.Metric == m.Name })
		if !shown && !m.IsTable() {
			list = append(list, Table{Name: m.Name, Metric: m.Name, Rows: []string{"dataset"}, Columns: p.DefaultColumns()})
		}
	}
	return list
}

// DefaultColumns are the axes of the columns of a table that names none: learner and
// reduction, after encoder if there are several.
func (p *Plan) DefaultColumns() []string {
	if slices.ContainsFunc(p.Cells, func(c Cell) bool { return c.Encoder != p.Cells[0].Encoder }) {
		return []string{"encoder", "learner", "reduction"}
	}
	return []string{"learner", "reduction"}
}
