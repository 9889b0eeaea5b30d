package loader

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/source"
)

// TestSpellings holds texts that are nearly the same: they are one class or two,
// and what is not plain is said.
func TestSpellings(t *testing.T) {
	number := map[string]string{"y": "numeric"}
	for _, test := range []struct {
		rows    string
		types   map[string]string
		classes []string
		warning string
	}{
		{"1,\" a\"\n2,a\n", nil, []string{" a", "a"}, ""},
		{"1,\"a\"\n2, a\n3,b\n", nil, []string{"a", "b"},
			`x.csv:3: "a" of target "y" has blanks around it in some rows and none in others: that is one value`},
		{"1, a\n2, b\n3, a\n", nil, []string{"a", "b"}, ""},
		{"1,01\n2,1\n3,1\n", nil, []string{"01", "1"},
			`x.csv:3: target "y" holds "01" and "1", which are equal numbers but two values; to make them one write types = { "y" = "numeric" }`},
		{"1,01\n2,1\n3,2\n", number, []string{"1", "2"}, ""},
		{"1,1.0\n2,2.0\n3,2.0\n", nil, []string{"1", "2"}, ""},
		{"1,a\n2,A\n", nil, []string{"A", "a"}, ""},
	} {
		table, warnings := load(t, source.Source{File: file(t, "x.csv", "x,y\n"+test.rows),
			Roles: source.Roles{Target: "y", Types: test.types}})
		if !slices.Equal(table.Target.Names, test.classes) {
			t.Errorf("%q: classes %q, want %q", test.rows, table.Target.Names, test.classes)
		}
		if all := strings.Join(warnings, "\n"); (test.warning == "") != (all == "") || !strings.Contains(all, test.warning) {
			t.Errorf("%q: warnings %q, want %q", test.rows, all, test.warning)
		}
	}
	grouped, warnings := load(t, source.Source{File: file(t, "x.csv", "x,g,y\n1,7,a\n2,07,b\n"),
		Roles: source.Roles{Target: "y", Group: "g"}})
	if !slices.Equal(grouped.GroupNames, []string{"07", "7"}) || len(warnings) != 1 ||
		!strings.Contains(warnings[0], `group "g" holds "7" and "07"`) {
		t.Errorf("groups %q, %q", grouped.GroupNames, warnings)
	}
	arff, warnings := load(t, source.Source{File: file(t, "x.arff",
		"@relation r\n@attribute x real\n@attribute y {' a',a}\n@data\n1,' a'\n2, a\n")})
	if !slices.Equal(arff.Target.Names, []string{" a", "a"}) || warnings != nil {
		t.Errorf("classes %q, %q", arff.Target.Names, warnings)
	}
	declared, warnings := load(t, source.Source{File: file(t, "x.arff",
		"@relation r\n@attribute x real\n@attribute y real\n@data\n1,01\n2,1\n3,2\n")})
	if !slices.Equal(declared.Target.Names, []string{"1", "2"}) || len(warnings) != 1 ||
		!strings.Contains(warnings[0], "which are one value") {
		t.Errorf("classes %q, %q", declared.Target.Names, warnings)
	}
}
