package loader

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math"
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
)

// file writes text to a new file of a name.
func file(t testing.TB, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func load(t testing.TB, s source.Source) (*data.Table, []string) {
	t.Helper()
	table, warnings, err := Table(s)
	if err != nil {
		t.Fatal(err)
	}
	return table, warnings
}

func column(t testing.TB, table *data.Table, name string) data.Column {
	t.Helper()
	for _, c := range table.Columns {
		if c.Name == name {
			return c
		}
	}
	t.Fatalf("no column %q", name)
	return data.Column{}
}

func zip(text string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		panic(err)
	}
	w.Close()
	return b.String()
}

var no = false

func TestCSV(t *testing.T) {
	const text = "\xef\xbb\xbfsize, colour ,flag,note,class\r\n" +
		"1.5,red,TRUE,\"a, \"\"b\"\"\",b\r\n" +
		"\r\n" +
		"?,blue,FALSE,,a\r\n" +
		"-2e3, red ,TRUE,nan,?\r\n" +
		"nan,?,FALSE,x,a"
	table, warnings := load(t, source.Source{File: file(t, "x.csv", text), Roles: source.Roles{Target: "class"}})
	if table.Rows != 4 || !reflect.DeepEqual(table.Truth.Class, []int{1, 0, -1, 0}) {
		t.Errorf("%d rows, labels %v", table.Rows, table.Truth.Class)
	}
	if !reflect.DeepEqual(table.Target.Names, []string{"a", "b"}) || !reflect.DeepEqual(table.Target.Counts, []int{2, 1}) {
		t.Errorf("classes %v, counts %v", table.Target.Names, table.Target.Counts)
	}
	if !reflect.DeepEqual(table.Declared.Names, table.Target.Names) {
		t.Errorf("declared %v", table.Declared.Names)
	}
	size := column(t, table, "size")
	if size.Kind != data.Numeric || size.Values[0] != 1.5 || !math.IsNaN(size.Values[1]) || size.Values[2] != -2000 ||
		!size.Missing(3) {
		t.Errorf("size %+v", size)
	}
	for name, want := range map[string]struct {
		levels []string
		codes  []int32
	}{
		"colour": {[]string{"blue", "red"}, []int32{1, 0, 1, -1}},
		"flag":   {[]string{"FALSE", "TRUE"}, []int32{1, 0, 1, 0}},
		"note":   {[]string{`a, "b"`, "nan", "x"}, []int32{0, -1, 1, 2}},
	} {
		c := column(t, table, name)
		if c.Kind != data.Categorical || !reflect.DeepEqual(c.Levels, want.levels) ||
			!reflect.DeepEqual(c.Codes, want.codes) {
			t.Errorf("%s: %+v", name, c)
		}
	}
	if table.Missing != 5 {
		t.Errorf("%d missing, want 5", table.Missing)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "1 of 4 rows") {
		t.Errorf("warnings %q", warnings)
	}
	if numeric, categorical := table.Kinds(); numeric != 1 || categorical != 3 {
		t.Errorf("%d numeric, %d categorical", numeric, categorical)
	}
}

