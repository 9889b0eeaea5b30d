package encode

import "github.com/manyclass/bench/framework/data"

// most returns how many features settings make of a table at most, and how many of them
// are not zero in a row.
func most(by settings, t *data.Table) (width, nonzero int) {
	if all, ok := by.(ofAll); ok {
		return all.mostOf(t)
	}
	return mostOfColumns(by, t)
}

// mostOfColumns is most for types that make features of each column by itself.
func mostOfColumns(by settings, t *data.Table) (width, nonzero int) {
	a := by.common()
	columns, _ := a.selected(t)
	var variables []variable
	for _, i := range columns {
		if t.Columns[i].Kind == data.Categorical {
			variables = append(variables, newVariable(t, i))
		}
	}
	width = len(columns) - len(variables)
	nonzero = width
	if own, ok := by.(ofNumbers); ok {
		each, used := own.mostOfNumber()
		width, nonzero = width*each, nonzero*used
	}
	if a.Indicator {
		width, nonzero = width+len(columns), nonzero+len(columns)
	}
	if a.Pairs {
		variables = append(variables, pairs(t, columns)...)
	}
	for _, v := range variables {
		each, used := by.most(v, len(t.Target.Names))
		width, nonzero = width+each, nonzero+used
	}
	return width + by.mostShared(), nonzero
}
