package data

// attribute is a column as a file declares it.
type attribute struct {
	name     string
	declared declaration
	levels   []string // of a nominal attribute, in declared order
	kind     string   // of an attribute that is declaredOther or declaredString: what it is called
	line     int      // where it is declared; 0 if not known
}

// declaration says what a file declares of a column.
type declaration int

const (
	undeclared declaration = iota // CSV: numbers if all values are
	declaredNumber
	declaredText
	declaredNominal
	declaredString // text that is no feature unless types says so
	declaredOther  // of a kind that cannot be read
	unnamed        // the nothing after a trailing comma
)

// input is a file of rows whose columns are known.
type input struct {
	path     string
	attrs    []attribute
	header   place // where the columns are named; line 0 if nowhere
	warnings []string
	// relation is what follows @relation in an ARFF file, in the line relationLine.
	relation     string
	relationLine int
	// feed hands every row of a text to a feeder. It stops at the first error.
	feed func(to *feeder) error
	// sample calls row for every row. The fields are valid during the call only.
	sample  func(row func(fields [][]byte) error) error
	parquet *parquetFile // instead of feed
	sparse  *arffFile    // a file whose rows list what is not zero, or nil
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