func TestClassOrder(t *testing.T) {
	tests := []struct {
		texts  string
		types  map[string]string
		want   []string
		labels []int
	}{
		{"10 9 9 10", nil, []string{"9", "10"}, []int{1, 0, 0, 1}},
		{"6.0000 5.0 7 nan 7", nil, []string{"5", "6", "7"}, []int{1, 0, 2, -1, 2}},
		{"6.0000 5 6 nan 6", nil, []string{"5", "6", "6.0000"}, []int{2, 0, 1, -1, 1}},
		{"01 1 10 1", nil, []string{"01", "1", "10"}, []int{0, 1, 2, 1}},
		{"6.0000 5 6 nan", map[string]string{"y": "numeric"}, []string{"5", "6"}, []int{1, 0, 1, -1}},
		{"-1 +1 -0 0", map[string]string{"y": "numeric"}, []string{"-1", "0", "1"}, []int{0, 2, 1, 1}},
		{"10 9 x 9", nil, []string{"10", "9", "x"}, []int{0, 1, 2, 1}},
		{"b a B nan", nil, []string{"B", "a", "b", "nan"}, []int{2, 1, 0, 3}},
		{"6.0000 5 6 10", map[string]string{"y": "categorical"}, []string{"5", "6", "6.0000", "10"}, []int{2, 0, 1, 3}},
		{"12345678901234567 12345678901234568 1 1", nil, []string{"1", "12345678901234567", "12345678901234568"},
			[]int{1, 2, 0, 0}},
	}
	for _, test := range tests {
		text := "x,y\n"
		for _, class := range strings.Fields(test.texts) {
			text += "1," + class + "\n"
		}
		table, _ := load(t, source.Source{File: file(t, "x.csv", text), Roles: source.Roles{Target: "y", Types: test.types}})
		if !reflect.DeepEqual(table.Target.Names, test.want) || !reflect.DeepEqual(table.Truth.Class, test.labels) {
			t.Errorf("%s: classes %q, labels %v", test.texts, table.Target.Names, table.Truth.Class)
		}
	}
}

func TestOptions(t *testing.T) {
	const body = "1,a,train,2,7,x\n2,b,TEST,1,8,y\n3,a,Train,10,9,x\n4,b,train,1,0,y\n"
	from := source.Source{File: file(t, "x.data", "junk \"line\n"+strings.ReplaceAll(body, ",", "|")), Rows: 3,
		Layout: source.Layout{SkipLines: 1, Delimiter: "|", Columns: []string{"a", "class", "part", "f", "code", "z"}},
		Roles: source.Roles{Target: "class", Split: "part", Fold: "f", Drop: []string{"z"},
			Types: map[string]string{"code": "categorical"}}}
	table, _ := load(t, from)
	if table.Rows != 3 || !reflect.DeepEqual(table.Part, []int8{0, 1, 0}) {
		t.Errorf("%d rows, parts %v", table.Rows, table.Part)
	}
	if !reflect.DeepEqual(table.FoldNames, []string{"1", "2", "10"}) || !reflect.DeepEqual(table.FoldOf, []int{1, 0, 2}) {
		t.Errorf("folds %v of %v", table.FoldOf, table.FoldNames)
	}
	if len(table.Columns) != 2 || !reflect.DeepEqual(table.Columns[1].Levels, []string{"7", "8", "9"}) {
		t.Errorf("columns %+v", table.Columns)
	}
	header := source.Source{File: file(t, "x.tsv", strings.ReplaceAll(body, ",", "\t")),
		Layout: source.Layout{Header: &no, Missing: []string{"7"}}, Roles: source.Roles{Target: "1"}}
	table, _ = load(t, header)
	if names := []string{table.Columns[0].Name, table.Columns[4].Name}; !slices.Equal(names, []string{"0", "5"}) {
		t.Errorf("names %q", names)
	}
	if c := column(t, table, "4"); !c.Missing(0) || c.Missing(3) || table.Missing != 1 {
		t.Errorf("column 4 %+v", c)
	}
}

func TestUnnamedColumns(t *testing.T) {
	table, warnings := load(t, source.Source{File: file(t, "x.csv", ",x,y,\n0,1,a,\n1,2,b,\n"),
		Roles: source.Roles{Target: "y"}})
	if len(table.Columns) != 2 || table.Columns[0].Name != "0" || len(warnings) != 1 ||
		!strings.Contains(warnings[0], "column 1 has no name") {
		t.Errorf("%+v, %q", table.Columns, warnings)
	}
}

