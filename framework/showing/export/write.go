package export

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
)

// Write writes a table. The same table has the same bytes, always. Memory does
// not grow with the number of rows. It panics if two columns have one name or
// the format is not one of Formats.
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
	if slices.Contains(Formats(), Format(name)) {
		return Format(name), nil
	}
	names := lists.Map(Formats(), func(f Format) string { return string(f) })
	return "", fmt.Errorf("the format %q is unknown; the formats are %s", name, strings.Join(names, ", "))
}
