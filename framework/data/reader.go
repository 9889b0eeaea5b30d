package data

import "unicode/utf8"

// input is a file of rows whose columns are known: what a reader of a format
// gives.
type input struct {
	path     string
	attrs    []attribute
	header   place // where the columns are named; line 0 if nowhere
	warnings []string
	// labels returns the labels that the file itself names, nil if there are none,
	// in the line labelsAt. It is nil for formats that cannot name any.
	labels   func() ([]string, error)
	labelsAt place
	// read gives every row to a sink and returns their number. It stops at the
	// first error.
	read func(to *sink) (rows int, err error)
	// sample calls row for every row. The fields are valid during the call only.
	sample func(row func(fields [][]byte) error) error
	sparse sparseReader // a file whose rows list what is not zero, or nil
}

// sparseReader reads rows that list what is not zero.
type sparseReader interface {
	// zeros returns what stands for the values that a row leaves out, nil for
	// those that have no value that is zero.
	zeros() [][]byte
	// lines gives every line with a row to a function.
	lines(row func(at place, line []byte) error) error
	// values gives the values of such a line to a function.
	values(line []byte, add func(index int, field []byte) error) error
}

// sink takes the rows of a file.
type sink struct {
	source  Source
	missing markers
	columns []*collector
	held    func() float64 // bytes that all columns of the table take up so far
}

// names returns the names of the columns.
func (in *input) names() []string {
	names := make([]string, len(in.attrs))
	for i, a := range in.attrs {
		names[i] = a.name
	}
	return names
}

// positions returns the place of each column by its name.
func (in *input) positions() map[string]int {
	positions := make(map[string]int, len(in.attrs))
	for i, a := range in.attrs {
		positions[a.name] = i
	}
	return positions
}

// uniqueNames checks that no two columns share a name and that names are UTF-8.
// The names are given by columns, or stand in the file.
func uniqueNames(in *input, at place, given bool) error {
	seen := make(map[string]int, len(in.attrs))
	for i, a := range in.attrs {
		if !utf8.ValidString(a.name) {
			return at.errorf("the name %q of column %d is not UTF-8; write its encoding, such as encoding = \"latin1\", or save the file in UTF-8", shortened(a.name), i+1)
		}
		if before, dup := seen[a.name]; dup && a.declared != unnamed {
			hint := headerHint(in)
			err := at.errorf("columns %d and %d are both called %q%s", before+1, i+1, a.name, hint)
			switch {
			case given:
				err = err.of("columns", i)
			case hint != "":
				err = err.of("header")
			}
			return err
		}
		seen[a.name] = i
	}
	return nil
}

// headerHint tells what to do about a header that is none.
func headerHint(in *input) string {
	if in.header.line == 0 {
		return ""
	}
	for _, a := range in.attrs {
		if _, kind := parseNumber(a.name); kind == notNumber && a.declared != unnamed {
			return ""
		}
	}
	return "; the file seems to have no header: write header = false"
}

// listed is what files hold whose rows list labels and numbered features.
type listed struct {
	labels   *collector    // of all rows, one behind the other
	counts   chunks[int32] // labels of each row
	many     bool          // a row has several labels
	rows     []int         // of each file
	features csrBuilder
	first    int // the number of the first feature
	warnings []string
}

// bytes is what the rows take up so far.
func (r *listed) bytes() float64 {
	return r.features.bytes() + r.labels.bytes() + 4*float64(r.counts.len())
}
