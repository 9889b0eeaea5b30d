package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/wording"
)

// proseWidth is how many characters a line of prose has at most.
const proseWidth = 140

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
	fmt.Fprintf(&b, "## `%s`\n\n%s\n", c.Name, wording.Wrap(escape(c.Doc), "", "", proseWidth))
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
		fmt.Fprintf(&b, "\n%s, described [above](#%s): %s.\n", also, common.anchor(), strings.Join(shared, ", "))
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

// parameters renders a table of attributes.
func parameters(list []contract.Param) string {
	var b strings.Builder
	b.WriteString("| attribute | type | default | meaning |\n|:--|:--|:--|:--|\n")
	for _, p := range list {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", p.Name, values(p), initial(p), escape(p.Doc))
	}
	return b.String()
}

// formatTable renders the table of data formats.
func formatTable(list []formats.Format) string {
	var b strings.Builder
	b.WriteString("| format | extensions | a file holds | attributes that do not apply |\n|:--|:--|:--|:--|\n")
	for _, f := range list {
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", f.Name, quoted(f.Extensions, "."), escape(f.Doc), quoted(f.Refuses, ""))
	}
	return b.String()
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

// values says which values a parameter takes.
func values(p contract.Param) string {
	if len(p.OneOf) > 0 {
		quoted := make([]string, len(p.OneOf))
		for i, v := range p.OneOf {
			quoted[i] = fmt.Sprintf("`\"%s\"`", v)
		}
		if bounds := wording.Bounds(p.Above, p.Min, p.Max); bounds != "" { // numbers as well as words
			quoted = append(quoted, "number "+bounds)
		}
		if strings.HasPrefix(p.Type, "list") {
			return "list of " + strings.Join(quoted, ", ")
		}
		return strings.Join(quoted, ", ")
	}
	text := p.Type
	if p.Integer {
		text = "whole number"
	}
	if bounds := wording.Bounds(p.Above, p.Min, p.Max); bounds != "" {
		text += " " + bounds
	}
	if p.Integer && strings.HasPrefix(p.Type, "list") {
		return "list of " + strings.Replace(text, "number", "numbers", 1)
	}
	return text
}

func initial(p contract.Param) string {
	switch {
	case p.Required:
		return "required"
	case p.Default == nil:
		return "–"
	}
	b, err := json.Marshal(p.Default)
	if err != nil {
		panic(fmt.Sprintf("gen: default of %s: %v", p.Name, err))
	}
	return "`" + string(b) + "`"
}

// escape keeps text from being read as Markdown.
func escape(text string) string {
	return strings.NewReplacer("|", "\\|", "*", "\\*", "<", "&lt;").Replace(text)
}
