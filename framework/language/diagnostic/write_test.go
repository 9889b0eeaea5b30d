package diagnostic

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestWrite(t *testing.T) {
	at := func(column int) *Range { return &Range{File: "f.hcl", Start: Pos{3, column}, End: Pos{3, column + 2}} }
	tests := []struct {
		name  string
		d     Diagnostic
		color bool
		want  string
	}{
		{"tab", Diagnostic{Summary: "s", Range: at(2), quote: quote{"\tab = 1", 1, 3}}, false,
			"Error: s\n\n  on f.hcl:3:2\n    3 | \tab = 1\n      | \t^^\n\n"},
		{"accents and wide characters", Diagnostic{Summary: "s", Range: at(6), quote: quote{"é数e\u0301 ab", 9, 11}}, false,
			"Error: s\n\n  on f.hcl:3:6\n    3 | é数e\u0301 ab\n      |      ^^\n\n"},
		{"wide marked", Diagnostic{Summary: "s", Range: at(1), quote: quote{"数数", 0, 6}}, false,
			"Error: s\n\n  on f.hcl:3:1\n    3 | 数数\n      | ^^^^\n\n"},
		{"end of line", Diagnostic{Summary: "s", Range: at(3), quote: quote{"ab", 2, 2}}, false,
			"Error: s\n\n  on f.hcl:3:3\n    3 | ab\n      |   ^\n\n"},
		{"no place", Diagnostic{Severity: contract.Warning, Summary: "s", Detail: "what to do"}, false,
			"Warning: s\n\nwhat to do\n\n"},
		{"code", Diagnostic{Severity: contract.Error, Code: "F007", Summary: "s"}, false, "Error[F007]: s\n\n"},
		{"color", Diagnostic{Severity: contract.Error, Summary: "s", Range: at(1), quote: quote{"ab", 0, 1}}, true,
			"\x1b[1;31mError:\x1b[0m s\n\n  on f.hcl:3:1\n    3 | ab\n      | \x1b[1;31m^\x1b[0m\n\n"},
		{"words of others", Diagnostic{Summary: "a\n\nError: b", Range: at(2), Detail: "\x1b[2Jgone\n\nError: forged\n\nit is",
			quote: quote{"\x1b[31m\u009bé = 1", 5, 7}}, false, "Error: a Error: b\n\n  on f.hcl:3:2\n    3 | ?[31m?é = 1\n" +
			"      |      ^\n\n[2Jgone\n\n  Error: forged\n\nit is\n\n"},
		{"wrapped", Diagnostic{Summary: "s", Detail: strings.Repeat("ninechars ", 8) + "end\nnext"}, false,
			"Error: s\n\n" + strings.Repeat("ninechars ", 7)[:69] + "\nninechars end\nnext\n\n"},
	}
	for _, test := range tests {
		var out strings.Builder
		List{test.d}.Write(&out, AnyWidth, test.color)
		if out.String() != test.want {
			t.Errorf("%s: got:\n%q\nwant:\n%q", test.name, out.String(), test.want)
		}
	}
}

func TestQuoted(t *testing.T) {
	src := []byte("one\r\ntwo three\nfour")
	tests := []struct {
		start, end int
		want       quote
	}{
		{0, 3, quote{"one", 0, 3}},
		{1, 9, quote{"one", 1, 3}},
		{4, 4, quote{"one", 3, 3}},
		{9, 14, quote{"two three", 4, 9}},
		{15, 99, quote{"four", 0, 4}},
		{99, 99, quote{"four", 4, 4}},
	}
	for _, test := range tests {
		if got := quoted(src, test.start, test.end); got != test.want {
			t.Errorf("%d to %d: got %v, want %v", test.start, test.end, got, test.want)
		}
	}
}

func TestCut(t *testing.T) {
	tests := []struct {
		name string
		q    quote
		want quote
	}{
		{"short", quote{"0123456789", 8, 9}, quote{"0123456789", 8, 9}},
		{"at the beginning", quote{"0123456789abc", 1, 3}, quote{"0123456789…", 1, 3}},
		{"in the middle", quote{"0123456789abcdef", 6, 8}, quote{"…3456789abc…", 6, 8}},
		{"at the end", quote{"0123456789abc", 12, 13}, quote{"…3456789abc", 12, 13}},
		{"behind the end", quote{"0123456789abc", 13, 13}, quote{"…3456789abc", 13, 13}},
		{"beyond the cut", quote{"0123456789abcdef", 2, 16}, quote{"0123456789…", 2, 10}},
		{"of several bytes", quote{"éééééééééééé", 22, 24}, quote{"…éééééééééé", 21, 23}},
	}
	for _, test := range tests {
		if got := test.q.cut(10); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
	line := strings.Repeat("数", 200)
	d := Diagnostic{Summary: "s", Range: &Range{File: "f", Start: Pos{1, 101}}, quote: quote{line, 300, 303}}
	lines := strings.Split(d.String(), "\n")
	before := strings.TrimRight(strings.TrimPrefix(lines[4], "      | "), "^")
	if len(before) != 1+2*40 || !strings.HasSuffix(lines[4], " ^^") {
		t.Errorf("the carets stand after %d cells: %q", len(before), lines[4])
	}
}

// A row is one line where the terminal is wide enough, however narrow prose is;
// else its cells are broken within their columns.
func TestTable(t *testing.T) {
	d := Diagnostic{Severity: contract.Warning, Summary: "s", Detail: "what to do", Table: [][]string{
		{"column", "what", "write"},
		{`"数", "b c"`, `"NA", maybe missing, in many a row`, `missing = ["?", "", "NA", "null"]`},
		{"the\ntarget\x1b", "x", "y"},
	}}
	for width, want := range map[int]string{
		120: `  column       what                                write
  "数", "b c"  "NA", maybe missing, in many a row  missing = ["?", "", "NA", "null"]
  the target   x                                   y
`,
		80: `  column       what                             write
  "数", "b c"  "NA", maybe missing, in many a   missing = ["?", "", "NA",
               row                              "null"]
  the target   x                                y
`,
		10: `  column  what      write
  "数",   "NA",     missing
  "b c"   maybe     = ["?",
          missing,  "",
          in many   "NA",
          a row     "null"]
  the     x         y
  target
`,
	} {
		var out strings.Builder
		List{d}.Write(&out, width, false)
		if want = "Warning: s\n\n" + want + "\nwhat to do\n\n"; out.String() != want {
			t.Errorf("at %d got:\n%s\nwant:\n%s", width, out.String(), want)
		}
	}
}
