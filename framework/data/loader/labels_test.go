package loader

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/generate"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/test/must"
	"github.com/parquet-go/parquet-go"
)

// checkY compares the labels of a table with rows of digits.
func checkY(t *testing.T, table *data.Table, names []string, rows ...string) {
	t.Helper()
	k := len(table.Target.Names)
	var got []string
	counts := make([]int, k)
	for row := range table.Rows {
		text := ""
		for j, bit := range table.Truth.Y.Dense(row, k) {
			text += fmt.Sprint(bit)
			counts[j] += int(bit)
		}
		if table.Truth.Class[row] < 0 {
			text += " left out"
		}
		got = append(got, text)
	}
	if !slices.Equal(got, rows) || !slices.Equal(table.Target.Names, names) {
		t.Errorf("labels %q of the rows %q, want %q %q", table.Target.Names, got, names, rows)
	}
	if !slices.Equal(counts, table.Target.Counts) || !table.Target.MultiLabel || table.Declared.Names != nil {
		t.Errorf("counts %v, want %v of %+v", table.Target.Counts, counts, table.Target)
	}
}

func TestLabelColumns(t *testing.T) {
	const text = "x,a,b,c,part\n1,0,YES,true,train\n2,1.0,no,False,test\n?,0,no,false,train\n4,?,yes,true,train\n5,1,yes,true,test\n"
	s := source.Source{File: file(t, "x.csv", text), Roles: source.Roles{Targets: []string{"c", "a", "b"}, Split: "part"}}
	table, warnings := load(t, s)
	checkY(t, table, s.Targets, "101", "010", "000", "000 left out", "111")
	if table.Missing != 2 || len(table.Columns) != 1 || !reflect.DeepEqual(table.Part, []int8{0, 1, 0, 0, 1}) {
		t.Errorf("%d missing, columns %v, parts %v", table.Missing, table.Columns, table.Part)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "1 of 5 rows have no value of some label; they are left out") {
		t.Errorf("warnings %q", warnings)
	}
	one, warnings := load(t, source.Source{File: s.File, Rows: 1, Roles: source.Roles{Targets: []string{"b"}}})
	checkY(t, one, []string{"b"}, "1")
	if len(one.Columns) != 4 || len(warnings) != 1 || !strings.Contains(warnings[0], `every row has the label "b"`) {
		t.Errorf("columns %v, warnings %q", one.Columns, warnings)
	}
	if class, _ := load(t, source.Source{File: s.File, Roles: source.Roles{Target: "b"}}); class.Target.MultiLabel ||
		len(class.Target.Names) != 3 || class.SHA256 == one.SHA256 {
		t.Errorf("a name and a list of one are alike: %+v", class.Target.Names)
	}
	var listed source.Source
	if err := contract.Config(`{"file":"/x","target":["c",0,1.5],"rows":3}`).Decode(&listed); err != nil ||
		!slices.Equal(listed.Targets, []string{"c", "0", "1.5"}) || listed.Target != "" || listed.Rows != 3 {
		t.Errorf("%+v, %v", listed, err)
	}
	if err := contract.Config(`{"file":"/x","targt":["c"]}`).Decode(&listed); err == nil {
		t.Error("an attribute that does not exist is taken")
	}
}

const labelARFF = "@relation 'r: -V -C 2 -x 3'\n@attribute a {0,1}\n@attribute 'b b' {1,0}\n@attribute x " +
	"real\n@attribute c {f,t}\n@attribute d {no,yes}\n@data\n"

