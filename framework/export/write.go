package export

import (
	"fmt"
	"io"
	"strings"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
)

// Write writes a table. The same table has the same bytes, always. Memory does
// not grow with the number of rows. It panics if two columns have one name or
// the format is none of Formats.
func Write(w io.Writer, t Table, f Format) error {
	seen := map[string]bool{}
	for _, c := range t.Columns {
		if seen[c.Name] {
			panic(fmt.Sprintf("export: two columns are called %q", c.Name))
		}
		seen[c.Name] = true
	}
	switch f {
	case CSV:
		return writeCSV(w, t)
	case JSON:
		return writeJSON(w, t)
	case Parquet:
		return writeParquet(w, t)
	}
	panic(fmt.Sprintf("export: unknown format %q", f))
}

// Format is a file format.
type Format string

// The formats.
//
// CSV has a header line and follows RFC 4180, with line breaks of one character.
// Numbers have the shortest text that reads back as the same number; NaN and the
// infinities are NaN, +Inf and -Inf.
//
// JSON is a list of objects, one a line, keys in column order. JSON has no NaN
// and no infinity: both are null.
//
// Parquet has one required column for each of the table's: a string with a
// dictionary, an int64 or a double, which keeps NaN and the infinities; Snappy
// compresses the pages.
const (
	CSV     Format = "csv"
	JSON    Format = "json"
	Parquet Format = "parquet"
)

// Formats lists the formats.
func Formats() []Format { return []Format{CSV, JSON, Parquet} }

// ParseFormat returns the format of a name, or an error that lists the names.
func ParseFormat(name string) (Format, error) {
	var names []string
	for _, f := range Formats() {
		if name == string(f) {
			return f, nil
		}
		names = append(names, string(f))
	}
	return "", fmt.Errorf("the format %q is unknown; the formats are %s", name, strings.Join(names, ", "))
}

// WriteScores writes scores.csv; see Scores.
func WriteScores(w io.Writer, rows []score.Row) error { return Write(w, Scores(rows), CSV) }

// WriteCells writes cells.csv; see Cells.
func WriteCells(w io.Writer, in score.Input) error { return Write(w, Cells(in), CSV) }

// WriteSummary writes summary.csv; see Summary.
func WriteSummary(w io.Writer, groups []score.Group) error { return Write(w, Summary(groups), CSV) }

// WritePredictions writes the predictions of the cells that keep accepts as CSV;
// see Predictions.
func WritePredictions(w io.Writer, in score.Input, keep func(plan.Cell) bool) error {
	return Write(w, Predictions(in, keep), CSV)
}

// WriteBinary writes binary.csv; see Binary.
func WriteBinary(w io.Writer, cells []score.Cell) error { return Write(w, Binary(cells), CSV) }

// WriteDecoding writes decoding.csv; see Decoding.
func WriteDecoding(w io.Writer, cells []score.Cell) error {
	return Write(w, Decoding(cells), CSV)
}
