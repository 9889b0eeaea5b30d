package loader

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/test/must"
	"github.com/manyclass/bench/test/realdata"
)

func TestARFF(t *testing.T) {
	const text = "% a comment\r\n" +
		"@RELATION 'some thing'\r\n" +
		"@Attribute 'a b' REAL % size\r\n" +
		"@attribute\tcolour\t{red, 'light blue' ,\"it's\", 50%, } % colours\r\n" +
		"@attribute size{small,large}\r\n" +
		"@attribute note string\r\n" +
		"@attribute class {c,'b c',a,'d\\'e'}\r\n" +
		"\r\n@DATA\r\n" +
		"1.5, red, large, 'x, y', a\r\n" +
		"% between\r\n" +
		"?,'light blue',small,?,'b c',\r\n" +
		"-2,\"it's\",?,\"say \\\"hi\\\"\",a % a remark\r\n" +
		"\t1e-3 large 'z'\r\n"
	full := must.Replace(text, "\t1e-3 large 'z'\r\n", "\t1e-3 50% large 'z' 'd\\'e'\r\n")
	table, warnings := load(t, source.Source{File: file(t, "x.arff", full),
		Roles: source.Roles{Types: map[string]string{"note": "categorical"}}})
	if len(warnings) != 0 || table.Rows != 4 || table.Missing != 3 {
		t.Errorf("%d rows, %d missing, %q", table.Rows, table.Missing, warnings)
	}
	if !reflect.DeepEqual(table.Target.Names, []string{"b c", "a", "d'e"}) ||
		!reflect.DeepEqual(table.Truth.Class, []int{1, 0, 1, 2}) {
		t.Errorf("classes %q, labels %v", table.Target.Names, table.Truth.Class)
	}
	if !reflect.DeepEqual(table.Declared.Names, []string{"c", "b c", "a", "d'e"}) ||
		!reflect.DeepEqual(table.Declared.Counts, []int{0, 1, 2, 1}) {
		t.Errorf("declared %q, %v", table.Declared.Names, table.Declared.Counts)
	}
	size := column(t, table, "a b")
	if size.Kind != data.Numeric || size.Values[0] != 1.5 || !math.IsNaN(size.Values[1]) || size.Values[3] != 0.001 {
		t.Errorf("%+v", size)
	}
	colour := column(t, table, "colour")
	if !reflect.DeepEqual(colour.Levels, []string{"red", "light blue", "it's", "50%"}) ||
		!reflect.DeepEqual(colour.Codes, []int32{0, 1, 2, 3}) {
		t.Errorf("%+v", colour)
	}
	note := column(t, table, "note")
	if !reflect.DeepEqual(note.Levels, []string{`say "hi"`, "x, y", "z"}) ||
		!reflect.DeepEqual(note.Codes, []int32{1, -1, 0, 2}) {
		t.Errorf("%+v", note)
	}
}

// What files of OpenML have that readers stumble over, each in a line: remarks behind attributes, quoted quotes, commas in
// values, values that other programs take for truth or for numbers.
func TestARFFOfOpenML(t *testing.T) {
	for attribute, want := range map[string][]string{
		"{-1,1} %{<=50K, >50K}|-1,1":                        {"-1", "1"},
		`{'\'B1of3\'','\'B2of3\''}|'\'B1of3\'','\'B2of3\''`: {"'B1of3'", "'B2of3'"},
		"{'a, b', c}|'a, b',c":                              {"a, b", "c"},
		"{True,False}|True,False":                           {"True", "False"},
		"{255,0}|255,0":                                     {"255", "0"},
		"{yes,never,no}|yes,no":                             {"yes", "no"},
	} {
		kind, values, _ := strings.Cut(attribute, "|")
		text := "@relation r\n@attribute x real\n@attribute y " + kind + "\n@data\n"
		for i, row := range regexp.MustCompile(`'(\\'|[^'])*'|[^,]+`).FindAllString(values, -1) {
			text += fmt.Sprintf("%d,%s\n", i, row)
		}
		table, _ := load(t, source.Source{File: file(t, "x.arff", text)})
		if !slices.Equal(table.Target.Names, want) {
			t.Errorf("%s: classes %q, want %q", kind, table.Target.Names, want)
		}
	}
}

