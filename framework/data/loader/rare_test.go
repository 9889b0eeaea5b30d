package loader

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/generate"
	"github.com/manyclass/bench/framework/data/source"
)

func TestRareClasses(t *testing.T) {
	const text = "x,kind\n1,b\n2,a\n3,c\n4,a\n5,b\n6,d\n7,a\n8,\n9,c\n"
	for _, test := range []struct {
		rare    *source.Rare
		classes []string
		counts  []int
		labels  []int
		says    string
	}{
		{nil, []string{"a", "b", "c", "d"}, []int{3, 2, 2, 1}, []int{1, 0, 2, 0, 1, 3, 0, -1, 2}, ""},
		{&source.Rare{Below: 2, As: "drop"}, []string{"a", "b", "c"}, []int{3, 2, 2}, []int{1, 0, 2, 0, 1, -1, 0, -1, 2},
			`rare: 1 class with fewer than 2 rows, 1 row in all: "d"; left out`},
		{&source.Rare{Below: 3, As: "other"}, []string{"a", "other"}, []int{3, 5}, []int{1, 0, 1, 0, 1, 1, 0, -1, 1},
			`rare: 3 classes with fewer than 3 rows, 5 rows in all: "b", "c", "d"; joined to the class "other"`},
	} {
		s := source.Source{File: writeFile(t, "rows.csv", text), Classing: source.Classing{Rare: test.rare}, Roles: source.Roles{Target: "kind"}}
		table, said, err := Table(s)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(table.Target.Names, test.classes) || !reflect.DeepEqual(table.Target.Counts, test.counts) ||
			!reflect.DeepEqual(table.Truth.Class, test.labels) {
			t.Errorf("%+v: classes %v of %v rows, labels %v", test.rare, table.Target.Names, table.Target.Counts,
				table.Truth.Class)
		}
		if !reflect.DeepEqual(table.Declared.Names, test.classes) ||
			!reflect.DeepEqual(table.Declared.Counts, test.counts) || table.Missing != 1 {
			t.Errorf("%+v: declared %v of %v rows, %d missing", test.rare, table.Declared.Names, table.Declared.Counts,
				table.Missing)
		}
		if test.says != "" && !strings.Contains(strings.Join(said, "\n"), test.says) {
			t.Errorf("%+v: said %q", test.rare, said)
		}
	}
}

// Declared classes that never occur stay declared; rare ones do not.
func TestRareClassesOfARFF(t *testing.T) {
	text := "@relation r\n@attribute x numeric\n@attribute kind {never,b,a,one}\n@data\n1,a\n2,a\n3,b\n4,b\n5,one\n"
	table, _, err := Table(source.Source{File: writeFile(t, "rows.arff", text), Classing: source.Classing{Rare: &source.Rare{Below: 2, As: "drop"}}})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(table.Target.Names, []string{"b", "a"}) ||
		!reflect.DeepEqual(table.Declared.Names, []string{"b", "a", "never"}) ||
		!reflect.DeepEqual(table.Declared.Counts, []int{2, 2, 0}) {
		t.Errorf("classes %v, declared %v of %v rows", table.Target.Names, table.Declared.Names, table.Declared.Counts)
	}
}

func TestRareClassesAreOfTheContent(t *testing.T) {
	s := source.Source{Recipe: generate.Recipe{Generate: "blobs", Counts: []int{9, 9, 2, 1}}}
	digests := map[string]bool{}
	for _, rare := range []*source.Rare{nil, {Below: 2, As: "drop"}, {Below: 3, As: "drop"}, {Below: 3, As: "other"}} {
		s.Rare = rare
		table, _, err := Table(s)
		if err != nil {
			t.Fatal(err)
		}
		digests[table.SHA256] = true
	}
	if len(digests) != 4 {
		t.Errorf("%d digests of 4 contents", len(digests))
	}
}

func TestRareIsChecked(t *testing.T) {
	for config, want := range map[string]string{
		`{"generate": "blobs", "rare": 3}`: "rare must be an object",
		`{"generate": "blobs", "rare": {"as": "drop"}}`: "rare needs below, a whole number " +
			"of at least 2",
		`{"generate": "blobs", "rare": {"below": 1, "as": "drop"}}`: "rare needs below, a whole number " +
			"of at least 2",
		`{"generate": "blobs", "rare": {"below": 2.5, "as": "drop"}}`: "rare needs below, a whole number " +
			"of at least 2",
		`{"generate": "blobs", "rare": {"below": 3}}`:                          `rare needs as, which is "drop" or "other"`,
		`{"generate": "blobs", "rare": {"below": 3, "as": "none"}}`:            `rare needs as, which is "drop" or "other"`,
		`{"generate": "blobs", "rare": {"below": 3, "as": "drop", "to": "x"}}`: `rare has below and as, and no "to"`,
		`{"generate": "multilabel", "rare": {"below": 3, "as": "drop"}}`: "rare does not apply to " +
			"multi-label data",
		`{"file": "x.csv", "target": ["a", "b"], "rare": {"below": 3, "as": "drop"}}`: "rare does not apply to " +
			"multi-label data",
	} {
		ds := Validate(contract.Config(config))
		if len(ds) != 1 || ds[0].Summary != want || !reflect.DeepEqual(ds[0].Path, []any{"rare"}) {
			t.Errorf("%s: %+v", config, ds)
		}
	}
	for want, s := range map[string]source.Source{
		"fewer than two classes": {Classing: source.Classing{Rare: &source.Rare{Below: 3, As: "drop"}},
			Recipe: generate.Recipe{Generate: "blobs", Counts: []int{9, 2, 1}}},
		`one called "other", and there is such a`: {File: writeFile(t, "rows.csv",
			"x,kind\n1,other\n2,other\n3,b\n4,a\n5,a\n"), Classing: source.Classing{Rare: &source.Rare{Below: 2, As: "other"}},
			Roles: source.Roles{Target: "kind"}},
	} {
		if _, _, err := Table(s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}
