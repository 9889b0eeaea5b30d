package loader

import (
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/parquet-go/parquet-go"
)

// one is a column of a Parquet file that holds one value often.
type one struct {
	X int64  `parquet:"x,dict"`
	Y string `parquet:"y,dict"`
}

// Labels take up room where rows have them, not for each row and label.
func TestManyLabelsTakeLittle(t *testing.T) {
	var labels strings.Builder
	for i := range 2048 {
		fmt.Fprintf(&labels, "%d,%d 1:1\n", i, i+2048)
	}
	table, _ := load(t, source.Source{File: file(t, "labels.svm", labels.String()), Memory: "1MiB"})
	if y := table.Truth.Y; table.Target.K() != 4096 || y.Rows() != 2048 || len(y.Of) != 4096 {
		t.Errorf("%d labels, %d rows, %d entries", table.Target.K(), y.Rows(), len(y.Of))
	}
}

// TestGrowingFiles holds small files of large tables. They are refused by what
// the table may take up, and read where it may take up more.
func TestGrowingFiles(t *testing.T) {
	const rows = 1 << 17
	csv := "a,b,y\n" + strings.Repeat("0,0,p\n0,0,q\n", rows/2)
	arff := "@relation r\n@attribute a real\n@attribute b real\n@attribute y {p,q}\n@data\n"
	repeated := make([]one, rows)
	for i := range repeated {
		repeated[i].Y = string(rune('p' + i%2))
	}
	stored := writeParquet(t, repeated, parquet.MaxRowsPerRowGroup(rows), parquet.PageBufferSize(1<<24))
	for _, test := range []struct {
		name, text string
		target     source.Target
	}{
		{"x.csv", csv, "y"},
		{"x.csv.gz", zip(csv), "y"},
		{"levels.csv.gz", zip("a,y\n" + strings.Repeat("p", 1<<20) + ",p\n" + strings.Repeat("q", 1<<20) + ",q\n"), "y"},
		{"x.arff.gz", zip(arff + strings.Repeat("0,0,p\n0,0,q\n", rows/2)), ""},
		{"sparse.arff.gz", zip(arff + strings.Repeat("{2 p}\n{2 q}\n", rows/2)), ""},
		{"x.svm.gz", zip(strings.Repeat("1 1:1\n2 1:1\n", rows/2)), ""},
		{"far.svm", "1 1000000:1\n2 1:1\n1 1:1\n2 1:1\n", ""},
		{"x.parquet", stored, "y"},
		{"x.parquet.gz", zip(stored), "y"},
	} {
		s := source.Source{File: file(t, test.name, test.text), Memory: "1MiB", Roles: source.Roles{Target: test.target}}
		_, _, err := Table(s)
		if err == nil || !strings.Contains(err.Error(), "the table takes up more than 1MiB of memory; if it is meant to, "+
			"write a larger memory = \"2MiB\"") {
			t.Errorf("%s: %v", test.name, err)
		} else if path := data.Errors(err)[0].Path; len(path) != 1 || path[0] != "memory" {
			t.Errorf("%s: path %v", test.name, path)
		}
		s.Memory = float64(1 << 30)
		if _, _, err := Table(s); err != nil {
			t.Errorf("%s: %v", test.name, err)
		}
	}
	// One page holds all rows, of which only the first are asked for.
	if _, _, err := Table(source.Source{File: file(t, "x.parquet", stored), Rows: 3, Memory: "1MiB",
		Roles: source.Roles{Target: "y"}}); err == nil || !strings.Contains(err.Error(), "more than 1MiB") {
		t.Error(err)
	}
}