func TestStrayTextIsPointedOut(t *testing.T) {
	text := "x,y\nNA,b\n" + strings.Repeat("1,a\n", 30)
	table, warnings := load(t, source.Source{File: file(t, "x.csv", text), Roles: source.Roles{Target: "y"}})
	if table.Columns[0].Kind != data.Categorical || len(warnings) != 1 ||
		!strings.Contains(warnings[0], `x.csv:2: column "x" is categorical because of "NA"`) {
		t.Errorf("%q", warnings)
	}
}

func TestTestFile(t *testing.T) {
	from := source.Source{File: file(t, "train.csv", "x,y\n1,6.0\n2,5\n"),
		TestFile: file(t, "test.csv", "x,y\nred,7\n2,6\n"),
		Roles:    source.Roles{Target: "y", Types: map[string]string{"y": "numeric"}}}
	table, _ := load(t, from)
	if !reflect.DeepEqual(table.Part, []int8{0, 0, 1, 1}) ||
		!reflect.DeepEqual(table.Target.Names, []string{"5", "6", "7"}) {
		t.Errorf("parts %v, classes %v", table.Part, table.Target.Names)
	}
	if c := table.Columns[0]; !reflect.DeepEqual(c.Levels, []string{"1", "2", "red"}) ||
		!reflect.DeepEqual(c.Codes, []int32{0, 1, 2, 1}) {
		t.Errorf("column %+v", c)
	}
	from.TestFile = file(t, "test.csv", "z,y\n1,2\n")
	if _, _, err := Table(from); err == nil || !strings.Contains(err.Error(),
		`test.csv:1: column 1 of test_file is called "z"`) {
		t.Error(err)
	}
}

func TestTestRows(t *testing.T) {
	from := source.Source{File: file(t, "x.csv", "x,y\n1,a\n2,b\n3,a\n4,b\n5,c\n"), TestRows: 2,
		Roles: source.Roles{Target: "y"}}
	table, _ := load(t, from)
	if !reflect.DeepEqual(table.Part, []int8{0, 0, 0, 1, 1}) {
		t.Errorf("parts %v", table.Part)
	}
	pooled := from
	pooled.TestRows = 0
	if other, _ := load(t, pooled); other.SHA256 == table.SHA256 {
		t.Error("the content is said to be the same without a test part")
	}
	from.Rows = 3
	if table, _ = load(t, from); !reflect.DeepEqual(table.Part, []int8{0, 1, 1}) {
		t.Errorf("parts %v of the first three rows", table.Part)
	}
	from.Rows = 2
	if _, _, err := Table(from); err == nil || !strings.Contains(err.Error(),
		"test_rows = 2 leaves no rows to train on: there are 2 rows") {
		t.Error(err)
	}
	sparse := source.Source{File: file(t, "x.svm", "1 1:2\n2 9:1\n1 30:4\n"), TestRows: 1}
	if table, _ = load(t, sparse); !reflect.DeepEqual(table.Part, []int8{0, 0, 1}) {
		t.Errorf("parts %v of a sparse file", table.Part)
	}
	sparse.TestRows = 3
	if _, _, err := Table(sparse); err == nil || !strings.Contains(err.Error(), "leaves no rows to train on") {
		t.Error(err)
	}
}

