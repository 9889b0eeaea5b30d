package loader

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
)

func TestSvmlight(t *testing.T) {
	const text = "\xef\xbb\xbf# a remark\n" +
		"+2 1:0.5 4:-1e3 # the first row\r\n" +
		"\n" +
		"10\t3:7\t9:0 \n" +
		"  2.0\n" +
		"-1 2:1 8:4#x"
	table, warnings := load(t, source.Source{File: file(t, "x.svm", text)})
	if table.Rows != 4 || table.Columns != nil || table.Missing != 0 || len(warnings) != 1 ||
		!strings.Contains(warnings[0], `x.svm:5: target "label" holds "+2" and "2.0", which are one value`) {
		t.Errorf("%+v, %q", table, warnings)
	}
	if !reflect.DeepEqual(table.Target.Names, []string{"-1", "2", "10"}) ||
		!reflect.DeepEqual(table.Truth.Class, []int{1, 2, 1, 0}) || !reflect.DeepEqual(table.Target.Counts, []int{1, 2, 1}) {
		t.Errorf("classes %q, labels %v, counts %v", table.Target.Names, table.Truth.Class, table.Target.Counts)
	}
	s := table.Sparse
	if s.Cols != 9 || !slices.Equal(s.Indptr, []int64{0, 2, 3, 3, 5}) ||
		!slices.Equal(s.Indices, []int32{0, 3, 2, 1, 7}) || !slices.Equal(s.Data, []float64{0.5, -1000, 7, 1, 4}) {
		t.Errorf("%d features, %+v", s.Cols, s.CSR)
	}
	if names := s.Columns(); len(names) != 9 || names[0].Name != "1" || names[8].Name != "9" ||
		names[0].Kind != "numeric" {
		t.Errorf("%v", names)
	}
	if numeric, categorical := table.Kinds(); numeric != 9 || categorical != 0 {
		t.Errorf("%d numeric, %d categorical", numeric, categorical)
	}
}

func TestSvmlightFromZero(t *testing.T) {
	table, warnings := load(t, source.Source{File: file(t, "x.svm", "1 1:1\n2 5:1\n"),
		TestFile: file(t, "y.libsvm", "1 2:1\n2 0:3 7:2\n")})
	s := table.Sparse
	if s.Cols != 8 || s.First != 0 || s.Columns()[0].Name != "0" || !slices.Equal(s.Indices, []int32{1, 5, 2, 0, 7}) {
		t.Errorf("%d features from %d, %v", s.Cols, s.First, s.Indices)
	}
	if !slices.Equal(table.Part, []int8{data.TrainPart, data.TrainPart, data.TestPart, data.TestPart}) {
		t.Errorf("parts %v", table.Part)
	}
	if len(warnings) != 1 || !strings.Contains(warnings[0], "y.libsvm:2:3: the index 0 occurs") {
		t.Errorf("%q", warnings)
	}
}

func TestSvmlightTestFileWithMoreFeatures(t *testing.T) {
	small, large := "1 1:1\n2 3:1\n", "1 2:1\n2 9:2\n"
	for _, texts := range [][2]string{{small, large}, {large, small}} {
		table, _ := load(t, source.Source{File: file(t, "x.svm", texts[0]), TestFile: file(t, "y.svm", texts[1])})
		if table.Sparse.Cols != 9 {
			t.Errorf("%d features, want 9", table.Sparse.Cols)
		}
	}
}

func TestDenseSvmlightBecomesColumns(t *testing.T) {
	table, _ := load(t, source.Source{File: file(t, "x.svm", "1 1:1 2:5\n2 1:2 3:3\n\n1\n2 1:4 2:6 3:7\n1 1:8\n"),
		Rows: 4})
	want := []data.Column{{Name: "1", Values: []float64{1, 2, 0, 4}}, {Name: "2", Values: []float64{5, 0, 0, 6}},
		{Name: "3", Values: []float64{0, 3, 0, 7}}}
	if table.Sparse != nil || !reflect.DeepEqual(table.Columns, want) {
		t.Errorf("%+v", table)
	}
}