func TestARFFOptions(t *testing.T) {
	const text = "@relation r\n@attribute x numeric\n@attribute s {train,test,other}\n@attribute y " +
		"{b,a}\n@data\n1,train,b\n2,test,a\n1,train,a\n"
	s := source.Source{File: file(t, "x.arff", text),
		Roles: source.Roles{Target: "x", Split: "s", Types: map[string]string{"y": "categorical"}}}
	table, _ := load(t, s)
	if !reflect.DeepEqual(table.Target.Names, []string{"1", "2"}) || !reflect.DeepEqual(table.Part, []int8{0, 1, 0}) {
		t.Errorf("classes %v, parts %v", table.Target.Names, table.Part)
	}
	if !reflect.DeepEqual(table.Columns[0].Levels, []string{"b", "a"}) {
		t.Errorf("%+v", table.Columns)
	}
	test := "@relation r\n@attribute x numeric\n@attribute s {train,test,other}\n@attribute y {c,b}\n@data\n3,test,c\n"
	table, _ = load(t, source.Source{File: s.File, TestFile: file(t, "t.arff", test),
		Roles: source.Roles{Drop: []string{"s"}}})
	if !reflect.DeepEqual(table.Target.Names, []string{"b", "a", "c"}) ||
		!reflect.DeepEqual(table.Truth.Class, []int{0, 1, 1, 2}) {
		t.Errorf("classes %v, labels %v", table.Target.Names, table.Truth.Class)
	}
	s.File = file(t, "x.arff", text+"3,other,a\n")
	if _, _, err := Table(s); err == nil || !strings.Contains(err.Error(), `x.arff:9: split column "s" holds "other"`) {
		t.Error(err)
	}
	s.File = file(t, "x.arff", text)
	s.Target, s.Types = "y", map[string]string{"x": "categorical"}
	table, _ = load(t, s)
	if table.Columns[0].Kind != data.Categorical {
		t.Errorf("%+v", table.Columns[0])
	}
}

func TestARFFErrors(t *testing.T) {
	const head = "@relation r\n@attribute x numeric\n@attribute y {a,b}\n"
	tests := map[string]string{
		head + "@data\n1,a\n2,c\n":          `x.arff:6: "c" is not a declared value of attribute "y"; declared: "a", "b"`,
		head + "@data\n1,a\nz,b\n":          `x.arff:6: "z" is not a number`,
		head + "@data\n1,a\n2\n":            "x.arff:6: got 1 fields, expected 2",
		head + "@data\n1,a\n2,b,7\n":        "x.arff:6: got 3 fields, expected 2",
		head + "@data\n{0 1, 1 a}\n{2 1}\n": `x.arff:6: "2 1}" does not begin with the number of an attribute; expected 0 to 1`,
		head + "@data\n{1 a, 0 1}\n":        "x.arff:5: index 0 follows 1: indices that do not ascend",
		head + "@data\n{0 1, 0 1}\n":        "x.arff:5: index 0 follows 0",
		head + "@data\n{0 1, 1 a\n":         "x.arff:5: the row begins with { but is not closed with }",
		head + "@data\n{0 1,\n":             "not closed with }",
		head + "@data\n{0 1 1 a}\n":         `"1 1 a" is not a number`,
		head + "@data\n{0 '1' 1 a}\n":       `expected a comma or } before "1 a}"`,
		head + "@data\n{0}\n":               `expected the number of an attribute, a blank and a value, got "0}"`,
		head + "@data\n{0 , 1 a}\n":         `attribute 0 ("x") has no value`,
		head + "@data\n{x 1}\n":             `expected the number of an attribute, a blank and a value, got "x 1}"`,
		head + "@data\n{1 c}\n":             `x.arff:5: "c" is not a declared value of attribute "y"`,
		head + "@data\n{1 a} b\n":           `unexpected "b" after }`,
		head + "@data\n1,\xff\n":            `x.arff:5: "\xff" is not a declared value`,
		head + "@data\n1,a\x00\n":           "x.arff:5: the line holds a NUL byte",
		"@attribute \xff real\n":            "x.arff:1: the name \"\\xff\" is not UTF-8",
		head + "@attribute d string\n@attribute z {a,b}\n@data\n1,a,2001,a\n": `x.arff:4: attribute "d" is a string, which cannot be a feature`,
		head + "@attribute d string\n@data\n{2 u}\n{0 1}\n":                   `x.arff:7: the row leaves out the string "d"`,
		head + "@data\n1,'a\n":      `x.arff:5: the quote that opens "'a" is never closed`,
		head + "@data\n1,'a'b\n":    "x.arff:5: unexpected",
		head + "@data\n":            "the file has no rows",
		head + "@data\n1,a\n2,a\n":  "fewer than two classes",
		head + "1,a\n":              "x.arff:4: expected @relation, @attribute or @data",
		head:                        "ends without @data",
		"@data\n1\n":                "x.arff:1: @data comes before any @attribute",
		"@attribute d relational\n": "x.arff:1: attribute \"d\" is a table of its own",
		"@attribute d number\n":     `type "number" is unknown`,
		"@attribute d\n":            `attribute "d" has no type`,
		"@attribute\n":              "without a name",
		"@attribute {a}\n":          "without a name",
		"@attribute 'd numeric\n":   "never closed",
		"@attribute d {a,b\n":       "not closed with }",
		"@attribute d {a,'b}\n":     "never closed",
		"@attribute d {a,a}\n":      `value "a" is declared twice`,
		"@attribute d {a} b\n":      "unexpected",
		"@attribute d real\n@attribute d real\n@data\n1,1\n": `x.arff:2: attribute "d" is already declared in line 1`,
	}
	for text, want := range tests {
		s := source.Source{File: file(t, "x.arff", text)}
		if strings.Contains(want, "leaves out") {
			s.Types = map[string]string{"d": "categorical"}
		}
		_, _, err := Table(s)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q:\n%v\nwant %q", text, err, want)
		}
	}
}

