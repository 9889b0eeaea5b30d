package outline

import (
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// Reference is what stands for a block or a value: learner.lr, metric["my metric"], var.folds.
type Reference struct {
	Kind       string
	Name       Word // without quotes
	Start, End int  // all of it
}

// roots are the words with which references begin, in the order of messages.
var roots = []string{"dataset", "encoder", "learner", "reduction", "metric", "var", "local"}

// References lists the references of a text in order.
func (f *File) References() (all []Reference) {
	for i, t := range f.Tokens {
		kind := f.Text[t.Start:t.End]
		if t.Type != hclsyntax.TokenIdent || !slices.Contains(roots, kind) || f.typed(i-1, hclsyntax.TokenDot) {
			continue
		}
		switch {
		case f.typed(i+1, hclsyntax.TokenDot) && f.typed(i+2, hclsyntax.TokenIdent):
			name := f.Tokens[i+2]
			all = append(all, Reference{kind, Word{f.Text[name.Start:name.End], name.Start, name.End}, t.Start, name.End})
		case f.typed(i+1, hclsyntax.TokenOBrack) && f.typed(i+2, hclsyntax.TokenOQuote):
			name := f.quoted(i + 2)
			if end := strings.IndexByte(f.Text[name.End:], ']'); end >= 0 {
				all = append(all, Reference{kind, name, t.Start, name.End + end + 1})
			}
		}
	}
	return all
}

// typed reports whether there is a token of a type.
func (f *File) typed(i int, t hclsyntax.TokenType) bool {
	return i >= 0 && i < len(f.Tokens) && f.Tokens[i].Type == t
}

// Declared returns where a name is given that references stand for: that of a block, of a
// variable, or of a local value. The word is empty if it is not written anywhere.
func (f *File) Declared(kind, name string) (*Block, Word) {
	for _, b := range f.Root.Blocks {
		switch {
		case kind == "local" && b.Type.Text == "locals":
			if a := b.Attribute(name); a != nil {
				return b, a.Name
			}
		case kind == "var" && b.Type.Text == "variable" || kind == b.Type.Text:
			if given := f.Given(b); given.Text == name {
				return b, given
			}
		}
	}
	if kind == "metric" { // a metric is meant by its type too
		for _, b := range f.Root.Blocks {
			if b.Type.Text == kind && len(b.Labels) > 0 && b.Labels[0].Text == name {
				return b, b.Labels[0]
			}
		}
	}
	return nil, Word{}
}

// Given is the name that a block is given: its last label, of a metric its second one or what
// its attribute name says. It is empty of a block without a name.
func (f *File) Given(b *Block) Word {
	switch b.Type.Text {
	case "metric":
		if len(b.Labels) > 1 {
			return b.Labels[1]
		}
		return f.String(b.Attribute("name"))
	case "encoder", "learner", "reduction":
		if len(b.Labels) > 1 {
			return b.Labels[1]
		}
		return Word{}
	}
	if len(b.Labels) == 1 && b.Type.Text != "executor" {
		return b.Labels[0]
	}
	return Word{}
}
