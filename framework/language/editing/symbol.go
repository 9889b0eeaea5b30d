package editing

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/outline"
	"github.com/manyclass/bench/framework/language/syntax"
)

// symbol is a name that the file gives.
type symbol struct {
	kind, name string // var and local for variables and local values
	declared   outline.Word
	block      *outline.Block
}

// symbol is what the place names, by a reference or where the name is given.
func (p place) symbol() (symbol, bool) {
	if r, ok := p.reference(); ok {
		b, declared := p.Declared(r.Kind, r.Name.Text)
		return symbol{r.Kind, r.Name.Text, declared, b}, b != nil
	}
	b := p.Cursor.Block
	switch {
	case p.Place == outline.Name && p.Attribute != nil && b.Type.Text == "locals":
		return symbol{"local", p.Word.Text, p.Word, b}, true
	case p.Place != outline.Label && p.Place != outline.Value || b.Around == nil:
		return symbol{}, false
	}
	given := p.Given(b)
	if !given.Holds(p.At) || given.Text == "" || b.Around.Around != nil {
		return symbol{}, false
	}
	kind := b.Type.Text
	if kind == "variable" {
		kind = "var"
	}
	return symbol{kind, given.Text, given, b}, true
}

// Target is where something is declared: a word of the text, or a file.
type Target struct {
	Word outline.Word
	File string // an absolute path, "" for this text
}

// Define returns where what stands at a place is declared; ok says whether it is anywhere.
func Define(f *outline.File, offset int, k Known) (t Target, ok bool) {
	p := at(f, offset, k)
	if s, ok := p.symbol(); ok {
		return Target{Word: s.declared}, true
	}
	if p.Place != outline.Value || !p.Value.Quoted || p.Dir == "" {
		return t, false
	}
	param, _ := p.param()
	if param.Type != contract.PathType && param.Type != contract.FileType || p.Word.Text == "" {
		return t, false
	}
	if filepath.IsAbs(p.Word.Text) {
		return Target{File: p.Word.Text}, true
	}
	return Target{File: filepath.Join(p.Dir, filepath.FromSlash(p.Word.Text))}, true
}

// Edit puts a text in the place of a stretch, in bytes.
type Edit struct {
	Start, End int
	Text       string
}

// Renamable returns the word at a place that can be renamed.
func Renamable(f *outline.File, offset int) (outline.Word, bool) {
	p := at(f, offset, Known{})
	s, ok := p.symbol()
	if !ok || s.typed() {
		return outline.Word{}, false
	}
	if r, is := p.reference(); is {
		return r.Name, true
	}
	return s.declared, true
}

// typed reports whether the name is that of a metric's type: it is given nowhere.
func (s symbol) typed() bool {
	return s.kind == "metric" && len(s.block.Labels) > 0 && s.declared == s.block.Labels[0]
}

// Rename returns the edits that give what stands at a place another name: where it is given, in
// references, and in texts that name methods.
func Rename(f *outline.File, offset int, name string) ([]Edit, error) {
	p := at(f, offset, Known{})
	s, ok := p.symbol()
	switch {
	case !ok:
		return nil, fmt.Errorf("nothing here can be renamed: only names of blocks, variables and local values can")
	case s.typed():
		return nil, fmt.Errorf("%q is a type: give the metric a name first, with the attribute name", s.name)
	case s.name == name:
		return nil, nil
	}
	if err := s.allows(p.File, name); err != nil {
		return nil, err
	}
	written := name
	if s.kind != "local" {
		quoted := syntax.Quote(name)
		written = quoted[1 : len(quoted)-1]
	}
	edits := []Edit{{s.declared.Start, s.declared.End, written}}
	for _, r := range p.References() {
		if r.Kind == s.kind && r.Name.Text == s.name {
			edits = append(edits, Edit{r.Start, r.End, expression.Reference(s.kind, name)})
		}
	}
	edits = append(edits, p.inTexts(s, name)...)
	slices.SortFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	return edits, nil
}

// allows returns an error unless what the symbol stands for can have a name.
func (s symbol) allows(f *outline.File, name string) error {
	switch {
	case (s.kind == "var" || s.kind == "local") && !hclsyntax.ValidIdentifier(name):
		return fmt.Errorf("%q cannot be used: a name is made of letters, digits, _ and -, and begins with a letter", name)
	case name == "" || strings.ContainsAny(name, "/,[]") || strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Errorf(`%q cannot be used: a name is not empty and holds no "/", ",", "[", "]" and no control characters`,
			name)
	case slices.Contains(known(f, s.kind), name):
		return fmt.Errorf("there is a %s %q already", s.kind, name)
	}
	return nil
}

// inTexts are edits of texts that name methods by the names of blocks, such as baseline =
// "lr/ova": where a part is the name, and no block of another kind has it.
func (p place) inTexts(s symbol, name string) (edits []Edit) {
	kinds := []string{"dataset", "encoder", "learner", "reduction"}
	if !slices.Contains(kinds, s.kind) {
		return nil
	}
	for _, kind := range kinds {
		if kind != s.kind && slices.Contains(p.declared(kind), s.name) {
			return nil
		}
	}
	for _, b := range p.Root.Blocks {
		for _, a := range b.Attributes {
			if slices.Contains([]string{"table.baseline", "comparison.control"}, b.Type.Text+"."+a.Name.Text) {
				edits = append(edits, p.parts(a, s.name, name)...)
			}
		}
		for _, class := range b.Blocks {
			if match := class.Attribute("match"); class.Type.Text == "class" && match != nil {
				edits = append(edits, p.parts(match, s.name, name)...)
			}
		}
	}
	return edits
}

// parts are edits of the texts in a value: of what is between slashes and before a [.
func (p place) parts(a *outline.Attribute, old, name string) (edits []Edit) {
	for _, t := range p.Tokens {
		if t.Type != hclsyntax.TokenQuotedLit || t.Start < a.Start || t.End > a.End {
			continue
		}
		start := t.Start
		for part := range strings.SplitSeq(p.Text[t.Start:t.End], "/") {
			if block, _, _ := strings.Cut(part, "["); block == old {
				edits = append(edits, Edit{start, start + len(old), name})
			}
			start += len(part) + 1
		}
	}
	return edits
}
