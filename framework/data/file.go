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
