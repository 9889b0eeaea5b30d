// Package manpage writes manual pages for the program man. It knows nothing of commands: a caller says what a
// page tells.
package manpage

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Page is a manual page of section 1. Texts are plain; an empty line separates paragraphs, and a paragraph that
// begins with a tab is printed as it is.
type Page struct {
	Name     string // such as "bench-run"
	Source   string // program and version, such as "bench 0.1.0"
	Short    string // a phrase
	Synopsis string
	Text     string
	Lists    []List // such as the flags
	Examples string
	Related  []string // names of other pages
}

// List is a section of terms and what they mean.
type List struct {
	Title string
	Items []Item
}

// Item is a term and what it means.
type Item struct{ Term, Text string }

// Write writes the page as input of roff, in ASCII.
func (p Page) Write(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, ".TH \"%s\" \"1\" \"\" \"%s\" \"bench\"\n", escape(strings.ToUpper(p.Name)), escape(p.Source))
	section(out, "Name")
	fmt.Fprintf(out, "%s \\- %s\n", escape(p.Name), escape(p.Short))
	section(out, "Synopsis")
	fmt.Fprintf(out, "\\fB%s\\fR\n", escape(p.Synopsis))
	if p.Text != "" {
		section(out, "Description")
		paragraphs(out, p.Text)
	}
	for _, list := range p.Lists {
		section(out, list.Title)
		for _, item := range list.Items {
			fmt.Fprintf(out, ".TP\n\\fB%s\\fR\n%s\n", escape(item.Term), escape(item.Text))
		}
	}
	if p.Examples != "" {
		section(out, "Examples")
		literal(out, p.Examples)
	}
	if len(p.Related) > 0 {
		section(out, "See also")
		fmt.Fprintf(out, "%s(1)\n", strings.Join(bold(p.Related), "(1),\n"))
	}
	return out.Flush()
}

func section(out io.Writer, title string) {
	fmt.Fprintf(out, ".SH \"%s\"\n", escape(strings.ToUpper(title)))
}

func paragraphs(out io.Writer, text string) {
	for i, paragraph := range strings.Split(text, "\n\n") {
		switch {
		case strings.HasPrefix(strings.TrimLeft(paragraph, "\n"), "\t"):
			fmt.Fprintln(out, ".PP")
			literal(out, paragraph)
			continue
		case i > 0:
			fmt.Fprintln(out, ".PP")
		}
		fmt.Fprintln(out, escape(strings.Join(strings.Fields(paragraph), " ")))
	}
}

// literal prints lines as they are, indented by four characters.
func literal(out io.Writer, text string) {
	fmt.Fprintln(out, ".RS 4\n.nf")
	for line := range strings.Lines(strings.Trim(text, "\n")) {
		fmt.Fprintln(out, escape(strings.TrimSpace(line)))
	}
	fmt.Fprintln(out, ".fi\n.RE")
}

func bold(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = "\\fB" + escape(name) + "\\fR"
	}
	return out
}

// escape takes their meaning from the characters that roff reads as commands. A hyphen stays the character that
// is typed, so that a reader can copy a flag.
func escape(text string) string {
	var out strings.Builder
	if strings.HasPrefix(text, ".") || strings.HasPrefix(text, "'") {
		out.WriteString(`\&`)
	}
	for _, r := range text {
		switch {
		case r == '\\':
			out.WriteString(`\(rs`)
		case r == '-':
			out.WriteString(`\-`)
		case r == '"':
			out.WriteString(`\(dq`)
		case r == '\'':
			out.WriteString(`\(aq`)
		case r == '`':
			out.WriteString(`\(ga`)
		case r > '~':
			fmt.Fprintf(&out, `\[u%04X]`, r)
		default:
			out.WriteRune(r)
		}
	}
	return out.String()
}
