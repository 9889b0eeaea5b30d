package export

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/score"
)

// HasTuned reports whether a parameter of some cell was tuned.
func HasTuned(cells []score.Cell) bool {
	return slices.ContainsFunc(cells, func(c score.Cell) bool { return c.Result != nil && len(c.Result.Tuned) > 0 })
}

// Tuned is the table of tuned.csv: one row per cell of a tuned learner and
// parameter, cells in plan order, parameters by name, with the value that was
// chosen. Text stands as it is; lists and objects are JSON.
func Tuned(cells []score.Cell) Table {
	return Table{schema(cellColumns + "parameter value"), func(yield func([]Value, error) bool) {
		for _, c := range cells {
			if c.Result == nil {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(c.Result.Tuned)) {
				var r row
				r.cell(c.Cell)
				if r.text(name, formatValue(c.Result.Tuned[name])); !yield(r, nil) {
					return
				}
			}
		}
	}}
}

// formatValue writes what a configuration can hold.
func formatValue(v any) string {
	switch v := v.(type) {
	case float64:
		return shortest(v)
	case string:
		return v
	}
	b, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("export: value %v: %v", v, err))
	}
	return string(b)
}
