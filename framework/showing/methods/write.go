package methods

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/showing/cite"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// Empty reports whether there is nothing to write.
func (t Text) Empty() bool { return len(t.paragraphs) == 0 }

func same(text string) string { return text }

// Paragraphs are those of the report page, without citations.
func (t Text) Paragraphs() []string {
	return lists.Map(t.paragraphs, func(p string) string {
		return replaced(p, same, func([]string) string { return "" }, func(text, _ string) string { return text })
	})
}

// width is that of the lines of text files.
const width = 80

// Plain writes the paragraphs as text, with numbered references below.
func (t Text) Plain(w io.Writer) error {
	var b strings.Builder
	numbered := func(keys []string) string {
		return " [" + strings.Join(lists.Map(keys, func(key string) string {
			return strconv.Itoa(1 + slices.IndexFunc(t.sources, func(s contract.Source) bool { return s.Key == key }))
		}), ", ") + "]"
	}
	for _, p := range t.paragraphs {
		text := replaced(p, same, numbered, func(text, _ string) string { return text })
		b.WriteString(wording.Wrap(text, "", "", width) + "\n\n")
	}
	b.WriteString("References\n\n")
	for i, s := range t.sources {
		number := fmt.Sprintf("[%d] ", i+1)
		b.WriteString(wording.Wrap(number+reference(s), "", strings.Repeat(" ", len(number)), width) + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// latexHead says how to use the file.
const latexHead = `% The section on methods of these results: each sentence says what was run. It cites methods.bib:
%   \documentclass{article} \usepackage[utf8]{inputenc} \usepackage[T1]{fontenc} \usepackage{url}
%   \begin{document} \input{methods} \bibliographystyle{plain} \bibliography{methods} \end{document}
`

// LaTeX writes the paragraphs for a document that has the references of [Text.BibTeX].
func (t Text) LaTeX(w io.Writer) error {
	var b strings.Builder
	b.WriteString(latexHead)
	for _, p := range t.paragraphs {
		text := replaced(p, sheet.LaTeXText, func(keys []string) string { return `~\cite{` + strings.Join(keys, ",") + "}" },
			func(_, tex string) string { return "$" + tex + "$" })
		b.WriteString("\n" + text + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// BibTeX writes what the paragraphs cite.
func (t Text) BibTeX(w io.Writer) error {
	entries := lists.Map(t.sources, cite.BibTeX)
	_, err := io.WriteString(w, strings.Join(entries, "\n"))
	return err
}

// printed are the fields of a reference in text, in their order.
var printed = []string{"author", "title", "journal", "booktitle", "volume", "pages", "publisher", "institution",
	"howpublished", "note", "year"}

// reference is a source as a line of text.
func reference(s contract.Source) string {
	var parts []string
	for _, field := range printed {
		if text := readable(s.Fields[field]); text != "" {
			parts = append(parts, strings.TrimSuffix(text, "."))
		}
	}
	return strings.Join(parts, ". ") + "."
}

// accent finds letters with accents, and command the commands that a text goes without.
var (
	accent = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`\{?\\(['` + "`" + `^"~=.vcuH])\s*\{?\\?([A-Za-z])\}?\}?`)
	})
	command = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\\(url|emph|textit|textbf|texttt)\b`) })
)

var (
	letter = strings.NewReplacer(`\textbackslash{}`, "\uE004", `\textasciitilde{}`, "~", `\textasciicircum{}`, "^",
		`{\i}`, "ı",
		`{\l}`, "ł", `{\o}`, "ø", `{\ss}`, "ß", `$\times$`, "×", "``", "“", "''", "”", "--", "–", `\{`, "\uE005", `\}`,
		"\uE006", `\_`, "_", `\&`, "&", `\%`, "%", `\#`, "#", `\$`, "$", "~", " ")
	braces  = strings.NewReplacer("{", "", "}", "", "\uE004", `\`, "\uE005", "{", "\uE006", "}")
	accents = map[string]string{"'": "\u0301", "`": "\u0300", "^": "\u0302", `"`: "\u0308", "~": "\u0303", "=": "\u0304",
		".": "\u0307", "v": "\u030c", "c": "\u0327", "u": "\u0306", "H": "\u030b"}
)

// readable is LaTeX of a bibliography as text.
func readable(tex string) string {
	text := accent().ReplaceAllStringFunc(command().ReplaceAllString(tex, ""), func(found string) string {
		m := accent().FindStringSubmatch(found)
		return m[2] + accents[m[1]]
	})
	return norm.NFC.String(braces.Replace(letter.Replace(text)))
}