func TestIris(t *testing.T) {
	path, err := filepath.Abs("testdata/iris.arff")
	if err != nil {
		t.Fatal(err)
	}
	table, warnings := load(t, source.Source{File: path})
	if table.Rows != 150 || len(table.Columns) != 4 || table.Missing != 0 || len(warnings) != 0 {
		t.Errorf("%d × %d, %d missing, %q", table.Rows, len(table.Columns), table.Missing, warnings)
	}
	if !reflect.DeepEqual(table.Target.Names, []string{"Iris-setosa", "Iris-versicolor", "Iris-virginica"}) ||
		!reflect.DeepEqual(table.Target.Counts, []int{50, 50, 50}) {
		t.Errorf("%v %v", table.Target.Names, table.Target.Counts)
	}
	if c := table.Columns[3]; c.Name != "petalwidth" || c.Values[149] != 1.8 {
		t.Errorf("%+v", c)
	}
}

// TestRealFiles reads well-known sets.
func TestRealFiles(t *testing.T) {
	dir := realdata.Path(t, "ship")
	tests := []struct {
		name                               string
		source                             source.Source
		rows, numeric, categorical, absent int
		counts                             []int
		first                              string
	}{
		{"glass.csv", source.Source{Roles: source.Roles{Target: "Type"}}, 214, 9, 0, 0, []int{70, 76, 17, 13, 9, 29}, "1"},
		{"glass.arff", source.Source{}, 214, 9, 0, 0, []int{70, 76, 17, 13, 9, 29}, "build wind float"},
		{"digits.csv.gz", source.Source{Roles: source.Roles{Target: "64"}, Layout: source.Layout{Header: &no}}, 1797, 64, 0,
			0, []int{178, 182, 177, 183, 181, 182, 181, 179, 174, 180}, "0"},
		{"vehicle.csv", source.Source{Roles: source.Roles{Target: "Class"}}, 846, 18, 0, 0, []int{218, 212, 217, 199}, "bus"},
		{"penguins.csv", source.Source{Roles: source.Roles{Target: "species"},
			Layout: source.Layout{Missing: []string{"NA"}}}, 344, 4, 2, 19, []int{152, 68, 124}, "Adelie"},
		{"soybean.arff", source.Source{}, 683, 0, 35, 2337,
			[]int{20, 20, 20, 88, 44, 20, 20, 92, 20, 20, 20, 44, 20, 91, 91, 15, 14, 16, 8}, "diaporthe-stem-canker"},
		{"zoo.csv", source.Source{Roles: source.Roles{Target: "type", Drop: []string{"animal"}}}, 101, 1, 15, 0,
			[]int{4, 20, 13, 8, 41, 10, 5}, "amphibian"},
		{"satellite.csv.gz", source.Source{Roles: source.Roles{Target: "classes", Split: "split"}}, 6435, 36, 0, 0,
			[]int{703, 626, 1358, 1533, 707, 1508}, "cotton crop"},
	}
	for _, test := range tests {
		test.source.File = filepath.Join(dir, test.name)
		table, warnings := load(t, test.source)
		numeric, categorical := table.Kinds()
		if table.Rows != test.rows || numeric != test.numeric || categorical != test.categorical ||
			table.Missing != test.absent {
			t.Errorf("%s: %d rows, %d numeric, %d categorical, %d missing", test.name, table.Rows, numeric, categorical,
				table.Missing)
		}
		if !reflect.DeepEqual(table.Target.Counts, test.counts) || table.Target.Names[0] != test.first || len(warnings) != 0 {
			t.Errorf("%s: %q %v %q", test.name, table.Target.Names, table.Target.Counts, warnings)
		}
		if test.name == "glass.arff" && table.Declared.Names[3] != "vehic wind non-float" {
			t.Errorf("declared %q", table.Declared.Names)
		}
	}
}