func TestSvmlightOptions(t *testing.T) {
	text := "1 7:1\n01 7:2\n2 8:1\n"
	table, _ := load(t, source.Source{File: file(t, "x", text), Layout: source.Layout{Format: "svmlight"},
		Roles: source.Roles{Target: "label", Types: map[string]string{"label": "categorical"}}})
	if !slices.Equal(table.Target.Names, []string{"01", "1", "2"}) {
		t.Errorf("classes %q", table.Target.Names)
	}
	plain, _ := load(t, source.Source{File: file(t, "x.svm", text)})
	packed, _ := load(t, source.Source{File: file(t, "x.svmlight.gz", zip("1 7:1\n01 7:2\n")+zip("2 8:1\n"))})
	if !reflect.DeepEqual(plain.Sparse.CSR, packed.Sparse.CSR) || !slices.Equal(packed.Target.Names, []string{"1", "2"}) {
		t.Errorf("%+v and %+v", plain.Sparse, packed.Sparse)
	}
	if len(plain.FileSHA256) != 64 || plain.FileSHA256 == packed.FileSHA256 || plain.SHA256 != packed.SHA256 ||
		plain.SHA256 == table.SHA256 {
		t.Error("digests")
	}
	fewer, _ := load(t, source.Source{File: file(t, "x.svm", text+"2 9:1\n"), Rows: 3})
	if fewer.Rows != 3 || fewer.Sparse.Cols != 8 || fewer.FileSHA256 == plain.FileSHA256 {
		t.Errorf("%+v", fewer)
	}
	if _, _, err := Table(source.Source{File: file(t, "x.svm", text), SHA256: plain.FileSHA256}); err != nil {
		t.Error(err)
	}
}

func TestSvmlightDefects(t *testing.T) {
	yes := true
	const good = "1 1:1\n2 2:1\n"
	tests := []struct {
		name, text string
		source     source.Source
		want       string
		path       []any
	}{
		{"x.svm", "1 1:1\n2 3:1 2:1\n", source.Source{}, "x.svm:2:7: index 2 follows 3: indices that do not ascend", nil},
		{"x.svm", "1 1:1 1:1\n", source.Source{}, "1:7: index 1 follows 1", nil},
		{"x.svm", "1 1:x\n", source.Source{}, `1:5: the value "x" of feature 1 is not a finite number`, nil},
		{"x.svm", "1 1:\n", source.Source{}, `the value ""`, nil},
		{"x.svm", "1 1:nan\n", source.Source{}, "not a finite number", nil},
		{"x.svm", "1 1:1e999\n", source.Source{}, "not a finite number", nil},
		{"x.svm", "1 -1:2\n", source.Source{}, `"-1" is not an index`, nil},
		{"x.svm", "1 1.5:2\n", source.Source{}, `"1.5" is not an index`, nil},
		{"x.svm", "1 :2\n", source.Source{}, "is not an index", nil},
		{"x.svm", "1 5\n", source.Source{}, `1:3: "5" is not of the form index:value`, nil},
		{"x.svm", "1 99999999999999999999:2\n", source.Source{}, "too large; features are numbered up to 100000000", nil},
		{"x.svm", "1 100000001:2\n", source.Source{}, "too large", nil},
		{"x.svm", "1 qid:3 1:2\n", source.Source{}, `"qid:3" groups rows`, nil},
		{"x.svm", "spam 1:2\n", source.Source{}, `1:1: the label "spam" is not a finite number`, nil},
		{"x.svm", "1,2,1.0 1:2\n", source.Source{}, `1:5: the row has the label "1.0" twice`, nil},
		{"x.svm", "1,,2 1:2\n", source.Source{}, `1:3: the label "" is not a finite number`, nil},
		{"x.svm", "1,2, 1:2\n", source.Source{}, `1:5: the label "" is not a finite number`, nil},
		{"x.svm", "1,b 1:2\n", source.Source{}, `1:3: the label "b" is not a finite number`, nil},
		{"x.svm", "1 1:1\n\n4 1:2\n", source.Source{Roles: source.Roles{Targets: []string{"1", "2"}}},
			`:3: the label "4" is not in target, which lists "1", "2"`, []any{"target"}},
		{"x.svm", "2 1:1\n1:2\n3 1:0\n", source.Source{}, `2:1: the row has no label`, nil},
		{"x.svm", " 1:2\n", source.Source{}, "1:2: the row has no label", nil},
		{"x.svm", "1 1:2\r2 1:3\r", source.Source{}, "carriage return", nil},
		{"x.svm", "1 1:2 # \x00\n", source.Source{}, "NUL byte", nil},
		{"x.svm", "", source.Source{}, "the file is empty", nil},
		{"x.svm", "# nothing\n", source.Source{}, "no rows", nil},
		{"x.svm", "1\n2\n2\n", source.Source{}, "there are no features", nil},
		{"x.svm", "1 1:1\n1 2:1\n", source.Source{}, "fewer than two classes", []any{"target"}},
		{"x.svm", zip(good), source.Source{}, "let its name end in .gz", nil},
		{"x.svm.gz", good, source.Source{}, "not compressed with gzip", nil},
		{"x.svm.gz", zip(good) + "the rest of it", source.Source{}, "what follows the compressed data", nil},
		{"x.svm.gz", zip(good)[:30], source.Source{}, "truncated", nil},
		{"x.svm.bz2", good, source.Source{}, "not compressed with bzip2", nil},
		{"x.svm", good, source.Source{SHA256: "00"}, "it is another file", []any{"sha256"}},
		{"x.svm", "1 x\n", source.Source{SHA256: "00"}, "it is another file", []any{"sha256"}},
		{"x.svm", good, source.Source{Layout: source.Layout{Header: &yes}}, "header does not apply to svmlight",
			[]any{"header"}},
		{"x.svm", good, source.Source{Roles: source.Roles{Target: "3"}}, "target does not apply to svmlight",
			[]any{"target"}},
		{"x.svm", good, source.Source{Roles: source.Roles{Drop: []string{"3"}}}, "drop does not apply to svmlight",
			[]any{"drop"}},
		{"x.svm", good, source.Source{Roles: source.Roles{Types: map[string]string{"3": "numeric"}}}, "types names column",
			[]any{"types", "3"}},
		{"x.svm", good, source.Source{TestFile: "/nowhere/y.svm"}, "the file does not exist", []any{"test_file"}},
	}
	for _, test := range tests {
		test.source.File = file(t, test.name, test.text)
		_, _, err := Table(test.source)
		found := data.Errors(err)
		if len(found) != 1 || !strings.Contains(err.Error(), test.want) || !reflect.DeepEqual(found[0].Path, test.path) {
			t.Errorf("%q: %v", test.text, err)
		}
	}
}

