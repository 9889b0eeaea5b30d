package explain

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
)

// most is how many places of a word are named.
const most = 8

// heading says what kind of word it is, and where.
func (e Entry) heading() string {
	if len(e.Parents) == 0 {
		return e.Kind
	}
	return e.Kind + " of " + list(e.Parents)
}

// list names places; of many, the first ones.
func list(places []string) string {
	return wording.First(lists.Map(places, func(p string) string {
		if strings.Contains(p, ".csv") {
			return p
		}
		return strings.ReplaceAll(p, ".", " ")
	}), most)
}

// facts are the short statements, with the names of a type's attributes.
func (e Entry) facts() []Fact {
	facts := lists.Filter(e.Facts, func(f Fact) bool { return f.Text != "–" && f.Text != "" })
	if len(e.Params) > 0 {
		names := lists.Map(e.Params, func(p contract.Param) string { return p.Name })
		facts = append(slices.Clone(facts), Fact{"Attributes", strings.Join(names, ", ")})
	}
	return facts
}

// Markdown is the meaning as a piece of Markdown: a line that says what the word is, its
// description, facts, and an example.
func (e Entry) Markdown() string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s**: %s\n\n%s\n", e.Name, e.heading(), plain(e.Doc))
	if facts := e.facts(); len(facts) > 0 {
		b.WriteString("\n")
		for _, f := range facts {
			fmt.Fprintf(&b, "- %s: %s\n", f.Title, plain(f.Text))
		}
	}
	if e.Wrong != "" {
		fmt.Fprintf(&b, "\nThis is wrong:\n\n```hcl\n%s```\n\nThis is right:\n", e.Wrong)
	}
	if e.Example != "" {
		fmt.Fprintf(&b, "\n```hcl\n%s```\n", e.Example)
	}
	return b.String()
}

// Write prints the meaning for a terminal of a width in characters.
func (e Entry) Write(w io.Writer, width int) error {
	var b strings.Builder
	b.WriteString(wording.Wrap(e.Name+": "+e.heading(), "", "  ", width) + "\n\n")
	if e.Doc != "" {
		b.WriteString(wording.Wrap(plain(e.Doc), "  ", "  ", width) + "\n\n")
	}
	for _, f := range e.facts() {
		b.WriteString(wording.Wrap(f.Title+": "+plain(f.Text), "  ", "    ", width) + "\n")
	}
	if len(e.facts()) > 0 {
		b.WriteString("\n")
	}
	if e.Wrong != "" {
		b.WriteString("  This is wrong:\n\n" + indented(e.Wrong) + "\n\n  This is right:\n\n" + indented(e.Example) + "\n\n")
	} else if e.Example != "" {
		b.WriteString("  For example:\n\n" + indented(e.Example) + "\n\n")
	}
	if e.Page != "" {
		b.WriteString("  More: docs/" + e.Page + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// indented is an example with blanks before each line that is not empty.
func indented(example string) string {
	text := "    " + strings.ReplaceAll(strings.TrimSuffix(example, "\n"), "\n", "\n    ")
	return strings.ReplaceAll(text, "\n    \n", "\n\n")
}