func TestDigest(t *testing.T) {
	text := "x,y\n1,a\n2,b\n"
	path := file(t, "x.csv", text)
	base, _ := load(t, source.Source{File: path, Roles: source.Roles{Target: "y"}})
	yes := true
	same, _ := load(t, source.Source{File: file(t, "other.csv", text), Roles: source.Roles{Target: "y"},
		Layout: source.Layout{Header: &yes, Format: "csv", Missing: []string{"?", ""}}})
	if base.SHA256 != same.SHA256 || len(base.SHA256) != 64 {
		t.Errorf("%s and %s", base.SHA256, same.SHA256)
	}
	seen := map[string]bool{base.SHA256: true}
	for _, s := range []source.Source{
		{File: path, Roles: source.Roles{Target: "y", Types: map[string]string{"x": "categorical"}}},
		{File: path, TestFile: path, Roles: source.Roles{Target: "y"}},
	} {
		table, _ := load(t, s)
		if seen[table.SHA256] {
			t.Errorf("%+v has a digest seen before", s)
		}
		seen[table.SHA256] = true
	}
	sum := sha256.Sum256([]byte(text))
	digest := hex.EncodeToString(sum[:])
	if base.FileSHA256 != digest {
		t.Errorf("file digest %s", base.FileSHA256)
	}
	checked, _ := load(t, source.Source{File: path, SHA256: strings.ToUpper(digest), Roles: source.Roles{Target: "y"}})
	if checked.SHA256 != base.SHA256 {
		t.Error("checking the digest changed it")
	}
	_, _, err := Table(source.Source{File: path, SHA256: strings.Repeat("0", 64), Roles: source.Roles{Target: "y"}})
	if err == nil || !strings.Contains(err.Error(), digest) {
		t.Error(err)
	}
}

