// Package columns says what the columns of every CSV file of a results folder hold: name,
// type, unit and meaning. Writers take the names from here, and so do the documents and the
// descriptions of the files. It does not know how the values are made.
package columns

// Kind is what the values of a column are.
type Kind int

// The kinds of columns. An Integer has 64 bits and a sign; a Number is a
// float64 and may be NaN, which says that there is no value.
const (
	Text Kind = iota
	Integer
	Number
)

// String is the name of the kind in Table Schema.
func (k Kind) String() string { return [...]string{"string", "integer", "number"}[k] }

// Field is a column with what a reader needs to know of it. Names differ within a file.
type Field struct {
	Name string
	Kind Kind
	Unit string // symbol of SI, or "B" for bytes; "" of what has no unit
	Doc  string // ends without a full stop
}

// File is a CSV file of results.
type File struct {
	Name   string // in the results folder; with a star if there may be several
	Doc    string // what a row is; ends without a full stop
	Fields []Field
}

// Names are the names of the fields, in order.
func Names(fields []Field) []string {
	names := make([]string, len(fields))
	for i, f := range fields {
		names[i] = f.Name
	}
	return names
}

func text(name, doc string) Field    { return Field{name, Text, "", doc} }
func integer(name, doc string) Field { return Field{name, Integer, "", doc} }
func number(name, doc string) Field  { return Field{name, Number, "", doc} }

// in is the field with a unit.
func (f Field) in(unit string) Field {
	f.Unit = unit
	return f
}

// joined are lists of fields as one.
func joined(lists ...[]Field) []Field {
	var all []Field
	for _, list := range lists {
		all = append(all, list...)
	}
	return all
}
