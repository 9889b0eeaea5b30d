package compare

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/showing/columns"
)

// numbers are those of a row in the order of the columns, from statistic on.
func (r Row) numbers() []float64 {
	return []float64{r.Statistic, r.P, r.PAdjusted, r.PLeft, r.PRope, r.PRight, r.Effect, r.Low, r.High}
}

// CSV writes comparisons.csv of one comparison.
func (r *Result) CSV(w io.Writer) error { return CSV(w, []*Result{r}) }

// Columns are those of the outcomes of comparisons: one more if the experiment was sealed.
func Columns(results []*Result) columns.File {
	if slices.ContainsFunc(results, func(r *Result) bool { return r.Planned != "" }) {
		return columns.SealedComparisons
	}
	return columns.Comparisons
}

// CSV writes comparisons.csv: a row for each outcome of each comparison, with fields that
// do not apply empty.
func CSV(w io.Writer, results []*Result) error {
	out := csv.NewWriter(w)
	file := Columns(results)
	sealed := len(file.Fields) > len(columns.Comparisons.Fields)
	if err := out.Write(columns.Names(file.Fields)); err != nil {
		return err
	}
	for _, r := range results {
		for _, row := range r.Rows {
			fields := lists.Map([]string{r.Name, row.Test, row.Dataset, row.A, row.B}, wording.Cell)
			for _, v := range row.numbers() {
				fields = append(fields, field(v))
			}
			fields = append(fields, strconv.Itoa(row.N))
			if sealed {
				fields = append(fields, r.Planned)
			}
			if err := out.Write(fields); err != nil {
				return err
			}
		}
	}
	out.Flush()
	return out.Error()
}

// Fields are the columns of comparisons.csv.
func (r *Result) Fields() []columns.Field { return Columns([]*Result{r}).Fields }

// Renamed is the result with other names of datasets and methods in its rows. Names that
// are not in the maps stay.
func (r *Result) Renamed(datasets, methods map[string]string) *Result {
	in := func(names map[string]string, name string) string {
		if other, has := names[name]; has {
			return other
		}
		return name
	}
	renamed := *r
	renamed.Rows = lists.Map(r.Rows, func(row Row) Row {
		row.Dataset = in(datasets, row.Dataset)
		row.A, row.B, row.Better = in(methods, row.A), in(methods, row.B), in(methods, row.Better)
		return row
	})
	return &renamed
}

// field is the shortest text that reads back as v, "" for NaN.
func field(v float64) string {
	switch {
	case math.IsNaN(v):
		return ""
	case v == 0:
		return "0" // no negative zero
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// number is a float64 in JSON: null if it is NaN or infinite.
type number float64

func (n number) MarshalJSON() ([]byte, error) {
	if v := float64(n); !math.IsNaN(v) && !math.IsInf(v, 0) {
		return []byte(field(v)), nil
	}
	return []byte("null"), nil
}

// JSON writes everything as one object; rows have the names of comparisons.csv. Pictures are
// the files beside it that show the comparison, nil if there are none.
func (r *Result) JSON(w io.Writer, pictures []string) error {
	rows := make([]map[string]any, len(r.Rows))
	for i, row := range r.Rows {
		rows[i] = map[string]any{"test": row.Test, "dataset": row.Dataset, "a": row.A, "b": row.B, "n": row.N,
			"better": row.Better, "found": row.Found}
		for j, v := range row.numbers() {
			rows[i][columns.Comparisons.Fields[5+j].Name] = number(v)
		}
	}
	object := map[string]any{"comparison": r.Name, "tests": r.Tests, "post_hoc": r.PostHoc, "control": r.Control,
		"rope": number(r.Rope), "level": number(r.Level), "smaller_is_better": r.SmallerIsBetter,
		"datasets": r.Datasets, "methods": r.Methods, "groups": r.groupNames(), "explanation": r.Paragraph(),
		"remarks": append([]string{}, r.Remarks...), "rows": rows}
	if pictures != nil {
		object["pictures"] = pictures
	}
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	out.SetIndent("", " ")
	return out.Encode(object)
}

// groupNames are the groups of methods that are not significantly different.
func (r *Result) groupNames() [][]string {
	names := [][]string{}
	for _, group := range r.Groups {
		var list []string
		for _, j := range group {
			list = append(list, r.Methods[j])
		}
		names = append(names, list)
	}
	return names
}

// Formats are the names of what Write takes.
var Formats = []string{"text", "csv", "latex", "typst", "json"}

// Write writes the comparison in one of Formats; text fits lines of a width.
func (r *Result) Write(w io.Writer, format string, width int) error {
	switch format {
	case "text":
		return r.Text(w, width)
	case "csv":
		return r.CSV(w)
	case "latex":
		return r.LaTeX(w)
	case "typst":
		return r.Typst(w)
	case "json":
		return r.JSON(w, nil)
	}
	return fmt.Errorf("there is no format %q. %s", format, wording.Instead(format, Formats, "The formats are"))
}
