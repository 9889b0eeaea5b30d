package loader

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/generate"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/test/must"
)

// pairs returns two rows for each of n classes.
func pairs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "1,%d\n2,%d\n", i, i)
	}
	return b.String()
}

// quantities returns rows of n different whole numbers, each in several rows.
func quantities(n, rows int) string {
	var b strings.Builder
	for i := range n * rows {
		fmt.Fprintf(&b, "1,%d\n", i/rows)
	}
	return b.String()
}

func TestDefectsPointAtAttributes(t *testing.T) {
	const good = "x,y,s\n1,a,train\n2,b,test\n"
	path := func(steps ...any) []any { return steps }
	yes := true
	tests := []struct {
		name   string
		text   string
		source source.Source
		want   [][]any
	}{
		{"no target", good, source.Source{}, [][]any{path("target")}},
		{"columns", good, source.Source{Roles: source.Roles{Target: "z", Split: "u", Fold: "v", Drop: []string{"x", "w"},
			Types: map[string]string{"x": "text", "q": "numeric"}}},
			[][]any{path("types", "x"), path("target"), path("split"), path("fold"), path("drop", 1), path("types", contract.Key("q"))}},
		{"column twice", good, source.Source{Roles: source.Roles{Target: "y", Drop: []string{"y"}}},
			[][]any{path("drop", 0)}},
		{"no features", good, source.Source{Roles: source.Roles{Target: "y", Split: "s", Drop: []string{"x"}}},
			[][]any{path("drop")}},
		{"kind", "x,y\n?,a\nz,b\n", source.Source{Roles: source.Roles{Target: "y",
			Types: map[string]string{"x": "numeric"}}}, [][]any{path("types", "x")}},
		{"kind of target", "x,y\n1,1\n2,b\n", source.Source{Roles: source.Roles{Target: "y",
			Types: map[string]string{"y": "numeric"}}}, [][]any{path("types", "y")}},
		{"split and fold", "x,y,s,f\n1,1,no,\n2,2,no,1\n",
			source.Source{Roles: source.Roles{Target: "y", Split: "s", Fold: "f"}},
			[][]any{path("target"), path("split"), path("fold")}},
		{"one class", good, source.Source{Rows: 1, Roles: source.Roles{Target: "y"}}, [][]any{path("rows")}},
		{"one class of all", "x,y\n1,a\n", source.Source{Roles: source.Roles{Target: "y"}}, [][]any{path("target")}},
		{"digest", good, source.Source{SHA256: strings.Repeat("0", 64), Roles: source.Roles{Target: "q"}},
			[][]any{path("sha256")}},
		{"digest and test file", good, source.Source{TestFile: "/nowhere/x.csv", SHA256: "0",
			Roles: source.Roles{Target: "y"}}, [][]any{path("sha256"), path("test_file")}},
		{"header", "0,0,y\n1,2,a\n", source.Source{Roles: source.Roles{Target: "y"}, Layout: source.Layout{Header: &yes}},
			[][]any{nil}},
		{"no header", "0,0,5\n1,2,3\n", source.Source{Roles: source.Roles{Target: "5"}, Layout: source.Layout{Header: &yes}},
			[][]any{path("header")}},
		{"names", good, source.Source{Roles: source.Roles{Target: "y"}, Layout: source.Layout{Columns: []string{"x", "y"}}},
			[][]any{path("columns")}},
		{"names twice", good, source.Source{Roles: source.Roles{Target: "y"},
			Layout: source.Layout{Columns: []string{"x", "y", "x"}}}, [][]any{path("columns", 2)}},
		{"skipped", good, source.Source{Roles: source.Roles{Target: "y"}, Layout: source.Layout{SkipLines: 7}},
			[][]any{path("skip_lines")}},
		{"two infinite", "x,z,y\n1,inf,a\ninf,1,b\n", source.Source{Roles: source.Roles{Target: "y"}}, [][]any{nil, nil}},
		{"ragged", "x,y\n1\n", source.Source{Roles: source.Roles{Target: "y"}}, [][]any{nil}},
		{"generated", "", source.Source{Rows: 2, Recipe: generate.Recipe{Generate: "blobs", Spread: new(float64), Seed: 3},
			Roles: source.Roles{Target: "y"}}, [][]any{path("target"), path("rows")}},
	}
	for _, test := range tests {
		if test.source.Generate == "" {
			test.source.File = file(t, "x.csv", test.text)
		}
		_, _, err := Table(test.source)
		var got [][]any
		for _, e := range data.Errors(err) {
			got = append(got, e.Path)
		}
		if !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, want %v: %v", test.name, got, test.want, err)
		}
	}
	if data.Errors(nil) != nil || data.Errors(errors.New("x"))[0].Msg != "x" {
		t.Error("Errors of nothing or of another error")
	}
}