// TestMeka takes the first attributes, and with a negative number the last.
func TestMeka(t *testing.T) {
	const rows = "1,0,2.5,f,yes\n0,1,0,t,no\n"
	table, _ := load(t, source.Source{File: file(t, "x.arff", labelARFF+rows)})
	checkY(t, table, []string{"a", "b b"}, "10", "01")
	negative := must.Replace(labelARFF, "-C 2", "-C -2")
	table, _ = load(t, source.Source{File: file(t, "x.arff", negative+rows)})
	checkY(t, table, []string{"c", "d"}, "01", "10")
	if len(table.Columns) != 3 || table.Columns[0].Name != "a" {
		t.Errorf("%+v", table.Columns)
	}
	instances := must.Replace(labelARFF, " -x 3", "-weka.filters.unsupervised.instance.Randomize-S42")
	table, _ = load(t, source.Source{File: file(t, "x.arff", instances+rows)})
	checkY(t, table, []string{"a", "b b"}, "10", "01")
	table, _ = load(t, source.Source{File: file(t, "x.arff", labelARFF+rows), Roles: source.Roles{Target: "c"}})
	if table.Target.MultiLabel || len(table.Target.Names) != 2 {
		t.Errorf("target does not go before the relation: %q", table.Target.Names)
	}
	plain := must.Replace(labelARFF, "'r: -V -C 2 -x 3'", "r-weka.filters.supervised.attribute.X-C-2")
	if table, _ = load(t, source.Source{File: file(t, "x.arff", plain+rows)}); table.Target.MultiLabel {
		t.Errorf("labels %q of a relation without options", table.Target.Names)
	}
}

// TestSparseLabels has rows that leave out what is zero, the first value of a
// nominal attribute.
func TestSparseLabels(t *testing.T) {
	const rows = "{0 1, 2 2.5, 4 yes}\n{}\n{1 0, 3 t}\n1,1,0,f,no\n"
	xml := file(t, "x.xml", "<labels xmlns=\"http://mulan.sourceforge.net/labels\">\n<label name=\"d\"><label "+
		"name=\"a\"/></label><label name=\"b b\"></label>\n</labels>\n")
	s := source.Source{File: file(t, "x.arff", labelARFF+rows), Roles: source.Roles{LabelsXML: xml}}
	table, _ := load(t, s)
	// Labels stand in the order of the columns, as in Mulan, whatever that of the XML.
	checkY(t, table, []string{"a", "b b", "d"}, "111", "010", "000", "110")
	s.Drop = []string{"c"} // leaves numbers alone, which are read as sparse rows
	table, _ = load(t, s)
	checkY(t, table, []string{"a", "b b", "d"}, "111", "010", "000", "110")
	if got := table.Columns[0].Values; !slices.Equal(got, []float64{2.5, 0, 0, 0}) {
		t.Errorf("x: %v", got)
	}
	s.LabelsXML, s.Targets = "", table.Target.Names
	if listed, _ := load(t, s); listed.SHA256 != table.SHA256 {
		t.Error("the same labels by target and by labels_xml are other data")
	}
	s.Targets = []string{"a", "d", "b b"}
	if other, _ := load(t, s); other.SHA256 == table.SHA256 {
		t.Error("other labels are the same data")
	}
}

