package experiment

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
		{"color", Diagnostic{Severity: contract.Error, Summary: "s", Range: at(1), quote: quote{"ab", 0, 1}}, true,
			"\x1b[1;31mError:\x1b[0m s\n\n  on f.hcl:3:1\n    3 | ab\n      | \x1b[1;31m^\x1b[0m\n\n"},
		{"wrapped", Diagnostic{Summary: "s", Detail: strings.Repeat("ninechars ", 8) + "end\nnext"}, false,
			"Error: s\n\n" + strings.Repeat("ninechars ", 7)[:69] + "\nninechars end\nnext\n\n"},
	}
	for _, test := range tests {
		var out strings.Builder
		Diagnostics{test.d}.Write(&out, AnyWidth, test.color)
		if out.String() != test.want {
			t.Errorf("%s: got:\n%q\nwant:\n%q", test.name, out.String(), test.want)
		}
	}
}

func TestLaterDiagnostics(t *testing.T) {
	exp := bound(t, `experiment "e" { on_incompatible = "skip" }
dataset "d" {
  file   = "gone.csv"
  types  = { "a b" = "categorical" }
}
learner "svm" "s" { C = grid(1, 10) }
reduction "ecoc" "m" {
  matrix = ([
    [1, -1],
    [-1, 1],
  ])
}
reduction "ecoc" "far" { matrix = local.matrix }
locals { matrix = [[1, -1], [-1, 1]] }
metric "f1" { average = "macro" }
`, nil)
	d, m := &exp.Datasets[0], &exp.Metrics[0]
	tests := []struct {
		got  Diagnostic
		want Range
	}{
		{d.Errorf([]any{"file"}, "s", "d"), Range{"dir/test.hcl", Pos{3, 12}, Pos{3, 22}}},
		{d.Errorf([]any{"types", "a b"}, "s", "d"), Range{"dir/test.hcl", Pos{4, 22}, Pos{4, 35}}},
		{d.Errorf([]any{"target"}, "s", "d"), Range{"dir/test.hcl", Pos{2, 1}, Pos{2, 12}}},
		{d.Errorf(nil, "s", "d"), Range{"dir/test.hcl", Pos{2, 1}, Pos{2, 12}}},
		{exp.Learners[1].Errorf([]any{"C"}, "s", "d"), Range{"dir/test.hcl", Pos{6, 33}, Pos{6, 35}}},
		{exp.Reductions[0].Errorf([]any{"matrix", 1}, "s", "d"), Range{"dir/test.hcl", Pos{10, 5}, Pos{10, 12}}},
		{exp.Reductions[0].Errorf([]any{"matrix", 1, 0}, "s", "d"), Range{"dir/test.hcl", Pos{10, 6}, Pos{10, 8}}},
		{exp.Reductions[0].Errorf([]any{"matrix", 1, 0, 5}, "s", "d"), Range{"dir/test.hcl", Pos{10, 6}, Pos{10, 8}}},
		{exp.Reductions[1].Errorf([]any{"matrix", 1}, "s", "d"), Range{"dir/test.hcl", Pos{13, 35}, Pos{13, 47}}},
		{m.Errorf([]any{"average"}, "s", "d"), Range{"dir/test.hcl", Pos{15, 25}, Pos{15, 32}}},
	}
	for i, test := range tests {
		if *test.got.Range != test.want {
			t.Errorf("%d: points at %v, want %v", i, *test.got.Range, test.want)
		}
	}
	if got, want := tests[6].got.String(), "Error: s\n\n  on dir/test.hcl:10:6\n   10 |     [-1, 1],\n      |      ^^\n\nd\n\n"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
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

func TestSatisfiesVersion(t *testing.T) {
	tests := []struct {
		constraint, version string
		want                bool
	}{
		{">= 0.1", "0.1.0", true}, {">= 0.1", "0.0.9", false}, {">= 0.1, < 2", "1.9", true}, {">= 0.1, < 2", "2.0.0", false},
		{"1.2", "1.2.0", true}, {"= 1.2", "1.2.1", false}, {"!= 1.2", "1.2.1", true}, {"~> 1.2", "1.9", true},
		{"~> 1.2", "2.0", false}, {"~> 1.2.3", "1.2.9", true}, {"~> 1.2.3", "1.3.0", false}, {"~> 1.2.3", "1.2.2", false},
		{"> 1", "1.0.1", true}, {"<= 1.10", "1.9", true}, {">= v1", "v1.0.0-rc1", true},
	}
	for _, test := range tests {
		got, err := SatisfiesVersion(test.constraint, test.version)
		if got != test.want || err != nil {
			t.Errorf("%s meets %q: got %v, %v", test.version, test.constraint, got, err)
		}
	}
	for _, bad := range [][2]string{{"", "1"}, {"newest", "1"}, {">= 1", "x"}, {">= -1", "1"}, {"1,", "1"}} {
		if _, err := SatisfiesVersion(bad[0], bad[1]); err == nil {
			t.Errorf("%q and %q are read", bad[0], bad[1])
		}
	}
}
