package mistake

import (
	_ "embed"
	"strings"
)

//go:embed codes.txt
var codes string

// Row is what users read of a code.
type Row struct {
	Code   Code
	Name   string // of the constant
	Title  string // what is wrong, without a full stop
	Why    string // sentences: when and why bench reports it
	Mend   string // sentences: what to do
	Wrong  string // a part of an experiment file that gives the code, "" without an example
	Mended string // the same without the mistake
	None   string // why there is no example
}

// Table is the table of codes, in their order.
func Table() []Row {
	var rows []Row
	for _, part := range strings.Split("\n"+codes, "\n== ")[1:] {
		head, rest, _ := strings.Cut(part, "\n--- ")
		lines := strings.Split(strings.TrimSpace(head), "\n")
		code, name, _ := strings.Cut(lines[0], " ")
		row := Row{Code: Code(code), Name: name}
		if len(lines) > 1 {
			row.Title = lines[1]
			row.Why, row.Mend, _ = strings.Cut(strings.Join(lines[2:], " "), " Mend: ")
		}
		for _, section := range strings.Split(rest, "\n--- ") {
			kind, text, _ := strings.Cut(section, "\n")
			switch text = strings.TrimSpace(text); kind {
			case "wrong":
				row.Wrong = text + "\n"
			case "mended":
				row.Mended = text + "\n"
			case "none":
				row.None = text
			}
		}
		rows = append(rows, row)
	}
	return rows
}
