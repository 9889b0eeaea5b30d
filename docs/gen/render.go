package main

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/showing/explain"
)

// The most characters of a line of prose, and of what a cell of a table says: longer
// meanings are paragraphs below the table.
const (
	proseWidth   = 120
	meaningWidth = 160
	valuesWidth  = 100
	defaultWidth = 40
)

// components renders a list of types of one kind: the attributes that many of them
// have, then each type with its own.
func components(list []contract.Component) string {
	common := commonOf(list)
	var parts []string
	if len(common.params) > 0 {
		parts = append(parts, fmt.Sprintf("## %s\n\n%s%s", common.title(), common.everywhere(), parameters(common.params)))
	}
	for _, c := range list {
		parts = append(parts, component(c, common))
	}
	return strings.Join(parts, "\n")
}

func component(c contract.Component, common common) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## `%s`\n\n%s\n", c.Name, prose(escape(c.Doc), "", ""))
	if text := promises(c); text != "" {
		fmt.Fprintf(&b, "\n%s\n", text)
	}
	own, shared := common.split(c.Params)
	if len(own) > 0 {
		fmt.Fprintf(&b, "\n%s", parameters(own))
	}
	if len(shared) > 0 {
		also := "Attributes"
		if len(own) > 0 {
			also = "Further attributes"
		}
		text := fmt.Sprintf("%s, described [above](#%s): %s.", also, common.anchor(), strings.Join(shared, ", "))
		fmt.Fprintf(&b, "\n%s\n", prose(text, "", ""))
	}
	return b.String()
}

// propertyTable renders what components can promise.
func propertyTable(list []contract.PropertyRow) string {
	var b strings.Builder
	b.WriteString("| property | promise | what the host does with it |\n|:--|:--|:--|\n")
	for _, p := range list {
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", p.Name, p.Doc, p.Use)
	}
	return b.String()
}

// promises says what learners and reductions can do.
func promises(c contract.Component) string {
	tasks := make([]string, len(c.Capabilities.Tasks))
	for i, t := range c.Capabilities.Tasks {
		tasks[i] = string(t)
	}
	switch c.Kind {
	case contract.KindLearner:
		return fmt.Sprintf("Tasks: %s. Scores: %s.", strings.Join(tasks, ", "), words(string(c.Capabilities.Scores)))
	case contract.KindReducer:
		return fmt.Sprintf("Asks for %s problems. Probabilities: %s.", strings.Join(tasks, ", "), probabilities(c))
	}
	return ""
}

// probabilities says from which scores a reduction gives probabilities under
// its default configuration.
func probabilities(c contract.Component) string {
	var from []string
	for _, kind := range c.Under(nil).Probabilities {
		from = append(from, words(string(kind)))
	}
	if len(from) == 0 {
		return "none"
	}
	text := "from " + strings.Join(from, " and ")
	if c.Narrow != nil {
		text += ", with the default decoding"
	}
	return text
}

// words writes log_odds as log-odds.
func words(name string) string { return strings.ReplaceAll(name, "_", "-") }

// parameters renders a table of attributes, and paragraphs on those of which there is more
// to say than fits into a row.
func parameters(list []contract.Param) string {
	var rows, more strings.Builder
	rows.WriteString("| attribute | type | default | meaning |\n|:--|:--|:--|:--|\n")
	for _, p := range list {
		doc, _ := explain.StatedDefault(p)
		types, initial := explain.Values(p), explain.Initial(p)
		meaning := doc
		var said []string // what the row leaves out
		if utf8.RuneCountInString(types) > valuesWidth {
			said, types = append(said, "One of "+types+"."), "see below"
		}
		if utf8.RuneCountInString(doc) > meaningWidth {
			said, meaning = append(said, doc), summary(doc)
		}
		if utf8.RuneCountInString(initial) > defaultWidth {
			said, initial = append(said, "Default: "+initial+"."), "see below"
		}
		fmt.Fprintf(&rows, "| `%s` | %s | %s | %s |\n", p.Name, types, initial, escape(meaning))
		if len(said) > 0 {
			text := fmt.Sprintf("`%s`: %s", p.Name, escape(strings.Join(said, " ")))
			fmt.Fprintln(&more, prose(text, "- ", "  "))
		}
	}
	if more.Len() > 0 {
		rows.WriteString("\n")
	}
	return rows.String() + more.String()
}

// prose wraps a text. A sign of arithmetic at the beginning of a line is not to make a list.
func prose(text, indent, hanging string) string {
	return listSign.ReplaceAllString(wording.Wrap(text, indent, hanging, proseWidth), `$1\$2`)
}

var listSign = regexp.MustCompile(`(\n *)([-+] )`)

// summary is the beginning of a long description: its first sentence, or what comes before
// the first colon or semicolon of that.
func summary(doc string) string {
	for _, end := range []string{". ", ": ", "; "} {
		head, _, found := strings.Cut(doc, end)
		if found && utf8.RuneCountInString(head) <= meaningWidth && !strings.HasSuffix(head, " al") && !unicode.IsLower(rune(head[0])) {
			return head + ": see below."
		}
	}
	return "See below."
}

// formatTable renders the table of data formats.
func formatTable(list []formats.Format) string {
	var b strings.Builder
	b.WriteString("| format | extensions | a file holds | attributes that do not apply |\n|:--|:--|:--|:--|\n")
	var more strings.Builder
	for _, f := range list {
		doc := f.Doc
		if utf8.RuneCountInString(doc) > meaningWidth {
			fmt.Fprintln(&more, prose(fmt.Sprintf("`%s`: %s", f.Name, escape(doc)), "- ", "  "))
			doc = summary(doc)
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.Name, quoted(f.Extensions, "."), escape(doc), quoted(f.Refuses, ""))
	}
	return b.String() + "\n" + more.String()
}

// quoted lists words as code, each behind a prefix; none are –.
func quoted(words []string, prefix string) string {
	if len(words) == 0 {
		return "–"
	}
	list := make([]string, len(words))
	for i, word := range words {
		list[i] = "`" + prefix + word + "`"
	}
	return strings.Join(list, ", ")
}

// escape keeps text from being read as Markdown.
func escape(text string) string {
	return strings.NewReplacer("|", "\\|", "*", "\\*", "<", "&lt;").Replace(text)
}
