package export

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/wording"
)

// HasTuned reports whether a parameter of some cell was tuned.
func HasTuned(cells []score.Cell) bool {
	return slices.ContainsFunc(cells, func(c score.Cell) bool { return c.Result != nil && len(c.Result.Tuned) > 0 })
}

// WriteTuned writes tuned.csv: one line per cell of a tuned learner and
// parameter, cells in plan order, parameters by name, with the value that was
// chosen:
//
//	dataset,encoder,learner,reduction,repeat,fold,parameter,value
//
// Text stands as it is; lists and objects are JSON.
func WriteTuned(w io.Writer, cells []score.Cell) error {
	lines := [][]string{{"dataset", "encoder", "learner", "reduction", "repeat", "fold", "parameter", "value"}}
	for _, c := range cells {
		if c.Result == nil {
			continue
		}
		for _, name := range slices.Sorted(maps.Keys(c.Result.Tuned)) {
			lines = append(lines, []string{
				wording.Cell(c.Dataset), wording.Cell(c.Encoder), wording.Cell(c.Learner),
				wording.Cell(c.Reduction),
				strconv.Itoa(c.Repeat), strconv.Itoa(c.Fold), wording.Cell(name),
				wording.Cell(formatValue(c.Result.Tuned[name])),
			})
		}
	}
	return csv.NewWriter(w).WriteAll(lines)
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