func TestFileErrors(t *testing.T) {
	const good = "x,y\n1,a\n2,b\n"
	tests := []struct {
		name, text string
		source     source.Source
		want       []string
	}{
		{"x.csv", "", source.Source{}, []string{"x.csv: the file is empty"}},
		{"x.csv", "\n \r\n", source.Source{}, []string{"x.csv: the file is empty"}},
		{"x.csv.gz", zip(""), source.Source{}, []string{"the file is empty"}},
		{"x.csv", "x,y\n", source.Source{}, []string{"x.csv: the file has no rows"}},
		{"x.csv", "x,y\n1,a\n\n2\n", source.Source{}, []string{"x.csv:4: got 1 fields, expected 2"}},
		{"x.csv", "x,y\n1,a\n2,b,3\n", source.Source{}, []string{"x.csv:3: got 3 fields, expected 2 as in line 1"}},
		{"x.csv", "A title\nx,y\n1,a\n", source.Source{},
			[]string{"x.csv:2: got 2 fields, expected 1 as in line 1; if the table begins here, write skip_lines = 1"}},
		{"x.csv", "# a\n# b\n# c\nx,y\n1,a\n", source.Source{Layout: source.Layout{SkipLines: 1}},
			[]string{"x.csv:4: got 2 fields, expected 1 as in line 2; if the table begins here, write skip_lines = 3"}},
		{"x.csv", "a;b;c\n1;2;3\n", source.Source{},
			[]string{`x.csv:1: the line is a single field, "a;b;c"; if fields end at ";", write delimiter = ";"`}},
		{"x.csv", "a\tb\n1\t2\n", source.Source{}, []string{`if fields end at "\t", write delimiter = "\t"`}},
		{"x.csv", "a,b\n1,2\n", source.Source{Layout: source.Layout{Delimiter: ";"}},
			[]string{`if fields end at ",", write delimiter = ","`}},
		{"x.csv", "\"a\";\"b\"\n1;2\n", source.Source{},
			[]string{`x.csv:1: a quote is misplaced`, `if fields end at ";", write delimiter = ";"`}},
		{"x.csv", "x,\"y\n1,a\n2,b\"c\n3,d\n", source.Source{}, []string{
			`x.csv:1: a quote opens a field in this line that ends in line 3, where "c" follows it`}},
		{"x.csv", "x,\"y\n1,a\n2,b\",c\n3,d\n", source.Source{}, []string{
			"x.csv:4: got 2 fields, expected 3 as in line 1; a quote that opens in line 1 ends in line 3"}},
		{"x.csv", "x;y;z\n1;2;a\n1;b\n", source.Source{Roles: source.Roles{Target: "u", Drop: []string{"v"}}}, []string{
			`write delimiter = ";"`, `target names column "u"`, `drop names column "v"`, "x.csv:3: got 2 fields, expected 3"}},
		{"x.csv", "\"x\";\"y\"\n1;a\n2;b\n", source.Source{Roles: source.Roles{Target: "u"}}, []string{
			`write delimiter = ";"`, `target names column "u"`}},
		{"x.csv", "x,y\n1,a\n2,b,\n", source.Source{}, []string{"x.csv:3: got 3 fields, expected 2"}},
		{"x.csv", "q\nx,y\n1,a\n2\n", source.Source{Layout: source.Layout{SkipLines: 1}}, []string{"x.csv:4: got 1 fields"}},
		{"x.csv", "x,y\n1,a\n\"multi\nline\",b\n2\n", source.Source{}, []string{"x.csv:5: got 1 fields"}},
		{"x.csv", good, source.Source{Layout: source.Layout{SkipLines: 9}}, []string{"skip_lines = 9"}},
		{"x.csv", "x,y\n1,a\n2,b\x00\n", source.Source{}, []string{"x.csv:3:", "NUL"}},
		{"x.csv", "x,y\n1,a\n2,\xff\n", source.Source{}, []string{"x.csv:3:", "not UTF-8"}},
		{"x.csv", "x,y\n1,a\n2,b\"c\n", source.Source{}, []string{"x.csv:3:", "quote"}},
		{"x.csv", "x,y\n1,a\n\"2,b\n3,c\n", source.Source{}, []string{"x.csv:3: a quote opens the field", "is never closed"}},
		{"x.csv", "x,x,y\n1,2,a\n", source.Source{}, []string{"x.csv:1:", `columns 1 and 2 are both called "x"`}},
		{"x.csv", "0,0,5\n1,2,3\n", source.Source{}, []string{"columns 1 and 2", "header = false"}},
		{"x.csv", "1,2,5\n1,2,3\n", source.Source{}, []string{`"y"`, "header = false"}},
		{"x.csv", "x,y,\n1,a,7\n", source.Source{}, []string{"x.csv:2:", "no name"}},
		{"x.csv", "length,clas\n1,a\n", source.Source{Roles: source.Roles{Target: "class"}},
			[]string{`Did you mean "clas"?`, `Columns: "length", "clas"`}},
		{"x.csv", good, source.Source{Roles: source.Roles{Drop: []string{"xx"}, Split: "Y"}},
			[]string{"drop names", "split names", `Did you mean "x"`, `Did you mean "y"`}},
		{"x.csv", good, source.Source{Roles: source.Roles{Fold: "fold"}}, []string{"fold names column"}},
		{"x.csv", good, source.Source{Roles: source.Roles{Types: map[string]string{"z": "numeric"}}},
			[]string{"types names column"}},
		{"x.csv", good, source.Source{Roles: source.Roles{Drop: []string{"y"}}}, []string{"by target and by drop"}},
		{"x.csv", "x,y\n1,a\n?,b\nz,b\n", source.Source{Roles: source.Roles{Types: map[string]string{"x": "numeric"}}},
			[]string{"x.csv:4:", `"z" is not a number`}},
		{"x.csv", "x,y\n1,1\n2,2\n3,b\n", source.Source{Roles: source.Roles{Types: map[string]string{"y": "numeric"}}},
			[]string{"x.csv:4:", `"b" is not a number`}},
		{"x.csv", "x,y\n1,a\ninf,b\n", source.Source{}, []string{"x.csv:3:", "not a finite number"}},
		{"x.csv", "x,y\n1,a\n1e999,b\n", source.Source{}, []string{"x.csv:3:", "not a finite number"}},
		{"x.csv", "x,y\n1,a\n2,a\n", source.Source{}, []string{"fewer than two classes", `"a"`}},
		{"x.csv", good, source.Source{Rows: 1}, []string{"fewer than two classes in the first 1 rows"}},
		{"x.csv", "x,y\n1,?\n2,\n", source.Source{}, []string{"fewer than two classes"}},
		{"x.csv", "x,y,s\n1,a,train\n2,b,valid\n", source.Source{Roles: source.Roles{Split: "s"}},
			[]string{"x.csv:3:", `"valid"`, "train or test"}},
		{"x.csv", "x,y,s\n1,a,train\n2,b,\n", source.Source{Roles: source.Roles{Split: "s"}},
			[]string{"x.csv:3:", "no value"}},
		{"x.csv", "x,y,s\n1,a,1\n2,b,nan\n", source.Source{Roles: source.Roles{Fold: "s"}}, []string{"x.csv:3:", "no value"}},
		{"x.csv", "x,y,s\n1,a,1\n2,b,?\n", source.Source{Roles: source.Roles{Fold: "s"}}, []string{"x.csv:3:", "no value"}},
		{"x.csv", good, source.Source{Roles: source.Roles{Drop: []string{"x"}}},
			[]string{"x.csv: there are no feature columns"}},
		{"x.csv", "y\na\nb\n", source.Source{}, []string{"x.csv: there are no feature columns"}},
		{"x.csv", "x,y\r1,a\r2,b\r", source.Source{}, []string{"carriage return alone"}},
		{"x.csv", "x,y\n1,0.5\n2,1.5\n3,\n4,2.5", source.Source{},
			[]string{`the target "y" has 3 distinct values in 3 rows`, `types = { "y" = "categorical" }`}},
		{"x.csv", "x,y\n" + pairs(51), source.Source{}, []string{`"y" has 51 distinct values in 102 rows`}},
		{"x.csv", good, source.Source{Roles: source.Roles{Types: map[string]string{"x": "numberic", "z": "numeric"}}},
			[]string{
				`Type "numberic" of column "x" is unknown. Did you mean "numeric"? Available: categorical, numeric.`,
				`types names column "z"`}},
		{"x.csv", "x,y,s\n1,1,train\n2,2,valid\n", source.Source{Roles: source.Roles{Split: "s"}},
			[]string{`"valid"`, "2 distinct values"}},
		{"x.csv.gz", zip(good) + "garbage", source.Source{}, []string{"truncated"}},
		{"x.csv.gz", zip(good) + "a longer stretch of garbage", source.Source{},
			[]string{"what follows the compressed data is not compressed with gzip"}},
		{"x.csv.gz", zip(good) + zip("3,c\n")[:12], source.Source{}, []string{"truncated"}},
		{"x.csv", good, source.Source{Layout: source.Layout{Columns: []string{"x", "y"}}},
			[]string{"x.csv:1:", "header = true"}},
		{"x.csv", good, source.Source{Layout: source.Layout{Columns: []string{"x"}}},
			[]string{"x.csv:1:", "columns names 1 columns"}},
		{"x.csv.gz", good, source.Source{}, []string{"not compressed with gzip"}},
		{"x.csv.gz", zip(strings.Repeat(good, 100))[:40], source.Source{}, []string{"truncated"}},
		{"x.csv.gz", zip(good)[:5], source.Source{}, []string{"truncated"}},
		{"x.csv", zip(good), source.Source{}, []string{".gz"}},
		{"x.csv.bz2", good, source.Source{}, []string{"the name ends in .bz2 but the file is not compressed with bzip2"}},
		{"x.csv.bz2", "BZh91AY&SY and so on", source.Source{}, []string{"x.csv.bz2: the compressed file is"}},
		{"x.csv", "BZh9 and so on", source.Source{}, []string{"let its name end in .bz2"}},
		{"x.csv", "PK\x03\x04", source.Source{}, []string{"ZIP archive"}},
		{"x.csv", "\xff\xfex\x00", source.Source{}, []string{"UTF-16"}},
		{"x.xlsx", good, source.Source{Layout: source.Layout{Format: "excel"}},
			[]string{`"excel" is not available`, "csv, tsv, space, arff, svmlight, parquet"}},
		{"x.csv", "x y\n1 a\n2 b\n", source.Source{},
			[]string{`x.csv:1: the line is a single field, "x y"; if fields end at blanks, write format = "space"`}},
		{"x.data", "1 1:2 3:4\n2 1:1\n", source.Source{}, []string{`write format = "svmlight"`}},
		{"x.csv", "x y\n1  a\n2 b\n", source.Source{Layout: source.Layout{Delimiter: " "}},
			[]string{`x.csv:2: got 3 fields, expected 2`, `write format = "space"`}},
		{"x.csv", "x,y\n1,\"a\"b\n", source.Source{},
			[]string{`x.csv:2: a quote is misplaced: "b" follows a field in quotes`}},
		{"x.csv", "x,\xff\n1,a\n", source.Source{}, []string{`x.csv:1: the name "\xff" of column 2 is not UTF-8`}},
		{"x.csv", "x,y,g\n1,a,1\n2,b,\n", source.Source{Roles: source.Roles{Group: "g"}},
			[]string{`x.csv:3: group column "g" has no value`}},
		{"x.csv", "x,y,w\n1,a,1\n2,b,-1\n", source.Source{Roles: source.Roles{Weights: "w"}},
			[]string{`x.csv:3: weights column "w" holds -1; expected a number above 0`}},
		{"x.csv", "x,y,w\n1,a,1\n2,b,0\n", source.Source{Roles: source.Roles{Weights: "w"}},
			[]string{`x.csv:3: weights column "w" holds 0;`}},
		{"x.csv", "x,y,w\n1,a,1\n2,b,?\n", source.Source{Roles: source.Roles{Weights: "w"}},
			[]string{`x.csv:3: weights column "w" holds no value`}},
		{"x.csv", "x,y,w\n1,a,inf\n2,b,1\n", source.Source{Roles: source.Roles{Weights: "w"}},
			[]string{"x.csv:2:", "not a finite number"}},
		{"x.csv", "x,y,w\n1,a,1\n2,b,heavy\n", source.Source{Roles: source.Roles{Weights: "w"}},
			[]string{`x.csv:3: "heavy" is not a number`}},
		{"x.csv", good, source.Source{Roles: source.Roles{Weights: "w"}}, []string{`weights names column "w"`}},
		{"x.csv", good, source.Source{Roles: source.Roles{Group: "x", Weights: "x"}}, []string{"by group and by weights"}},
		{"x.csv", "x,y\n" + quantities(10_000, 1), source.Source{},
			[]string{`the target "y" has 10000 distinct values in 10000 rows`, "classification needs classes"}},
		{"x.csv", "x,y\n" + quantities(10_000, 4), source.Source{},
			[]string{`the target "y" has 10000 distinct values in 40000 rows`}},
		{"x.csv", "x,y\n" + strings.ReplaceAll(quantities(60, 10), "\n", ".5\n"), source.Source{},
			[]string{`"y" has 60 distinct values in 600 rows`}},
		{"x.csv", good, source.Source{Layout: source.Layout{Delimiter: ",,"}}, []string{"delimiter"}},
		{"x.csv", good, source.Source{Recipe: generate.Recipe{Seed: 1}}, []string{"seed does not apply"}},
	}
	for _, test := range tests {
		test.source.File = file(t, test.name, test.text)
		if test.source.Target == "" {
			test.source.Target = "y"
		}
		_, _, err := Table(test.source)
		for _, want := range test.want {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%q %+v:\n%v\nwant %q", test.text, test.source, err, want)
			}
		}
	}
	var defect *data.Error
	if _, _, err := Table(source.Source{File: "/nowhere/x.csv", Roles: source.Roles{Target: "y"}}); !errors.As(err,
		&defect) || defect.Line != 0 {
		t.Errorf("file that is not there: %v", err)
	}
	if _, _, err := Table(source.Source{File: file(t, "x.csv", good)}); err == nil ||
		!strings.Contains(err.Error(), `write target = "…"; columns: "x", "y"`) {
		t.Errorf("no target: %v", err)
	}
}