func TestLabelDefects(t *testing.T) {
	csv := "x,a,b\n1,0,1\n2,1,2\n3,0,0\n"
	for i, test := range []struct {
		name, text, xml string
		source          source.Source
		want            string
		path            []any
	}{
		{"x.csv", csv, "", source.Source{Roles: source.Roles{Targets: []string{"a", "b"}}},
			`x.csv:3: label column "b" holds "2"; expected 0 or 1`, []any{"target", 1}},
		{"x.csv", csv, "", source.Source{Roles: source.Roles{Targets: []string{"a", "B"}}},
			`target names column "B", which the file does not have. Did you mean "b"?`, []any{"target", 1}},
		{"x.csv", csv, "", source.Source{Roles: source.Roles{Targets: []string{"a"}, Drop: []string{"a"}}},
			`column "a" is named by target and by drop`, []any{"drop", 0}},
		{"x.csv", csv, "", source.Source{Rows: 1, Roles: source.Roles{Targets: []string{"x", "a", "b"}}},
			"there are no feature columns", nil},
		{"x.csv", "x,a\n1,yes\n2,0\n", "", source.Source{Roles: source.Roles{Targets: []string{"a"}}},
			`x.csv:3: label column "a" holds both "yes" and "0"`, []any{"target", 0}},
		{"x.csv", "x,a\n1,?\n2,\n", "", source.Source{Roles: source.Roles{Targets: []string{"a"}}},
			"no row has a value of every label", []any{"target", 0}},
		{"x.csv", csv, "<labels><label name='a'/></labels>", source.Source{Roles: source.Roles{Targets: []string{"a"}}},
			"both target and labels_xml", []any{"labels_xml"}},
		{"x.csv", csv, "<labels>\n<label name='a'/>\n<label name='c'/></labels>", source.Source{},
			`x.xml:3: label "c" is not a column of `, []any{"labels_xml"}},
		{"x.csv", csv, "<labels>\n<label name='a'/>\n<label name='a'/></labels>", source.Source{},
			`x.xml:3: label "a" is already named in line 2`, []any{"labels_xml"}},
		{"x.csv", csv, "<labels>\n</labels>", source.Source{}, "x.xml: the file names no labels", []any{"labels_xml"}},
		{"x.csv", csv, "<labels>\n<label/></labels>", source.Source{}, "x.xml:2: a label has no name", []any{"labels_xml"}},
		{"x.csv", csv, "<labels>\n<label name='a'>", source.Source{}, "x.xml:2: this is not XML: unexpected EOF",
			[]any{"labels_xml"}},
		{"x.csv", csv, "<labels>\na, b</labels>", source.Source{}, `x.xml:2: unexpected text "a, b"`, []any{"labels_xml"}},
		{"x.csv", csv, "<label name='a'/>", source.Source{}, "x.xml:1: unexpected element <label>", []any{"labels_xml"}},
		{"x.csv", csv, "<labels><label name='a'/></labels><labels/>", source.Source{}, "unexpected element <labels>",
			[]any{"labels_xml"}},
		{"x.csv", csv, "<labels><name>a</name></labels>", source.Source{}, "unexpected element <name>", []any{"labels_xml"}},
		{"x.csv", csv, "<?xml version='1.0' encoding='latin1'?><labels/>", source.Source{},
			"the text is in latin1; save the file in UTF-8", []any{"labels_xml"}},
		{"x.csv", csv, "", source.Source{Roles: source.Roles{LabelsXML: "/nowhere/x.xml"}}, "/nowhere/x.xml: the file does not exist",
			[]any{"labels_xml"}},
		{"x.csv", csv, "<labels><label name='b'/></labels>", source.Source{}, `x.csv:3: label column "b" holds "2"`,
			[]any{"labels_xml"}},
		{"x.arff", must.Replace(labelARFF, "-C 2", "-C 5") + "1,1,1,f,no\n", "", source.Source{},
			"x.arff:1: the relation's option -C 5 is not a number of label columns: expected one from 1 to 4, or from -1 to -4",
			nil},
		{"x.arff", must.Replace(labelARFF, "-C 2", "-C 0") + "1,1,1,f,no\n", "", source.Source{}, "option -C 0", nil},
		{"x.arff", must.Replace(labelARFF, "-C 2", "-C last") + "1,1,1,f,no\n", "", source.Source{}, "option -C last", nil},
		{"x.arff", must.Replace(labelARFF, "-x 3", "-I 0-weka.filters.unsupervised.attribute.Remove-R1") + "1,1,1,f,no\n",
			"", source.Source{}, "may have moved them: name the labels", nil},
	} {
		test.source.File = file(t, test.name, test.text)
		if test.xml != "" {
			test.source.LabelsXML = file(t, "x.xml", test.xml)
		}
		_, _, err := Table(test.source)
		found := data.Errors(err)
		if len(found) != 1 || !strings.Contains(err.Error(), test.want) || !reflect.DeepEqual(found[0].Path, test.path) {
			t.Errorf("%d: %v %v, want %q", i, err, found, test.want)
		}
	}
	train, test := file(t, "x.arff", labelARFF+"1,0,2,f,no\n"),
		file(t, "y.arff", must.Replace(labelARFF, "-C 2", "-C 1")+"1,0,2,f,no\n")
	if _, _, err := Table(source.Source{File: train, TestFile: test}); err == nil ||
		!strings.Contains(err.Error(), "y.arff:1: the relation names other labels") {
		t.Errorf("test file: %v", err)
	}
}

