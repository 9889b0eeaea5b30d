package loader

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/test/must"
	"github.com/parquet-go/parquet-go"
)

// parts is a table with a column for each role, as rows of
// x, colour, extra, class, part, fold, group, weight.
var partsRows = [][]string{
	{"1.5", "red", "7", "b", "train", "1", "g2", "1"},
	{"-2", "light blue", "8", "a", "test", "2", "g10", "0.5"},
	{"?", "?", "9", "a", "train", "1", "g2", "2"},
	{"0", "red", "10", "b", "train", "3", "g1", "0.25"},
}

var partsNames = []string{"x", "colour", "extra", "class", "part", "fold", "group", "weight"}

// delimited writes rows with a delimiter, fields with blanks in quotes.
func delimited(rows [][]string, delimiter, end string) string {
	var b strings.Builder
	for _, row := range rows {
		for j, field := range row {
			if j > 0 {
				b.WriteString(delimiter)
			}
			if strings.Contains(field, " ") {
				field = `"` + field + `"`
			}
			b.WriteString(field)
		}
		b.WriteString(end)
	}
	return b.String()
}

const partsHeader = "@relation 'all parts'\r\n@attribute x numeric\r\n@attribute 'colour' {red,'light " +
	"blue',green}\r\n@attribute extra integer\r\n" +
	"@attribute class {a,never,b}\r\n@attribute part {train,test}\r\n@attribute fold numeric\r\n@attribute group " +
	"string\r\n@attribute weight real\r\n@data\r\n"

// partsRow is a row of the Parquet form.
type partsRow struct {
	X      *float64 `parquet:"x,optional"`
	Colour *string  `parquet:"colour,optional"`
	Extra  int64    `parquet:"extra"`
	Class  string   `parquet:"class,enum"`
	Part   string   `parquet:"part"`
	Fold   uint32   `parquet:"fold"`
	Group  string   `parquet:"group"`
	Weight float32  `parquet:"weight"`
}

// writeParquet returns a file of rows in groups of two.
func writeParquet[T any](t testing.TB, rows []T, options ...parquet.WriterOption) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[T](&b, append([]parquet.WriterOption{parquet.MaxRowsPerRowGroup(2)}, options...)...)
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func partsParquet(t testing.TB) string {
	x, minus, zero, red, blue := 1.5, -2.0, 0.0, "red", "light blue"
	return writeParquet(t, []partsRow{
		{&x, &red, 7, "b", "train", 1, "g2", 1}, {&minus, &blue, 8, "a", "test", 2, "g10", 0.5},
		{nil, nil, 9, "a", "train", 1, "g2", 2}, {&zero, &red, 10, "b", "train", 3, "g1", 0.25},
	})
}

// partsFiles returns the table in every format with columns.
func partsFiles(t testing.TB) map[string]string {
	named := append([][]string{partsNames}, partsRows...)
	return map[string]string{
		"x.csv":     delimited(named, ",", "\r\n"),
		"x.tsv":     delimited(named, "\t", "\n"),
		"x.space":   delimited(named, "  ", " \n"),
		"x.arff":    partsHeader + delimited(partsRows, ", ", "\r\n"),
		"x.parquet": partsParquet(t),
		"sparse.arff": partsHeader + "{0 1.5, 2 7, 3 b, 5 1, 6 g2, 7 1}\r\n{0 -2,1 'light blue',2 8,4 test,5 2,6 g10,7 " +
			"0.5}\r\n" +
			"% remark\r\n{0 ?, 1 ?, 2 9, 5 1, 6 'g2', 7 2} % remark\r\n{ 2 10 , 3 b , 5 3 , 6 g1 , 7 0.25 }\r\n",
	}
}

// packed compresses a file's content by the extension.
func packed(t testing.TB, extension, text string) string {
	t.Helper()
	switch extension {
	case ".gz":
		return zip(text)
	case ".bz2":
		pack := exec.Command("bzip2", "-c")
		pack.Stdin = strings.NewReader(text)
		out, err := pack.Output()
		if errors.Is(err, exec.ErrNotFound) {
			t.Skip("no bzip2 program")
		}
		if err != nil {
			t.Fatal(err)
		}
		return string(out)
	}
	return text
}

