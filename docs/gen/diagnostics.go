package main

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/mistake"
)

// areas are what the letters of codes stand for.
var areas = map[byte]string{'F': "The form of a file", 'V': "Values and references", 'C': "What goes together",
	'D': "Data and their division", 'T': "Tables and comparisons", 'P': "Plugins and the lock file"}

// diagnosticPages are a page for each code, and the list of all.
func diagnosticPages() []page {
	var b strings.Builder
	b.WriteString("# Codes of messages\n\n" + prose("Each error, warning and note on an experiment file, its data, its plugins "+
		"and its lock file has a code in brackets, as in `Error[F007]: Unknown attribute \"c\"`. The code names the kind of "+
		"mistake; the message says what it is here. `bench explain F007` prints the page of a code.", "", "") + "\n")
	var list []page
	letter := byte(0)
	for _, r := range mistake.Table() {
		if r.Code[0] != letter {
			letter = r.Code[0]
			fmt.Fprintf(&b, "\n## %s\n\n| code | meaning |\n|:--|:--|\n", areas[letter])
		}
		fmt.Fprintf(&b, "| [`%s`](%s.md) | %s |\n", r.Code, r.Code, r.Title)
		list = append(list, page{file: fmt.Sprintf("diagnostics/%s.md", r.Code), whole: diagnosticPage(r)})
	}
	return append(list, page{file: "diagnostics/README.md", whole: b.String()})
}

func diagnosticPage(r mistake.Row) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s: %s\n\n%s\n\n%s\n", r.Code, r.Title, prose(escape(r.Why), "", ""),
		prose("What to do: "+escape(r.Mend), "", ""))
	if r.None != "" {
		fmt.Fprintf(&b, "\nThis page lacks an example. %s\n", r.None)
		return b.String()
	}
	fmt.Fprintf(&b, "\nThis is wrong:\n\n```text\n%s```\n\n", r.Wrong)
	fmt.Fprintf(&b, "This is right:\n\n<!-- test: fragment -->\n```hcl\n%s```\n", r.Mended)
	return b.String()
}