func TestSourceFromConfig(t *testing.T) {
	var s source.Source
	cfg := contract.Config(`{"file":"/x.csv","target":64,"types":{"a":"numeric"},"missing":[],"header":false,"rows":5}`)
	if err := cfg.Decode(&s); err != nil {
		t.Fatal(err)
	}
	if s.Target != "64" || s.Missing == nil || *s.Header || s.Rows != 5 {
		t.Errorf("%+v", s)
	}
	tests := map[string]string{
		`{"target":"a"}`:                                       "neither file nor generate",
		`{"file":"x","generate":"blobs"}`:                      "both file and generate",
		`{"generate":"blobs","target":"y"}`:                    "target does not apply",
		`{"generate":"spirals"}`:                               `"spirals" is not available`,
		`{"generate":"blobs","rows":2}`:                        "2 rows for 3 classes",
		`{"generate":"blobs","centers":[[1,2],[3]]}`:           "center 2 has 1 coordinates",
		`{"generate":"blobs","centers":[]}`:                    "fewer than two centers",
		`{"generate":"blobs","centers":[[1],[2]],"classes":3}`: "3 classes but 2 centers",
		`{"generate":"blobs","rows":1000000000000000}`:         "1000000000000000 rows of 2 features are too many",
		`{"generate":"blobs","features":1000001}`:              "100 rows of 1000001 features are too many",
		`{"file":"x.parquet","header":true}`:                   "header does not apply to Parquet",
		`{"file":"x","format":"space","delimiter":";"}`:        "delimiter does not apply to space",
		`{"file":"x.svm","group":"g"}`:                         "group does not apply to svmlight",
		`{"file":"x.svm","weights":"g"}`:                       "weights does not apply to svmlight",
		`{"file":"x.csv","levels":3}`:                          "levels does not apply here",
		`{"file":"x.csv","test_file":"x.arff"}`:                "file is csv but test_file is arff",
		`{"file":"x.csv","test_file":"y.csv","split":"s"}`:     "both split and test_file",
		`{"file":"x.csv","test_rows":3,"split":"s"}`:           "both split and test_rows",
		`{"file":"x.csv","test_file":"y.csv","test_rows":3}`:   "both test_file and test_rows",
		`{"file":"x.csv","test_rows":-1}`:                      "must not be negative",
		`{"generate":"blobs","test_rows":3}`:                   "test_rows does not apply",
		`{"file":"x.arff","header":true}`:                      "header does not apply to ARFF",
	}
	for cfg, want := range tests {
		found := Validate(contract.Config(cfg))
		if len(found) == 0 || !strings.Contains(found[0].Summary, want) {
			t.Errorf("%s: %+v, want %q", cfg, found, want)
		}
	}
	names := map[string]bool{}
	for _, p := range Params() {
		names[p.Name] = true
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[source.Source]()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "targets" || name == "tree" || name == "-" || field.Anonymous {
			continue // the list that target may be, what the block classes or no attribute sets, or a part
		}
		if !names[name] {
			t.Errorf("field %s is not a parameter", name)
		}
		delete(names, name)
	}
	if len(names) != 0 {
		t.Errorf("parameters without a field: %v", names)
	}
}

// A column that is not there, or a wrong delimiter, hides nothing of the others.
func TestWarningsBesideErrors(t *testing.T) {
	path := file(t, "x.csv", "x;y;z\n1,5;2;a\n2,5;2;b\n")
	for _, target := range []source.Target{"z", "u"} {
		table, warnings, err := Table(source.Source{File: path, Roles: source.Roles{Target: target}})
		if err == nil || (table != nil) != (target == "z") || len(warnings) != 1 || !strings.Contains(warnings[0], `decimal = ","`) {
			t.Errorf("%s: %v, %v, %v", target, table, warnings, err)
		}
	}
}
