package export

import (
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/plan"
)

// Variants is the table of variants.csv: one row for each parameter in which
// variants differ and name that has it, with columns
//
//	kind,name,parameter,value
//
// Text stands as it is; lists and objects are JSON. It goes with every table that
// names datasets, encoders, learners and reductions.
func Variants(p *plan.Plan) Table {
	return Table{schema("kind name parameter value"), func(yield func([]Value, error) bool) {
		for _, a := range p.Axes() {
			for _, name := range slices.Sorted(maps.Keys(a.Values)) {
				var r row
				r.text(string(a.Kind), name, a.Parameter, formatValue(a.Values[name]))
				if !yield(r, nil) {
					return
				}
			}
		}
	}}
}