func TestCountsAreBounded(t *testing.T) {
	var classes, row strings.Builder
	for i := range source.MaxClasses + 1 {
		fmt.Fprintf(&classes, "1,c%d\n2,c%d\n", i, i)
		fmt.Fprintf(&row, "%d,", i)
	}
	for _, test := range []struct{ name, text, want string }{
		{"x.csv", "x,y\n" + classes.String(), "there are 1000001 classes, and bench takes at most 1000000"},
		{"x.svm", strings.TrimSuffix(row.String(), ",") + " 1:1\n", "there are 1000001 labels in a row"},
		{"x.svm", strings.ReplaceAll(strings.TrimSuffix(row.String(), ","), ",", ",2000000 1:1\n") + ",2000000 1:1\n",
			"there are 1000002 labels"},
		{"wide.csv", strings.Repeat(",", 1_000_000) + "\n", "wide.csv:1: the line has more than 1000000 fields"},
		{"x.arff.gz", zip(strings.Repeat("% "+strings.Repeat("x", 1<<20)+"\n", 256)), "the header is too long"},
	} {
		_, _, err := Table(source.Source{File: file(t, test.name, test.text),
			Roles: source.Roles{Target: map[bool]source.Target{true: "y"}[strings.HasSuffix(test.name, ".csv")]}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %.300v, want %s", test.name, err, test.want)
		}
	}
	for _, memory := range []string{`"x"`, "0", "true", `"1kB"`} {
		if found := Validate(contract.Config(`{"file":"x.csv","memory":` + memory + `}`)); len(found) != 1 ||
			found[0].Summary != "memory cannot be used" {
			t.Errorf("memory %s: %v", memory, found)
		}
	}
}

// TestManyColumns reads what took the square of the number of columns or labels.
func TestManyColumns(t *testing.T) {
	const n = 20_000
	names := make([]string, n)
	drop := names[:n/2]
	for i := range names {
		names[i] = fmt.Sprintf("a%d", i)
	}
	zeros := strings.Repeat("0,", n)
	table, _ := load(t, source.Source{File: file(t, "x.csv", strings.Join(names, ",")+",y\n"+zeros+"a\n"+zeros+"b\n"),
		Roles: source.Roles{Target: "y", Drop: drop}})
	if len(table.Columns) != n/2 {
		t.Errorf("%d columns", len(table.Columns))
	}
	labelled, _ := load(t, source.Source{File: file(t, "x.csv", strings.Join(names, ",")+",y\n"+zeros+"1\n"+zeros+"2\n"),
		Roles: source.Roles{Targets: names[:n/2]}})
	if len(labelled.Target.Names) != n/2 {
		t.Errorf("%d labels", len(labelled.Target.Names))
	}
}

// TestRoundedNumbers warns of whole numbers that a float64 cannot represent.
func TestRoundedNumbers(t *testing.T) {
	s := source.Source{File: file(t, "x.csv", "x,z,y\n9007199254740993,1e30,a\n-9007199254740993,9007199254740992,b\n"),
		Roles: source.Roles{Target: "y"}}
	const want = `x.csv:2: column "x" holds whole numbers such as "9007199254740993", which are rounded to some 16 digits; if they are ids write drop = ["x"], or types = { "x" = "categorical" }`
	if _, warnings := load(t, s); len(warnings) != 1 || !strings.Contains(warnings[0], want) {
		t.Errorf("%q", warnings)
	}
	s.Types = map[string]string{"x": "categorical"}
	if table, warnings := load(t, s); warnings != nil || len(table.Columns[0].Levels) != 2 {
		t.Errorf("%q", warnings)
	}
	type long struct {
		X int64  `parquet:"x"`
		Y string `parquet:"y"`
	}
	s = source.Source{File: file(t, "x.parquet", writeParquet(t, []long{{1<<53 + 1, "a"}, {1 << 60, "b"}})),
		Roles: source.Roles{Target: "y"}}
	if _, warnings := load(t, s); len(warnings) != 1 ||
		!strings.Contains(warnings[0], `row 1: column "x" holds whole numbers such as "9007199254740993"`) {
		t.Errorf("%q", warnings)
	}
}

// FuzzLimits reads any bytes in every format, with little memory.
func FuzzLimits(f *testing.F) {
	f.Add("x.csv", "x,y\n1,a\n2,b\n")
	f.Add("x.svm", "1,2 1:1\n2 100000000:1\n")
	f.Add("x.arff", "@relation r\n@attribute x real\n@attribute y {a,b}\n@data\n{0 1}\n{1 b}\n")
	f.Add("x.csv.gz", zip("x,y\n1,a\n2,b\n"))
	f.Add("x.parquet", writeParquet(f, []one{{1, "a"}, {2, "b"}}))
	dir := f.TempDir()
	names := []string{"x.csv", "x.svm", "x.arff", "x.csv.gz", "x.parquet", "x.parquet.gz"}
	f.Fuzz(func(t *testing.T, name, text string) {
		for _, known := range names {
			if name == known {
				s := source.Source{Memory: "1MiB"}
				if name != "x.svm" {
					s.Target = "y"
				}
				_, _ = loadBytes(t, dir, name, []byte(text), s)
			}
		}
	})
}