func partsSource(t testing.TB, name, text string) source.Source {
	s := source.Source{File: file(t, name, text),
		Roles: source.Roles{Target: "class", Split: "part", Fold: "fold", Group: "group", Weights: "weight",
			Drop: []string{"extra"}}}
	if strings.Contains(name, ".space") {
		s.Format = "space"
	}
	return s
}

// checkParts compares a table with what partsRows says of its first rows.
func checkParts(t *testing.T, name string, table *data.Table, rows int) {
	t.Helper()
	fail := func(what string, got any) { t.Errorf("%s: %s %v", name, what, got) }
	x, colour := column(t, table, "x"), column(t, table, "colour")
	wantX, wantColour := []float64{1.5, -2, 0, 0}, []string{"red", "light blue", "", "red"}
	for i := range rows {
		if x.Missing(i) != (i == 2) || i != 2 && x.Values[i] != wantX[i] {
			fail("x", x.Values)
		}
		if colour.Missing(i) != (i == 2) || i != 2 && colour.Levels[colour.Codes[i]] != wantColour[i] {
			fail("colour", colour)
		}
	}
	if len(table.Columns) != 2 || table.Rows != rows {
		fail("columns", table.Columns)
	}
	if !reflect.DeepEqual(table.Target.Names, []string{"a", "b"}) ||
		!reflect.DeepEqual(table.Truth.Class, []int{1, 0, 0, 1}[:rows]) {
		fail("labels", table.Truth.Class)
	}
	if !reflect.DeepEqual(table.Part, []int8{0, 1, 0, 0}[:rows]) ||
		!reflect.DeepEqual(table.FoldOf, []int{0, 1, 0, 2}[:rows]) {
		fail("parts and folds", table.FoldOf)
	}
	var groups []string
	for _, g := range table.GroupOf {
		groups = append(groups, table.GroupNames[g])
	}
	if !reflect.DeepEqual(groups, []string{"g2", "g10", "g2", "g1"}[:rows]) ||
		!reflect.DeepEqual(table.Weights, []float64{1, 0.5, 2, 0.25}[:rows]) {
		fail("groups and weights", []any{groups, table.Weights})
	}
}

