package explain

import (
	"fmt"
	"io/fs"
	"regexp"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/syntax"
)

// blockPage is the page of a block, below docs.
func blockPage(block string) string {
	block, inner, _ := strings.Cut(block, ".")
	switch {
	case block == "tune", block == "learner" && inner == "tune":
		return "experiment-file/learner.md#" + strings.TrimPrefix(inner, "learner.")
	case block == "conformal":
		return "experiment-file/experiment.md#prediction-sets"
	case block == "variable", block == "locals", block == "grid":
		return "experiment-file/README.md"
	}
	return "experiment-file/" + block + ".md"
}

// pages are the meanings that tables of the documents hold.
type pages struct{ blocks, attributes, tests, terms []Entry }

// readPages reads the tables. A page without what it should hold is an error.
func readPages(docs fs.FS) (p pages, err error) {
	text := map[string]string{}
	for _, name := range []string{"glossary.md", "significance.md", "experiment-file/README.md",
		"experiment-file/bench.md"} {
		b, err := fs.ReadFile(docs, name)
		if err != nil {
			return p, err
		}
		text[name] = string(b)
	}
	readme := text["experiment-file/README.md"]
	inner := func(name, page string, parents ...string) Entry {
		return Entry{Kind: "block", Parents: parents, Name: name, Doc: sentence(term(text["glossary.md"], name)),
			Example: written["whole "+name], Page: blockPage(page)}
	}
	p.blocks = append(blocks(readme), inner("tune", "learner.tune", "learner", "encoder", "reduction"),
		inner("conformal", "conformal", "experiment"))
	p.attributes = attributes(readme, text["experiment-file/bench.md"])
	p.tests = tests(text["significance.md"])
	p.terms = terms(text["glossary.md"])
	for what, list := range map[string][]Entry{"blocks": p.blocks[1:], "attributes": p.attributes, "tests": p.tests,
		"terms": p.terms} {
		if len(list) == 0 {
			return p, fmt.Errorf("the documents have no table of %s", what)
		}
	}
	return p, nil
}

// blocks are the kinds of blocks.
func blocks(readme string) (list []Entry) {
	for _, row := range rows(readme, "block") {
		name := strings.Trim(plain(row[0]), "`")
		list = append(list, Entry{Kind: "block", Name: name, Doc: sentence(row[3]),
			Example: blockExample(name, syntax.Examples[name]), Page: blockPage(name),
			Facts: []Fact{{"Labels", wording.Capital(row[1])}, {"How often", wording.Capital(row[2])}}})
	}
	return list
}

// attributes are those of the blocks variable, grid and bench, whose pages have tables of their own.
func attributes(readme, bench string) (list []Entry) {
	for _, row := range rows(readme, "attribute of `variable`") {
		list = append(list, told("variable", row[0], row[1]))
	}
	for _, row := range rows(readme, "attribute") {
		if len(row) == 3 { // those of a grid, which have no type
			list = append(list, told("grid", row[0], row[2], Fact{"Default", row[1]}))
		}
	}
	for _, row := range rows(bench, "attribute") {
		for name := range strings.SplitSeq(row[0], ", ") {
			list = append(list, told("bench", name, row[2], Fact{"Type", row[1]}))
		}
	}
	return list
}

// told is an attribute that a page of the experiment file describes.
func told(block, quoted, doc string, facts ...Fact) Entry {
	name := strings.Trim(quoted, "`")
	return Entry{Kind: "attribute", Parents: []string{block}, Name: name, Doc: sentence(doc), Facts: facts,
		Example: written["whole "+block+"."+name], Page: blockPage(block)}
}

// tests are the significance tests with what they need.
func tests(page string) []Entry {
	return lists.Map(rows(page, "test"), func(row []string) Entry {
		name := strings.Trim(row[0], "`")
		return Entry{Kind: "test", Name: name, Doc: "A significance test of a comparison. It compares " + row[1] + ".",
			Facts:   []Fact{{"Needs at least", row[2]}, {"Assumes", row[3]}},
			Example: testExample(name), Page: "significance.md"}
	})
}

// terms are the words of the glossary.
func terms(page string) (list []Entry) {
	for _, row := range rows(page, "term") {
		for name := range strings.SplitSeq(row[0], ", ") {
			list = append(list, Entry{Kind: "term", Name: name, Doc: row[1], Page: "glossary.md"})
		}
	}
	return list
}

// term is what the glossary says of a word.
func term(page, word string) string {
	for _, row := range rows(page, "term") {
		if row[0] == word {
			return row[1]
		}
	}
	return ""
}

// rows are the cells of all tables of a page whose first column has a title.
func rows(page, title string) (list [][]string) {
	inside := false
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "| ") && !strings.HasPrefix(line, "|:") {
			inside = false
			continue
		}
		cells := lists.Map(strings.Split(strings.Trim(strings.ReplaceAll(line, `\|`, "¦"), "|"), "|"),
			func(cell string) string { return strings.TrimSpace(strings.ReplaceAll(cell, "¦", "|")) })
		switch {
		case cells[0] == title:
			inside = true
		case inside && !strings.HasPrefix(line, "|:"):
			list = append(list, cells)
		}
	}
	return list
}

var link = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)

// plain is a text of a page without its links, which lead nowhere from elsewhere.
func plain(text string) string { return link.ReplaceAllString(text, "$1") }

// sentence is a phrase as a sentence.
func sentence(text string) string {
	if text == "" || strings.HasSuffix(text, ".") {
		return wording.Capital(text)
	}
	return wording.Capital(text) + "."
}