func TestSvmlightLabels(t *testing.T) {
	const text = "1:1 3:1\n10,2 1:2 2:1\n# remark\n2\n 3:5 # no label\n2.0,1e1 3:1\n"
	s := source.Source{File: file(t, "x.svm", text)}
	table, _ := load(t, s)
	checkY(t, table, []string{"2", "10"}, "00", "11", "10", "00", "11")
	if x := table.Sparse; x == nil || x.Cols != 3 || !slices.Equal(x.Indptr, []int64{0, 2, 4, 4, 5, 6}) ||
		!slices.Equal(x.Data, []float64{1, 1, 2, 1, 5, 1}) {
		t.Errorf("%+v", x)
	}
	s.Targets = []string{"10", "7", "2.0"}
	table, warnings := load(t, s)
	checkY(t, table, s.Targets, "000", "101", "001", "000", "101")
	if len(warnings) != 1 || !strings.Contains(warnings[0], `no row has the label "7"`) {
		t.Errorf("warnings %q", warnings)
	}
	s = source.Source{File: file(t, "a.svm", "1 1:1\n2 1:2\n"), TestFile: file(t, "b.svm", "2:1\n2,3 1:1\n")}
	table, _ = load(t, s)
	checkY(t, table, []string{"1", "2", "3"}, "100", "010", "000", "011")
	if !slices.Equal(table.Part, []int8{0, 0, 1, 1}) {
		t.Errorf("parts %v", table.Part)
	}
	single, _ := load(t, source.Source{File: s.File,
		Roles: source.Roles{Types: map[string]string{"label": "categorical"}}})
	if single.Target.MultiLabel || len(single.Target.Names) != 2 {
		t.Errorf("a label a row makes %q", single.Target.Names)
	}
	one, _ := load(t, source.Source{File: s.File, Roles: source.Roles{Targets: []string{"1", "2"}}})
	checkY(t, one, []string{"1", "2"}, "10", "01")
}

// checkLabelled checks what must hold of every multi-label table.
func checkLabelled(t *testing.T, table *data.Table) {
	t.Helper()
	k := len(table.Target.Names)
	if table.Truth.Y.Rows() != table.Rows || len(table.Truth.Class) != table.Rows || k == 0 || !table.Target.MultiLabel {
		t.Fatalf("labels of %d rows of %d of %+v", table.Truth.Y.Rows(), table.Rows, table.Target)
	}
	counts := make([]int, k)
	for row, left := range table.Truth.Class {
		for j, bit := range table.Truth.Y.Dense(row, k) {
			if bit != 0 && (bit != 1 || left != 0) {
				t.Fatalf("row %d: %d of a row with %d", row, bit, left)
			}
			counts[j] += int(bit)
		}
	}
	if !slices.Equal(counts, table.Target.Counts) {
		t.Fatalf("counts %v, want %v", table.Target.Counts, counts)
	}
}