// loadBytes loads a file of a name with a content.
func loadBytes(t *testing.T, dir, name string, content []byte, s source.Source) (*data.Table, error) {
	t.Helper()
	s.File = filepath.Join(dir, name)
	if err := os.WriteFile(s.File, content, 0o600); err != nil {
		t.Fatal(err)
	}
	table, _, err := Table(s)
	for _, defect := range data.Errors(err) {
		if defect.File != s.File {
			t.Errorf("defect of %q: %v", defect.File, defect)
		}
	}
	return table, err
}

// checkTable checks what must hold of every table.
func checkTable(t *testing.T, table *data.Table) {
	t.Helper()
	if len(table.Truth.Class) != table.Rows || len(table.Target.Names) < 2 {
		t.Fatalf("%d labels for %d rows, classes %q", len(table.Truth.Class), table.Rows, table.Target.Names)
	}
	counts := make([]int, len(table.Target.Names))
	for _, label := range table.Truth.Class {
		if label >= 0 {
			counts[label]++
		}
	}
	if !reflect.DeepEqual(counts, table.Target.Counts) {
		t.Fatalf("counts %v, want %v", table.Target.Counts, counts)
	}
	for _, c := range table.Columns {
		if len(c.Values)+len(c.Codes) != table.Rows {
			t.Fatalf("column %q has %d values and %d codes for %d rows", c.Name, len(c.Values), len(c.Codes), table.Rows)
		}
		for row := range table.Rows {
			if c.Kind == data.Numeric && math.IsInf(c.Values[row], 0) || c.Kind == data.Categorical &&
				int(c.Codes[row]) >= len(c.Levels) {
				t.Fatalf("column %q, row %d is out of range", c.Name, row)
			}
		}
	}
}

func FuzzCSV(f *testing.F) {
	f.Add("x,y\n1,a\n2,b\n", true)
	f.Add("\"x\",y\r\n\"1\n2\",a\r\n?,b\r\nnan,b", true)
	f.Add("1,0\n2,1\n,1\n", false)
	f.Add("x,y,\n1e999,a,\n0x1p3,b,\n", true)
	f.Add("\"a\"\"b\" ,y\n\"x;\n\",1\r\n,2\n", false)
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string, header bool) {
		s := source.Source{Layout: source.Layout{Header: &header}, Roles: source.Roles{Target: "y"}}
		if !header {
			s.Target = "1"
		}
		if table, err := loadBytes(t, dir, "x.csv", []byte(text), s); err == nil {
			checkTable(t, table)
		}
	})
}

func FuzzARFF(f *testing.F) {
	f.Add("@relation r\n@attribute x real\n@attribute 'y y' {a,'b b'}\n@data\n1,a\n?,'b b' % x\n")
	f.Add("@attribute s string\n@attribute y integer\n@data\n'\\n\\'',1,\n\"b\" 2\n")
	f.Add("@attribute y{}\n@data\n?\n")
	f.Add("@attribute a{x,y}\n@data\n{0 x}\n")
	f.Add("@attribute x real\n@attribute 'y y' {a,'b b'}\n@data\n{0 1, 1 'b b'}\n{ }\n1,a\n{1 a} % x\n")
	f.Add("@relation 'r: -C -1'\n@attribute x real\n@attribute y {0,1}\n@data\n1,0\n{1 1}\n")
	f.Add("@relation 'r: -C 1'\n@attribute y {no,yes}\n@attribute x real\n@data\nno,0\n?,1\n")
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		table, err := loadBytes(t, dir, "x.arff", []byte(text), source.Source{})
		switch {
		case err != nil:
		case table.Target.MultiLabel:
			checkLabelled(t, table)
		default:
			checkTable(t, table)
		}
	})
}
