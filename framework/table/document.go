package table

import (
	"io"

	"github.com/manyclass/bench/framework/table/sheet"
)

// Document is what is written to tables/<name>: a Grid, Confusions or Labels. CSV
// writes a whole file; errors are those of the writer.
type Document interface {
	Sheet() sheet.Sheet
	CSV(w io.Writer) error
}

var (
	_ Document = Grid{}
	_ Document = Confusions{}
	_ Document = Labels{}
)
