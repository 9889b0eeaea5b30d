package experiment

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
)

// place is a stretch of the file of the test.
func place(line, column, endLine, endColumn int) diagnostic.Range {
	return diagnostic.Range{
		File:  "dir/test.hcl",
		Start: diagnostic.Pos{Line: line, Column: column}, End: diagnostic.Pos{Line: endLine, Column: endColumn},
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
		got  diagnostic.Diagnostic
		want diagnostic.Range
	}{
		{d.Errorf("", []any{"file"}, "s", "d"), place(3, 12, 3, 22)},
		{d.Errorf("", []any{"types", "a b"}, "s", "d"), place(4, 22, 4, 35)},
		{d.Errorf("", []any{"types", contract.Key("a b")}, "s", "d"), place(4, 14, 4, 19)},
		{d.Errorf("", []any{"types", contract.Key("b")}, "s", "d"), place(4, 12, 4, 37)},
		{d.Errorf("", []any{"target"}, "s", "d"), place(2, 1, 2, 12)},
		{d.Errorf("", nil, "s", "d"), place(2, 1, 2, 12)},
		{exp.Learners[1].Errorf("", []any{"C"}, "s", "d"), place(6, 33, 6, 35)},
		{exp.Reductions[0].Errorf("", []any{"matrix", 1}, "s", "d"), place(10, 5, 10, 12)},
		{exp.Reductions[0].Errorf("", []any{"matrix", 1, 0}, "s", "d"), place(10, 6, 10, 8)},
		{exp.Reductions[0].Errorf("", []any{"matrix", 1, 0, 5}, "s", "d"), place(10, 6, 10, 8)},
		{exp.Reductions[1].Errorf("", []any{"matrix", 1}, "s", "d"), place(13, 35, 13, 47)},
		{m.Errorf("", []any{"average"}, "s", "d"), place(15, 25, 15, 32)},
	}
	for i, test := range tests {
		if *test.got.Range != test.want {
			t.Errorf("%d: points at %v, want %v", i, *test.got.Range, test.want)
		}
	}
	if got, want := tests[8].got.String(), "Error[C011]: s\n\n  on dir/test.hcl:10:6\n   10 |     [-1, 1],\n      |      ^^\n\nd\n\n"; got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