func TestTestFileDefects(t *testing.T) {
	train := file(t, "train.csv", "x,y\n1,a\n2,b\n")
	for text, want := range map[string]string{
		"":               "test_file",
		"x,z\n1,a\n":     "test_file",
		"x,y\n1\n":       "test_file",
		"x,y\n":          "test_file",
		"x,y\nbad,a\n":   "types",
		"x,y,w\n1,2,3\n": "test_file",
	} {
		_, _, err := Table(source.Source{File: train, TestFile: file(t, "test.csv", text),
			Roles: source.Roles{Target: "y", Types: map[string]string{"x": "numeric"}}})
		if found := data.Errors(err); len(found) != 1 || len(found[0].Path) == 0 || found[0].Path[0] != want {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestGapsAreCountedByFile(t *testing.T) {
	source := source.Source{File: file(t, "train.csv", "x,y\n1,a\n2,b\n3,?\n"),
		TestFile: file(t, "test.csv", "x,y\n1,?\n1,\n2,b\n1,a\n"), Roles: source.Roles{Target: "y"}}
	_, warnings := load(t, source)
	if len(warnings) != 2 || !strings.Contains(warnings[0], "train.csv: 1 of 3 rows") ||
		!strings.Contains(warnings[1], "test.csv: 2 of 4 rows") {
		t.Errorf("%q", warnings)
	}
}

func TestManyClasses(t *testing.T) {
	for name, s := range map[string]source.Source{
		"fifty of two rows":  {File: file(t, "x.csv", "x,y\n"+pairs(50))},
		"three rows a class": {File: file(t, "x.csv", "x,y\n"+pairs(60)+must.ReplaceAll(pairs(60), "2,", "3,"))},
		"declared": {File: file(t, "x.csv", "x,y\n"+pairs(51)),
			Roles: source.Roles{Types: map[string]string{"y": "categorical"}}},
		"text": {File: file(t, "x.csv", "x,y\n1,a\n2,b\n")},
	} {
		s.Target = "y"
		if _, _, err := Table(s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// doubtful returns the warnings about a column x of these values.
func doubtful(t *testing.T, values []string, types map[string]string) string {
	t.Helper()
	text := "x,y\n"
	for i, v := range values {
		text += v + "," + string(rune('a'+i%2)) + "\n"
	}
	_, warnings := load(t, source.Source{File: file(t, "x.csv", text), Roles: source.Roles{Target: "y", Types: types}})
	return strings.Join(warnings, "\n")
}

func TestDoubtfulColumns(t *testing.T) {
	repeat := func(n int, values ...string) []string {
		var all []string
		for range n {
			all = append(all, values...)
		}
		return all
	}
	ids := func(n int, format string) []string {
		var all []string
		for i := range n {
			all = append(all, fmt.Sprintf(format, i))
		}
		return all
	}
	const stray, id = `categorical because of "NA"`,
		`column "x" has a distinct value in every row and looks like an id; add it to drop`
	tests := []struct {
		name   string
		values []string
		types  map[string]string
		want   string
	}{
		{"one text in five", repeat(3, "NA", "1", "2", "3", "4"), nil, stray},
		{"one text, nearly half", append(repeat(4, "NA", "1"), "2"), nil, stray},
		{"one text, half", repeat(4, "NA", "1"), nil, ""},
		{"two texts in five", repeat(3, "NA", "none", "1", "2", "3"), nil, ""},
		{"two texts in forty", append(repeat(38, "1"), "NA", "none"), nil, stray},
		{"id", ids(20, "row%d"), nil, id},
		{"few rows", ids(19, "row%d"), nil, ""},
		{"one repeated", append(ids(20, "row%d"), "row3"), nil, ""},
		{"one missing", append(ids(20, "row%d"), "?"), nil, ""},
		{"typed", ids(20, "row%d"), map[string]string{"x": "categorical"}, ""},
		{"numbers", ids(20, "%d"), nil, ""},
		{"numbers and one text", append(ids(20, "%d"), "NA"), nil, stray},
	}
	for _, test := range tests {
		got := doubtful(t, test.values, test.types)
		if test.want == "" && got != "" || !strings.Contains(got, test.want) || strings.Contains(got, "\n") {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestMembers(t *testing.T) {
	table, _ := load(t, source.Source{File: file(t, "x.csv.gz", zip("x,y\n1,a\n")+zip("2,b\n")),
		Roles: source.Roles{Target: "y"}})
	if table.Rows != 2 {
		t.Errorf("%d rows", table.Rows)
	}
}

// What the experiment file may say of numbers can be held by a Source.
func TestBoundsFitSource(t *testing.T) {
	for _, p := range Params() {
		if p.Type != "number" || !p.Integer {
			continue
		}
		var s source.Source
		if p.Max == nil {
			t.Errorf("%s has no bound", p.Name)
		} else if err := contract.NewConfig(map[string]any{p.Name: *p.Max}).Decode(&s); err != nil {
			t.Errorf("%s = %v: %v", p.Name, *p.Max, err)
		}
	}
}
