package editing

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/outline"
	"github.com/manyclass/bench/framework/language/schema"
	"github.com/manyclass/bench/framework/language/syntax"
)

// Hover says in Markdown what the word at a place of a text means, "" if nothing is known of
// it, and returns the word.
func Hover(f *outline.File, offset int, k Known) (string, outline.Word) {
	p := at(f, offset, k)
	switch p.Place {
	case outline.Name:
		if p.Attribute != nil {
			return p.ofAttribute(), p.Word
		}
		return p.ofBlock(), p.Word
	case outline.Label:
		return p.ofLabel(), p.Word
	case outline.Value:
		if r, ok := p.reference(); ok {
			b, _ := f.Declared(r.Kind, r.Name.Text)
			return p.ofDeclared(r.Kind, b), r.Name
		}
		return p.ofValue(), p.Word
	}
	return "", p.Word
}

// reference is the one that holds the place.
func (p place) reference() (outline.Reference, bool) {
	all := p.References()
	i := slices.IndexFunc(all, func(r outline.Reference) bool { return r.Start <= p.At && p.At <= r.End })
	if i < 0 {
		return outline.Reference{}, false
	}
	return all[i], true
}

func (p place) ofAttribute() string {
	param, ok := p.param()
	if !ok {
		return ""
	}
	return p.explained("attribute", p.parents(), param.Name,
		paragraphs("**"+param.Name+"** — "+signature(param), plain(param.Doc)))
}

// parents are where the documents describe the attributes of the block: with its type, or with
// all blocks of its kind.
func (p place) parents() []string {
	b := p.Cursor.Block
	kind := b.Type.Text
	if b.Around != nil && b.Around.Around != nil {
		return []string{b.Around.Type.Text + "." + kind, kind}
	}
	if c, ok := schema.Component(p.File, b, p.Components); ok {
		return []string{kind + "." + c.Name, kind}
	}
	return []string{kind}
}

func (p place) ofBlock() string {
	name := p.Cursor.Block.Type.Text
	doc := schema.Docs[name]
	if doc == "" {
		return ""
	}
	example := syntax.Examples[name]
	if example != "" {
		example = "```hcl\n" + example + "\n```"
	}
	return p.explained("block", nil, name, paragraphs("**"+name+"** — "+doc, example))
}

func (p place) ofLabel() string {
	b := p.Cursor.Block
	if p.Given(b).Start == p.Word.Start {
		return p.ofDeclared(b.Type.Text, b)
	}
	c, ok := schema.Find(contract.Kind(b.Type.Text), p.Word.Text, p.Components)
	if !ok {
		return ""
	}
	return p.explained(b.Type.Text, nil, c.Name, ofComponent(c))
}

// ofComponent describes a type.
func ofComponent(c contract.Component) string {
	var names []string
	for _, param := range c.Params {
		names = append(names, "`"+param.Name+"`")
	}
	attributes := ""
	if names != nil {
		attributes = "Attributes: " + wording.List(names) + "."
	}
	return paragraphs(fmt.Sprintf("**%s** — %s", c.Name, plain(c.Doc)), attributes)
}

// ofDeclared describes what a name stands for: a block as it is written, and what is known of it.
func (p place) ofDeclared(kind string, b *outline.Block) string {
	if b == nil {
		return ""
	}
	facts := ""
	if kind == "dataset" {
		facts = p.Facts[b.Name()].Line
	}
	doc := ""
	if c, ok := schema.Component(p.File, b, p.Components); ok && kind != "dataset" {
		doc = firstSentence(plain(c.Doc))
	}
	return paragraphs("```hcl\n"+p.beginning(b)+"\n```", facts, doc)
}

// mostLines is how many lines of a block are shown.
const mostLines = 12

// beginning is a block as it is written, cut if it is long.
func (p place) beginning(b *outline.Block) string {
	lines := strings.Split(strings.TrimRight(p.Text[b.Type.Start:b.End], "\n"), "\n")
	if len(lines) > mostLines {
		lines = append(lines[:mostLines-1], "  …")
	}
	return strings.Join(lines, "\n")
}

// meanings are the kinds of words that values can be.
var meanings = []string{"decoder", "design", "validation", "test"}

// ofValue describes a value that is one of several: by itself, else by its attribute.
func (p place) ofValue() string {
	param, ok := p.param()
	if !ok || !slices.Contains(param.OneOf, p.Word.Text) {
		return ""
	}
	for _, kind := range meanings {
		if text := p.explained(kind, nil, p.Word.Text, ""); text != "" {
			return text
		}
	}
	return p.ofAttribute()
}

// explained is what the documents say of a word, at the first of some places that they know, or
// else a text.
func (p place) explained(kind string, parents []string, word, otherwise string) string {
	if p.Explain == nil {
		return otherwise
	}
	if parents == nil {
		parents = []string{""}
	}
	for _, parent := range parents {
		if text := p.Explain(kind, parent, word); text != "" {
			return text
		}
	}
	return otherwise
}

// signature says what values a parameter takes, and its default.
func signature(p contract.Param) string {
	kind := map[string]string{contract.PathType: "path", contract.FileType: "path of a file", "any": "value"}[p.Type]
	parts := []string{cmp.Or(kind, p.Type)}
	if len(p.OneOf) > 0 {
		parts = append(parts, strings.Join(wording.Quoted(p.OneOf[:min(len(p.OneOf), mostValues)]), " | "))
		if len(p.OneOf) > mostValues {
			parts[len(parts)-1] += " | …"
		}
	}
	if p.Integer {
		parts = append(parts, "whole")
	}
	if bounds := wording.Bounds(p.Above, p.Min, p.Max); bounds != "" {
		parts = append(parts, bounds)
	}
	switch d := p.Default.(type) {
	case nil:
		if p.Required {
			parts = append(parts, "required")
		}
	case float64:
		parts = append(parts, "default "+wording.Number(d))
	case string:
		parts = append(parts, "default "+syntax.Quote(d))
	default:
		parts = append(parts, fmt.Sprint("default ", d))
	}
	return strings.Join(parts, "; ")
}

// mostValues is how many values of a parameter are listed.
const mostValues = 12

// link is one of the documents' to another page.
var link = regexp.MustCompile(`\[([^\]]+)\]\([^)\s]+\)`)

// plain is a description without its links, which lead nowhere in an editor.
func plain(doc string) string { return link.ReplaceAllString(doc, "$1") }

// firstSentence is a text up to its first full stop before a blank.
func firstSentence(text string) string {
	if i := strings.Index(text, ". "); i >= 0 {
		return text[:i+1]
	}
	return text
}

// paragraphs joins those that are not empty.
func paragraphs(parts ...string) string {
	return strings.Join(slices.DeleteFunc(parts, func(s string) bool { return s == "" }), "\n\n")
}