func FuzzSvmlightLabels(f *testing.F) {
	for _, seed := range []string{"1,2 1:1 3:2\n2:-1e5 # x\n", "1,3 0:1\n", "1,2, 1:1\n", ",1 1:1\n", "1:1\n", "1,1 1:1",
		"2\n1,4\n"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	dir := f.TempDir()
	path := filepath.Join(dir, "x.svm")
	f.Fuzz(func(t *testing.T, text string, listed bool) {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := source.Source{File: path}
		if listed {
			s.Targets = []string{"1", "2", "4"}
		}
		table, _, err := Table(s)
		if err != nil {
			if found := data.Errors(err); found[0].File != path {
				t.Errorf("%v", err)
			}
			return
		}
		if listed || table.Target.MultiLabel {
			checkLabelled(t, table)
		}
	})
}

// TestMultilabelGenerator checks the recipe: every third label is the one before
// the last without the last, and the cardinality is the one asked for.
func TestMultilabelGenerator(t *testing.T) {
	cardinality, none := 2.5, 0.0
	s := source.Source{Rows: 20_000, Recipe: generate.Recipe{Generate: "multilabel", Features: 3, Noise: 2, Seed: 3,
		OfLabels: generate.OfLabels{Labels: 8, Cardinality: &cardinality}}}
	table, _ := load(t, s)
	checkLabelled(t, table)
	all := 0
	for row := range table.Rows {
		y := table.Truth.Y.Dense(row, 8)
		for k := 2; k < 8; k += 3 {
			if (y[k] == 1) != (y[k-2] == 1 && y[k-1] == 0) {
				t.Fatalf("row %d has the labels %v", row, y)
			}
		}
		for _, bit := range y {
			all += int(bit)
		}
	}
	if got := float64(all) / 20_000; got < 2.46 || got > 2.54 {
		t.Errorf("cardinality %v", got)
	}
	if len(table.Columns) != 5 || table.Columns[3].Name != "noise0" || table.Target.Names[7] != "l7" {
		t.Errorf("%d columns, labels %q", len(table.Columns), table.Target.Names)
	}
	again, _ := load(t, s)
	s.Spread = &none
	exact, _ := load(t, s)
	if !reflect.DeepEqual(table, again) || exact.SHA256 == table.SHA256 || exact.Truth.Y.Equal(table.Truth.Y) {
		t.Error("the same source gave other data, or another the same")
	}
	small, _ := load(t, source.Source{Recipe: generate.Recipe{Generate: "multilabel", Seed: 1}})
	got := fmt.Sprintf("%d %d %.6f %.6f %v", small.Rows, len(small.Columns), small.Columns[0].Values[0],
		small.Columns[3].Values[99], small.Target.Counts)
	if want := "100 4 -1.802391 -0.551759 [29 30 20 25 27 22]"; got != want {
		t.Errorf("seed 1 gives %q, want %q", got, want)
	}
}

// TestParquetLabels reads labels that are stored as booleans, numbers and text.
func TestParquetLabels(t *testing.T) {
	type row struct {
		X float64 `parquet:"x"`
		A bool    `parquet:"a"`
		B *int32  `parquet:"b,optional"`
		C float32 `parquet:"c"`
		D string  `parquet:"d"`
	}
	zero, one, two := int32(0), int32(1), int32(2)
	path := filepath.Join(t.TempDir(), "x.parquet")
	rows := []row{{1, true, &zero, 1, "no"}, {2, false, &one, 0, "yes"}, {3, true, nil, 0, "yes"}}
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	s := source.Source{File: path, Roles: source.Roles{Targets: []string{"a", "b", "c", "d"}}}
	table, _ := load(t, s)
	checkY(t, table, s.Targets, "1010", "0101", "0000 left out")
	rows[1].B = &two
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Table(s); err == nil || !strings.Contains(err.Error(), `row 2: label column "b" holds "2"`) {
		t.Errorf("%v", err)
	}
}

// TestPositions names label columns by their positions.
func TestPositions(t *testing.T) {
	var s source.Source
	if err := contract.Config(`{"file":"` + file(t, "x.csv", "0,1.5,1\n1,2.5,0\n") +
		`","header":false,"target":[2,0]}`).Decode(&s); err != nil {
		t.Fatal(err)
	}
	table, _ := load(t, s)
	checkY(t, table, []string{"2", "0"}, "10", "01")
}

func TestLabelSettings(t *testing.T) {
	for cfg, want := range map[string]string{
		`{"file":"x.csv","target":["a",true]}`:                 "target must be a list of names",
		`{"file":"x.csv","target":{"a":1}}`:                    "target must be the name of a column, or a list",
		`{"file":"x.csv","target":[]}`:                         "target is an empty list",
		`{"file":"x.csv","target":["a","b","a"]}`:              `label "a" is named twice`,
		`{"file":"x.svm","target":[1,2,"1.0"]}`:                `label "1.0" is named twice`,
		`{"file":"x.svm","target":["a"]}`:                      `label "a" is not a number`,
		`{"file":"x.svm","labels_xml":"x.xml"}`:                "labels_xml does not apply to svmlight",
		`{"file":"x.csv","target":["a"],"labels_xml":"x.xml"}`: "both target and labels_xml",
		`{"generate":"blobs","target":["y"]}`:                  "target does not apply",
		`{"generate":"blobs","labels":3}`:                      "labels does not apply to blobs",
		`{"generate":"multilabel","classes":3}`:                "classes does not apply to multilabel",
		`{"generate":"multilabel","features":1}`:               "multilabel data need at least",
		`{"generate":"multilabel","cardinality":4}`:            "cardinality does not suit",
		`{"generate":"multilabel","labels":100000000}`:         "too large to generate",
		`{"file":"x.csv","cardinality":1}`:                     "cardinality does not apply here",
	} {
		found := Validate(contract.Config(cfg))
		if len(found) != 1 || !strings.Contains(found[0].Summary, want) {
			t.Errorf("%s: %+v, want %q", cfg, found, want)
		}
	}
}
