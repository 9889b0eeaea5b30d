// Package reader is what the reader of a format gives and gets: the columns of a
// file, and the sink that takes its rows.
package reader

import (
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/textfile"
)

// Input is a file of rows whose columns are known: what a reader of a format
// gives.
type Input struct {
	Path     string
	Attrs    []collect.Attribute
	Header   data.Place // where the columns are named; line 0 if nowhere
	Warnings []string
	// Labels returns the labels that the file itself names, nil if there are none,
	// in the line LabelsAt. It is nil for formats that cannot name any.
	Labels   func() ([]string, error)
	LabelsAt data.Place
	// Read gives every row to a sink and returns their number. It stops at the
	// first error.
	Read func(to *Sink) (rows int, err error)
	// Sample calls row for every row. The fields are valid during the call only. With
	// it the loader tells texts from numbers before it reads; it may be nil, and then
	// columns that turn out to hold texts are read twice.
	Sample func(row func(fields [][]byte) error) error
	// Weights is the column, the last one, of the weights that rows have besides their
	// values; "" if they have none.
	Weights string
	Sparse  SparseReader // a file whose rows list what is not zero, or nil
}

// SparseReader reads rows that list what is not zero.
type SparseReader interface {
	// Zeros returns the values that a row leaves out, nil for
	// those that have no value that is zero.
	Zeros() [][]byte
	// Lines gives every line with a row to a function.
	Lines(row func(at data.Place, line []byte) error) error
	// Values gives the values of such a line to a function.
	Values(line []byte, add func(index int, field []byte) error) error
}

// Sink takes the rows of a file.
type Sink struct {
	Source  source.Source
	Missing collect.Markers
	Columns []*collect.Collector
	Held    func() float64 // bytes that all columns of the table take up so far
}

// Settle moves the columns to files if the table, which takes up so many bytes, is too large to be held in memory.
func (s *Sink) Settle(bytes float64) error {
	if !mapped.Worth(bytes) {
		return nil
	}
	for _, c := range s.Columns {
		if err := c.Spill(); err != nil {
			return err
		}
	}
	return nil
}

// Declared are the columns without that of the weights that rows have besides their values.
func (in *Input) Declared() []collect.Attribute {
	if in.Weights != "" {
		return in.Attrs[:len(in.Attrs)-1]
	}
	return in.Attrs
}

// Names returns the names of the columns.
func (in *Input) Names() []string {
	return lists.Map(in.Attrs, func(a collect.Attribute) string { return a.Name })
}

// Positions returns the place of each column by its name.
func (in *Input) Positions() map[string]int {
	positions := make(map[string]int, len(in.Attrs))
	for i, a := range in.Attrs {
		positions[a.Name] = i
	}
	return positions
}

// UniqueNames checks that no two columns share a name and that names are UTF-8.
// The names are given by columns, or are in the file.
func UniqueNames(in *Input, at data.Place, given bool) error {
	seen := make(map[string]int, len(in.Attrs))
	for i, a := range in.Attrs {
		if !utf8.ValidString(a.Name) {
			return at.Errorf("the name %q of column %d is not UTF-8; write its encoding, such as encoding = \"latin1\", or "+
				"save the file in UTF-8", textfile.Shortened(a.Name), i+1)
		}
		if before, dup := seen[a.Name]; dup && a.Declared != collect.Unnamed {
			hint := HeaderHint(in)
			err := at.Errorf("columns %d and %d are both called %q%s", before+1, i+1, a.Name, hint)
			switch {
			case given:
				err = err.Of("columns", i)
			case hint != "":
				err = err.Of("header")
			}
			return err
		}
		seen[a.Name] = i
	}
	return nil
}

// HeaderHint tells what to do about a header that is none.
func HeaderHint(in *Input) string {
	if in.Header.Line == 0 {
		return ""
	}
	for _, a := range in.Attrs {
		if _, kind := notation.Parse(a.Name); kind == notation.NotNumber && a.Declared != collect.Unnamed {
			return ""
		}
	}
	return "; the file seems to have no header: write header = false"
}

// Listed is what files hold whose rows list labels and numbered features.
type Listed struct {
	Labels   *collect.Collector   // of all rows, one behind the other
	Counts   mapped.Chunks[int32] // labels of each row
	Many     bool                 // a row has several labels
	Rows     []int                // of each file
	Features data.SparseBuilder
	First    int // the number of the first feature
	Warnings []string
}

// Bytes is what the rows take up so far.
func (r *Listed) Bytes() float64 {
	return r.Features.Bytes() + r.Labels.Bytes() + float64(4*float64(r.Counts.Len()))
}