// Every format with columns gives the same table, plain and compressed, with
// every attribute that gives a column a role.
func TestFormats(t *testing.T) {
	for name, text := range partsFiles(t) {
		for _, extension := range []string{"", ".gz", ".bz2"} {
			s := partsSource(t, name+extension, packed(t, extension, text))
			table, _ := load(t, s)
			checkParts(t, name+extension, table, 4)
			if strings.HasSuffix(name, "arff") && (!reflect.DeepEqual(table.Declared.Names, []string{"a", "never", "b"}) ||
				!reflect.DeepEqual(table.Declared.Counts, []int{2, 0, 2})) {
				t.Errorf("%s: declared %v", name, table.Declared.Names)
			}
			s.Rows, s.SHA256 = 3, table.FileSHA256
			first, _ := load(t, s)
			checkParts(t, name+extension+", three rows", first, 3)
			s.Rows, s.SHA256 = 0, strings.Repeat("0", 64)
			if _, _, err := Table(s); err == nil || !strings.Contains(err.Error(), table.FileSHA256) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestFormatsWithTestFile(t *testing.T) {
	for name, text := range partsFiles(t) {
		s := partsSource(t, name, text)
		s.Split, s.TestFile, s.Drop = "", s.File, []string{"extra", "part"}
		table, _ := load(t, s)
		if table.Rows != 8 || !reflect.DeepEqual(table.Part, []int8{0, 0, 0, 0, 1, 1, 1, 1}) || table.Weights[5] != 0.5 ||
			table.GroupOf[5] != table.GroupOf[1] {
			t.Errorf("%s: %+v", name, table)
		}
	}
}

// types and missing mean the same in every format.
func TestFormatsWithTypes(t *testing.T) {
	for name, text := range partsFiles(t) {
		s := partsSource(t, name, text)
		s.Split, s.Group, s.Drop = "", "", []string{"x", "part", "group"}
		s.Types = map[string]string{"extra": "categorical"}
		s.Missing = []string{"?", "", "red"}
		table, _ := load(t, s)
		extra, colour := column(t, table, "extra"), column(t, table, "colour")
		if !reflect.DeepEqual(extra.Levels, []string{"7", "8", "9", "10"}) ||
			!reflect.DeepEqual(extra.Codes, []int32{0, 1, 2, 3}) {
			t.Errorf("%s: %+v", name, extra)
		}
		if !colour.Missing(0) || colour.Missing(1) || !colour.Missing(2) || table.Missing != 3 {
			t.Errorf("%s: %+v, %d missing", name, colour, table.Missing)
		}
		s.Types = map[string]string{"colour": "numeric"}
		s.Missing = []string{"?", ""}
		_, _, err := Table(s)
		if err == nil || !strings.Contains(err.Error(), `not a number, but column "colour" is numeric`) &&
			!strings.Contains(err.Error(), "declared") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// A file that ends early, or is not compressed as its name says, is an error in
// every format, wherever it is cut.
func TestTruncatedFiles(t *testing.T) {
	for name, text := range partsFiles(t) {
		for _, extension := range []string{".gz", ".bz2"} {
			whole := packed(t, extension, text)
			for _, cut := range []int{1, len(whole) / 2, len(whole) - 1} {
				if _, _, err := Table(partsSource(t, name+extension, whole[:cut])); err == nil {
					t.Errorf("%s%s cut at %d of %d loads", name, extension, cut, len(whole))
				}
			}
			if _, _, err := Table(partsSource(t, name+extension, text)); err == nil ||
				!strings.Contains(err.Error(), "not compressed with "+
					map[string]string{".gz": "gzip", ".bz2": "bzip2"}[extension]) {
				t.Errorf("%s%s that is not compressed: %v", name, extension, err)
			}
		}
	}
	whole := partsParquet(t)
	for cut := 1; cut < len(whole); cut += 1 + cut%13 {
		if _, _, err := Table(partsSource(t, "x.parquet", whole[:cut])); err == nil ||
			!strings.Contains(err.Error(), "Parquet") {
			t.Fatalf("Parquet cut at %d of %d: %v", cut, len(whole), err)
		}
	}
}

func TestSpace(t *testing.T) {
	text := "junk\n a\t\"b c\"   class \n\n1 2 \"x y\"\n  3\t4 z \n"
	table, _ := load(t, source.Source{File: file(t, "x.txt", text), Layout: source.Layout{Format: "space", SkipLines: 1},
		Roles: source.Roles{Target: "class"}})
	if table.Rows != 2 || column(t, table, "b c").Values[1] != 4 ||
		!reflect.DeepEqual(table.Target.Names, []string{"x y", "z"}) {
		t.Errorf("%+v", table)
	}
	table, _ = load(t, source.Source{File: file(t, "x.txt", "1 2 a\n3 4 b\n"),
		Layout: source.Layout{Format: "space", Columns: []string{"u", "v", "w"}}, Roles: source.Roles{Target: "w"}})
	if table.Rows != 2 || column(t, table, "v").Values[0] != 2 {
		t.Errorf("%+v", table)
	}
	for text, want := range map[string]string{
		"1 2 a\n3 4\n":        "x.txt:2: got 2 fields, expected 3 as in line 1",
		"1 2 a\n3 \"4 5 b\n":  "x.txt:2: a quote opens the field \"4 5 b\\n\" and is never closed",
		"1 2 a\n3 \"4\"5 b\n": "x.txt:2: a quote is misplaced",
		"1 2 a\n3 4\"5 b\n":   "x.txt:2: there is a quote inside the field \"4\\\"5\"",
	} {
		_, _, err := Table(source.Source{File: file(t, "x.txt", text), Layout: source.Layout{Format: "space", Header: &no},
			Roles: source.Roles{Target: "2"}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// A sparse file leaves out the first declared value.
func TestSparseARFFFirstValue(t *testing.T) {
	text := "@attribute u {p,q}\n@attribute y {first,second}\n@data\n{0 q}\n{1 second}\nq,first\n{}\n"
	table, _ := load(t, source.Source{File: file(t, "x.arff", text)})
	if !reflect.DeepEqual(table.Truth.Class, []int{0, 1, 0, 0}) ||
		!reflect.DeepEqual(table.Columns[0].Codes, []int32{1, 0, 1, 0}) {
		t.Errorf("%v %+v", table.Truth.Class, table.Columns)
	}
}

// sparseARFF returns a file with numeric attributes f0, f1, … and rows of two
// values each, of which the last is missing where gap says so.
func sparseARFF(attributes, rows int, gap bool) string {
	var b strings.Builder
	for j := range attributes {
		fmt.Fprintf(&b, "@attribute f%d numeric\n", j)
	}
	b.WriteString("@attribute y {a,b}\n@data\n")
	for i := range rows {
		if i == 0 {
			fmt.Fprintf(&b, "{%d 1}\n", attributes)
		}
		value := "0"
		if gap && i == rows-1 {
			value = "?"
		}
		fmt.Fprintf(&b, "{%d %d, %d %s, %d b}\n", i%7, i+1, 7+i%3, value, attributes)
	}
	return must.Replace(b.String(), fmt.Sprintf("{%d 1}\n", attributes), "{3 -4.5}\n")
}

// The rows of a sparse file give the same table as those of a dense one; only
// what does not fit into memory otherwise stays sparse.
func TestSparseARFF(t *testing.T) {
	for _, gap := range []bool{false, true} {
		table, _ := load(t, source.Source{File: file(t, "x.arff", sparseARFF(12, 50, gap))})
		if table.Rows != 51 || len(table.Columns) != 12 || table.Columns[0].Values[1] != 1 ||
			table.Columns[3].Values[0] != -4.5 || !reflect.DeepEqual(table.Target.Counts, []int{1, 50}) {
			t.Errorf("%+v", table)
		}
		if missing := table.Columns[7+49%3].Missing(50); missing != gap || (table.Missing == 1) != gap {
			t.Errorf("missing value: %v, %d", missing, table.Missing)
		}
	}
	table, _ := load(t, source.Source{File: file(t, "x.arff", sparseARFF(90_000, 1500, false)),
		Roles: source.Roles{Drop: []string{"f1"}}})
	s := table.Sparse
	if s == nil || s.Cols != 89_999 || s.Columns()[1].Name != "f2" || len(s.Data) != 1501-215 || s.Data[0] != -4.5 ||
		s.Indices[0] != 2 {
		t.Fatalf("%+v", s)
	}
	if numeric, _ := table.Kinds(); numeric != 89_999 {
		t.Errorf("%d numeric", numeric)
	}
}

func TestNoRegularFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "x.csv")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{dir: "this is a folder", "/dev/null": "not a regular file"} {
		for _, format := range formats.All {
			s := source.Source{File: path, Layout: source.Layout{Format: format.Name}}
			if format.Target == "" && !format.LastIsTarget {
				s.Target = "y"
			}
			if _, _, err := Table(s); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s as %s: %v", path, format.Name, err)
			}
		}
	}
}

// TestPipes refuses what need not end before it is opened.
func TestPipes(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "x.csv")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	good := file(t, "x.csv", "x,y\n1,a\n2,b\n")
	for _, s := range []source.Source{
		{File: pipe, Roles: source.Roles{Target: "y"}}, {File: "/dev/zero", Roles: source.Roles{Target: "y"}},
		{File: good, TestFile: pipe, Roles: source.Roles{Target: "y"}},
		{File: pipe, Layout: source.Layout{Format: "arff"}}, {File: pipe, Layout: source.Layout{Format: "svmlight"}},
		{File: pipe, Layout: source.Layout{Format: "parquet"}, Roles: source.Roles{Target: "y"}},
		{File: good, Roles: source.Roles{LabelsXML: pipe}},
	} {
		if _, _, err := Table(s); err == nil || !strings.Contains(err.Error(), "this is not a regular file") {
			t.Errorf("%+v: %v", s, err)
		}
	}
}
