package sheet

import (
	"fmt"
	"io"
	"slices"
	"strings"
)

// Collection is a document with the tables of several sheets, each from its file beside
// the document.
type Collection struct {
	Title  string
	Sheets []Sheet
	Files  []string // of the sheets, without endings
}

// LaTeX writes a document that can be compiled where it is: an article, or one of pages of
// two columns if a table asks for a column or a page. Its preamble has what the tables
// need. Files are named by letters that need no quoting in LaTeX.
func (c Collection) LaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString("% All tables, to be compiled in this folder, or taken apart.\n\\documentclass")
	if c.has(func(l Layout) bool { return l.Width != "" }) {
		b.WriteString("[twocolumn]")
	}
	b.WriteString("{article}\n\\usepackage[a4paper,margin=25mm]{geometry}\n\\usepackage{booktabs,graphicx")
	if c.has(func(l Layout) bool { return l.Long }) {
		b.WriteString(",longtable")
	}
	b.WriteString(",iftex}\n\\ifPDFTeX\\IfFileExists{lmodern.sty}{" +
		"\\usepackage[T1]{fontenc}\\usepackage{lmodern}}{}\\else\\usepackage{fontspec}\\fi\n")
	fmt.Fprintf(&b, "\\begin{document}\n\\section*{%s}\n", LaTeXProse(c.Title))
	for i, file := range c.Files {
		if i > 0 {
			b.WriteString("\\clearpage\n")
		}
		before, after := "", ""
		if slices.ContainsFunc(c.Sheets[i].Sections, func(s Section) bool { return s.Long }) &&
			c.has(func(l Layout) bool { return l.Width != "" }) {
			before, after = "\\onecolumn\n", "\\twocolumn\n"
		}
		fmt.Fprintf(&b, "%s\\input{\\detokenize{%s}}\n%s", before, file, after)
	}
	b.WriteString("\\end{document}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// Typst writes a document likewise.
func (c Collection) Typst(w io.Writer) error {
	columns := ""
	if c.has(func(l Layout) bool { return l.Width != "" }) {
		columns = ", columns: 2"
	}
	text := fmt.Sprintf("// All tables, to be compiled in this folder, or taken apart.\n"+
		"#set page(paper: \"a4\", margin: 25mm%s)\n#set text(size: 10pt)\n#heading(outlined: false, %s)\n", columns,
		TypstProse(c.Title))
	for _, file := range c.Files {
		text += fmt.Sprintf("#include %s\n", typstString(file+".typ"))
	}
	_, err := io.WriteString(w, text)
	return err
}

// has reports whether the layout of some table is like that.
func (c Collection) has(like func(Layout) bool) bool {
	return slices.ContainsFunc(c.Sheets, func(s Sheet) bool {
		return slices.ContainsFunc(s.Sections, func(one Section) bool { return like(one.Layout) })
	})
}