func TestLongLine(t *testing.T) {
	var b strings.Builder
	b.WriteString("1")
	for j := range 60_000 {
		fmt.Fprintf(&b, " %d:0.25", 3*j+1)
	}
	b.WriteString("\n2 5:1\n2\n")
	table, _ := load(t, source.Source{File: file(t, "x.svm", b.String())})
	if len(table.Sparse.Data) != 60_001 || table.Sparse.Cols != 179_998 || b.Len() < 2<<18 {
		t.Errorf("%d values of %d features in %d bytes", len(table.Sparse.Data), table.Sparse.Cols, b.Len())
	}
}

// TestManyChunks has values in several chunks, in sparse and in dense form.
func TestManyChunks(t *testing.T) {
	const rows = 1500
	for _, gap := range []int{1, 3} {
		var b strings.Builder
		for i := range rows {
			fmt.Fprintf(&b, "%d", i%3)
			for j := 1; j <= 400*gap; j += gap {
				fmt.Fprintf(&b, " %d:%d", j, i+j)
			}
			b.WriteString("\n")
		}
		table, _ := load(t, source.Source{File: file(t, "x.svm", b.String())})
		if dense := gap == 1; dense != (table.Sparse == nil) || rows*400 <= 1<<19 {
			t.Fatalf("step %d: sparse is %v", gap, table.Sparse != nil)
		}
		for i := range rows {
			for k := range 400 {
				j := k * gap
				got := 0.0
				if table.Sparse != nil {
					at := int(table.Sparse.Indptr[i]) + k
					if int(table.Sparse.Indices[at]) != j {
						t.Fatalf("row %d: index %d, want %d", i, table.Sparse.Indices[at], j)
					}
					got = table.Sparse.Data[at]
				} else {
					got = table.Columns[j].Values[i]
				}
				if got != float64(i+j+1) {
					t.Fatalf("row %d, feature %d: %v", i, j, got)
				}
			}
		}
	}
}

func FuzzSvmlight(f *testing.F) {
	for _, seed := range []string{"1 1:1 3:2\n2 2:-1e5 # x\n", "0 0:1\n1 1:1\n", "1,2 1:1\n", " 1:1\n", "1 qid:1 1:1\n",
		"1 1:1 1:1\n", "1 100000000:1\n2\n", "\xef\xbb\xbf#\n1\r\n"} {
		f.Add(seed)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, text string) {
		path := filepath.Join(dir, "x.svm")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		table, _, err := Table(source.Source{File: path})
		if err != nil {
			if found := data.Errors(err); found[0].File != path {
				t.Errorf("%v", err)
			}
			return
		}
		if s := table.Sparse; s != nil {
			if len(s.Indptr) != table.Rows+1 || s.Indptr[table.Rows] != int64(len(s.Data)) || len(s.Data) != len(s.Indices) {
				t.Errorf("%d rows, %+v", table.Rows, s.CSR)
			}
			for i := range table.Rows {
				row := s.Indices[s.Indptr[i]:s.Indptr[i+1]]
				if !slices.IsSorted(row) || len(row) > 0 && (row[0] < 0 || int(row[len(row)-1]) >= s.Cols) {
					t.Errorf("row %d has the indices %v of %d", i, row, s.Cols)
				}
			}
		}
	})
}

func BenchmarkSvmlight(b *testing.B) {
	path := os.Getenv("BENCH_SVMLIGHT")
	info, err := os.Stat(path)
	if err != nil {
		b.Skip("set BENCH_SVMLIGHT to a file")
	}
	b.SetBytes(info.Size())
	for b.Loop() {
		if _, _, err := Table(source.Source{File: path, Layout: source.Layout{Format: "svmlight"}}); err != nil {
			b.Fatal(err)
		}
	}
}
