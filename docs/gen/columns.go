package main

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/columns"
)

// columnSections are the columns of the files of results.
func columnSections(files []columns.File) []section {
	var b strings.Builder
	for _, f := range files {
		fmt.Fprintf(&b, "### %s\n\nEach row is %s.\n\n| column | type | unit | meaning |\n|:--|:--|:--|:--|\n", f.Name,
			escape(f.Doc))
		for _, field := range f.Fields {
			unit := field.Unit
			if unit == "" {
				unit = "–"
			}
			fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", field.Name, field.Kind, unit, escape(wording.Capital(field.Doc)))
		}
		b.WriteString("\n")
	}
	return []section{{"columns", strings.TrimSuffix(b.String(), "\n")}}
}

// statusTable says what each status means.
func statusTable(list []score.StatusRow) section {
	var b strings.Builder
	b.WriteString("| status | meaning |\n|:--|:--|\n")
	for _, row := range list {
		fmt.Fprintf(&b, "| `%s` | %s |\n", row.Status, escape(row.Doc))
	}
	return section{"statuses", b.String()}
}
