// Package editing answers what an editor asks about a place in an experiment file: what can be
// written there, what the word means, where it is declared, and what changes if it is renamed.
// It opens no data: what is in them is told by Known.
package editing

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/outline"
	"github.com/manyclass/bench/framework/language/schema"
)

// Known is what is known of an experiment besides its text.
type Known struct {
	Components []contract.Component
	Idle       []contract.Component // names of types that plugins offer which were not started
	Facts      map[string]Facts     // of datasets, by the names of their blocks
	Dir        string               // where relative paths start; "" if the text belongs to no file
	// Explain says in Markdown what the documents say of a word of a kind ("block", "attribute",
	// "learner", "decoder") at a place ("learner.logreg" of an attribute), "" if nothing. It may be nil.
	Explain func(kind, parent, name string) string
}

// Facts are what is known of the rows of a dataset.
type Facts struct {
	Columns []string
	Classes []string
	Line    string // what there is, for people
}

// Kind is what an item of a completion is.
type Kind int

// The kinds of items.
const (
	BlockItem Kind = iota
	TypeItem
	AttributeItem
	ValueItem
	ReferenceItem
	ColumnItem
	FileItem
	FunctionItem
)

// Item is what can be written at a place.
type Item struct {
	Label  string
	Kind   Kind
	Detail string // a few words
	Doc    string // sentences
	Text   string // what takes the place of the word
}

// place is a cursor with all that is known.
type place struct {
	*outline.File
	outline.Cursor
	Known
}

// at is the place of a text in bytes.
func at(f *outline.File, offset int, k Known) place { return place{f, f.Find(offset), k} }

// top is the block of the file that holds the place.
func (p place) top() *outline.Block {
	b := p.Cursor.Block
	for b.Around != nil && b.Around.Around != nil {
		b = b.Around
	}
	return b
}

// param returns the parameter whose value the place is in.
func (p place) param() (contract.Param, bool) {
	for _, param := range schema.Of(p.File, p.Cursor.Block, p.Components).Params {
		if param.Name == p.Attribute.Name.Text {
			return param, true
		}
	}
	return contract.Param{}, false
}
