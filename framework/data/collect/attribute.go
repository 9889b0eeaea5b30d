package collect

// Attribute is a column as a file declares it.
type Attribute struct {
	Name     string
	Declared Declaration
	Levels   []string // of a nominal attribute, in declared order
	Kind     string   // of an attribute that is DeclaredOther or DeclaredString: what it is called
	Line     int      // where it is declared; 0 if not known
}

// Declaration says what a file declares of a column.
type Declaration int

// What files declare.
const (
	Undeclared Declaration = iota // CSV: numbers if all values are
	DeclaredNumber
	DeclaredText
	DeclaredNominal
	DeclaredString // text that is no feature unless types says so
	DeclaredOther  // of a kind that cannot be read
	Unnamed        // the nothing after a trailing comma
)
