package export

import (
	"encoding/csv"
	"io"
	"strconv"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

func writeCSV(w io.Writer, t Table) error {
	out := csv.NewWriter(w)
	line := lists.Map(t.Columns, func(c Column) string { return wording.Cell(c.Name) })
	if err := out.Write(line); err != nil {
		return err
	}
	for values, err := range t.Rows {
		if err != nil {
			return err
		}
		for i, v := range values {
			line[i] = csvField(v, t.Columns[i].Kind)
		}
		if err := out.Write(line); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
}

// csvField is text that no spreadsheet takes for a formula, or a number.
func csvField(v Value, k Kind) string {
	switch k {
	case Integer:
		return strconv.FormatInt(v.Integer, 10)
	case Number:
		return shortest(v.Number)
	}
	return wording.Cell(v.Text)
}

// shortest is the shortest text that reads back as v; NaN is "NaN" and there is no
// negative zero.
func shortest(v float64) string {
	if v == 0 {
		v = 0
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}
