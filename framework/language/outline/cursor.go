package outline

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Place is what a place in a text is for.
type Place int

// The places of a text.
const (
	Nowhere   Place = iota // within a comment, or where nothing is known
	Statement              // where an attribute or a block begins
	Name                   // on the name of an attribute that has a value, or on the type of a block
	Label                  // within a label of a block
	Value                  // within the value of an attribute
)

// Cursor is a place in a text, with what is around it.
type Cursor struct {
	Place     Place
	At        int        // in bytes
	Block     *Block     // whose body it lies in; of a label, or of the type of a block, that block
	Label     int        // which label
	Attribute *Attribute // of Name and Value
	Word      Word       // that it lies in or at the end of; it may be empty
	Value     ValuePlace
}

// ValuePlace says where in a value a place is.
type ValuePlace struct {
	Quoted bool     // within a text in quotes
	Steps  []string // of the reference before the word: "learner" in learner.l
	Keys   []string // of the objects around, from the outside in
	Key    bool     // where a key of an object stands
}

// Find returns what is at a place of the text, in bytes.
func (f *File) Find(at int) Cursor {
	at = min(max(at, 0), len(f.Text))
	c := Cursor{At: at, Block: f.around(at), Word: Word{"", at, at}}
	for _, t := range f.Tokens {
		if t.Type == hclsyntax.TokenComment && t.Start < at && at < t.End {
			return c
		}
	}
	if f.header(&c) || f.attribute(&c) {
		return c
	}
	if t, ok := f.touching(at, hclsyntax.TokenIdent); ok {
		c.Word = Word{f.Text[t.Start:t.End], t.Start, t.End}
	}
	before := f.Text[:c.Word.Start]
	before = before[strings.LastIndexAny(before, "\n{")+1:]
	if strings.TrimSpace(before) == "" {
		c.Place = Statement
	}
	return c
}

// around is the innermost block whose body holds a place.
func (f *File) around(at int) *Block {
	b := f.Root
	for {
		i := slices.IndexFunc(b.Blocks, func(inner *Block) bool {
			atEnd := at == inner.End && at == len(f.Text) && !f.closed(inner)
			return inner.Open >= 0 && inner.Open <= at && (at < inner.End || atEnd)
		})
		if i < 0 {
			return b
		}
		b = b.Blocks[i]
	}
}

func (f *File) closed(b *Block) bool { return b.End > b.Open && f.Text[b.End-1] == '}' }

// header sets the place to a label or the type of a block within the block, if it is there.
func (f *File) header(c *Cursor) bool {
	for _, b := range c.Block.Blocks {
		if b.Type.Holds(c.At) {
			c.Place, c.Block, c.Word = Name, b, b.Type
			return true
		}
		for i, label := range b.Labels {
			if label.Holds(c.At) {
				c.Place, c.Block, c.Label, c.Word = Label, b, i, label
				return true
			}
		}
	}
	return false
}

// attribute sets the place to the name or the value of an attribute, if it is there.
func (f *File) attribute(c *Cursor) bool {
	for _, a := range c.Block.Attributes {
		if a.Name.Holds(c.At) {
			c.Place, c.Attribute, c.Word = Name, a, a.Name
			return true
		}
		blank := a.End <= c.At && strings.Trim(f.Text[a.End:c.At], " \t") == ""
		if a.Start <= c.At && (c.At <= a.End || blank) {
			c.Place, c.Attribute = Value, a
			f.value(c)
			return true
		}
	}
	return false
}

// frame is a bracket that is open.
type frame struct {
	object bool
	key    string
	valued bool // behind = or :
}

// value finds where in the value of its attribute the cursor is.
func (f *File) value(c *Cursor) {
	first, _ := slices.BinarySearchFunc(f.Tokens, c.Attribute.Start, func(t Token, at int) int { return t.Start - at })
	var open []frame
	last, quote := "", -1 // the last word, and the token of the quote that is open
	for i := first; i < len(f.Tokens) && f.Tokens[i].Start < c.At; i++ {
		t := f.Tokens[i]
		switch {
		case t.Type == hclsyntax.TokenOQuote:
			quote = i
		case t.Type == hclsyntax.TokenCQuote:
			quote = -1
		case t.Type == hclsyntax.TokenIdent || t.Type == hclsyntax.TokenQuotedLit:
			last = f.Text[t.Start:t.End]
		case opens(t.Type):
			open = append(open, frame{object: t.Type == hclsyntax.TokenOBrace})
		case (closes(t.Type) || t.Type == hclsyntax.TokenCBrace) && len(open) > 0:
			open = open[:len(open)-1]
		case len(open) > 0 && open[len(open)-1].object:
			open[len(open)-1].follow(t.Type, last)
		}
	}
	for _, o := range open {
		if o.valued {
			c.Value.Keys = append(c.Value.Keys, o.key)
		}
	}
	c.Value.Key = len(open) > 0 && open[len(open)-1].object && !open[len(open)-1].valued
	if quote >= 0 {
		c.Value.Quoted = true
		c.Word = f.quoted(quote)
		return
	}
	f.reference(c, first)
}

// follow takes a token within an object.
func (o *frame) follow(t hclsyntax.TokenType, last string) {
	switch t {
	case hclsyntax.TokenEqual, hclsyntax.TokenColon:
		o.key, o.valued = last, true
	case hclsyntax.TokenComma, hclsyntax.TokenNewline:
		o.key, o.valued = "", false
	}
}

// quoted is the text behind a quote.
func (f *File) quoted(quote int) Word {
	start := f.Tokens[quote].End
	end := start
	for i := quote + 1; i < len(f.Tokens) && f.Tokens[i].Type != hclsyntax.TokenCQuote; i++ {
		end = max(end, f.Tokens[i].End)
	}
	return Word{f.Text[start:end], start, end}
}

// reference finds the word that the cursor touches, and the steps before it.
func (f *File) reference(c *Cursor, first int) {
	at := c.At
	if t, ok := f.touching(at, hclsyntax.TokenIdent); ok {
		c.Word, at = Word{f.Text[t.Start:t.End], t.Start, t.End}, t.Start
	}
	i, _ := slices.BinarySearchFunc(f.Tokens, at, func(t Token, at int) int { return t.Start - at })
	for i -= 2; i >= first && f.Tokens[i+1].Type == hclsyntax.TokenDot && f.Tokens[i+1].End == at; i -= 2 {
		if f.Tokens[i].Type != hclsyntax.TokenIdent {
			return
		}
		c.Value.Steps = slices.Insert(c.Value.Steps, 0, f.Text[f.Tokens[i].Start:f.Tokens[i].End])
		at = f.Tokens[i].Start
	}
}

// touching returns the token of a type that a place lies in or at an end of.
func (f *File) touching(at int, of hclsyntax.TokenType) (Token, bool) {
	i, _ := slices.BinarySearchFunc(f.Tokens, at, func(t Token, at int) int { return t.End - at })
	for ; i < len(f.Tokens) && f.Tokens[i].Start <= at; i++ {
		if f.Tokens[i].Type == of {
			return f.Tokens[i], true
		}
	}
	return Token{}, false
}
