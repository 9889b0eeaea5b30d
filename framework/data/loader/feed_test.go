package loader

import (
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
)

// wide returns 600 rows of 200 numbers and a class, some of which are replaced:
// the texts at row, column.
func wide(replaced map[[2]int]string) string {
	var b strings.Builder
	for j := range 200 {
		fmt.Fprintf(&b, "x%d,", j)
	}
	b.WriteString("y\n")
	for i := range 600 {
		for j := range 200 {
			text, found := replaced[[2]int{i, j}]
			if !found {
				text = fmt.Sprint(i*1000 + j)
			}
			b.WriteString(text + ",")
		}
		fmt.Fprintf(&b, "c%d\n", i%3)
	}
	return b.String()
}

// The first defect of a file is named, whatever is read at the same time.
func TestFirstDefect(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	types := map[string]string{}
	for j := range 200 {
		types[fmt.Sprintf("x%d", j)] = "numeric"
	}
	for _, test := range []struct {
		replaced map[[2]int]string
		want     string
	}{
		{map[[2]int]string{{300, 3}: "late", {100, 190}: "early"}, `x.csv:102: "early" is not a number, but column "x190"`},
		{map[[2]int]string{{100, 190}: "right", {100, 3}: "left"}, `x.csv:102: "left" is not a number`},
		{map[[2]int]string{{100, 190}: "right", {100, 3}: "1,2"}, `x.csv:102: got 202 fields, expected 201`},
		{map[[2]int]string{{101, 0}: "1,2", {100, 3}: "value"}, `x.csv:102: "value" is not a number`},
		{map[[2]int]string{{99, 0}: "\"1", {100, 3}: "value"}, `x.csv:101: a quote opens the field`},
		{map[[2]int]string{{599, 199}: "last"}, `x.csv:601: "last" is not a number`},
	} {
		for range 3 {
			_, _, err := Table(source.Source{File: file(t, "x.csv", wide(test.replaced)),
				Roles: source.Roles{Target: "y", Types: types}})
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("%v: %v", test.replaced, err)
			}
		}
	}
}

// Every value arrives in its row and column, read by one goroutine or several.
func TestWideFile(t *testing.T) {
	for _, processors := range []int{1, 4} {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
		table, _ := load(t, source.Source{File: file(t, "x.csv", wide(nil)), Roles: source.Roles{Target: "y"},
			Layout: source.Layout{Missing: []string{"5003"}}})
		if table.Rows != 600 || len(table.Columns) != 200 || table.Missing != 1 || !table.Columns[3].Missing(5) {
			t.Fatalf("%d rows, %d columns, %d missing", table.Rows, len(table.Columns), table.Missing)
		}
		for j, c := range table.Columns {
			for i, v := range c.Values {
				if v != float64(i*1000+j) && !c.Missing(i) {
					t.Fatalf("row %d, column %d: %v", i, j, v)
				}
			}
		}
	}
}

// Blank lines and lines that are not of the table take no room.
func TestBlankLines(t *testing.T) {
	text := "x,y\n" + strings.Repeat(" \t \n", 1000) + "1,a\n\n2,b\n" + strings.Repeat("\r\n", 10)
	table, _ := load(t, source.Source{File: file(t, "x.csv", text), Roles: source.Roles{Target: "y"}})
	if table.Rows != 2 || table.Columns[0].Values[1] != 2 {
		t.Errorf("%+v", table)
	}
}

// A text among numbers makes a column categorical wherever it stands: in the
// rows that are sampled, behind them, or in the test file.
func TestLateTexts(t *testing.T) {
	numbers := strings.Repeat("1.50,a\n2,b\n", sampleRows)
	for name, text := range map[string]string{"first": "x,y\nu,a\n" + numbers, "last": "x,y\n" + numbers + "u,a\n"} {
		table, _ := load(t, source.Source{File: file(t, "x.csv", text), Roles: source.Roles{Target: "y"}})
		if c := table.Columns[0]; c.Kind != data.Categorical || !reflect.DeepEqual(c.Levels, []string{"1.50", "2", "u"}) ||
			len(c.Codes) != 2*sampleRows+1 {
			t.Errorf("%s: %v, %d rows", name, c.Levels, len(c.Codes))
		}
	}
	table, _ := load(t, source.Source{File: file(t, "x.csv", "x,y\n"+numbers), TestFile: file(t, "t.csv", "x,y\nu,a\n"),
		Roles: source.Roles{Target: "y"}})
	if c := table.Columns[0]; !reflect.DeepEqual(c.Levels, []string{"1.50", "2", "u"}) || c.Codes[2*sampleRows] != 2 {
		t.Errorf("%v", c.Levels)
	}
}

func BenchmarkCSV(b *testing.B) {
	var text strings.Builder
	for j := range 16 {
		fmt.Fprintf(&text, "f%d,", j)
	}
	text.WriteString("class\n")
	for i := range 20000 {
		for j := range 16 {
			fmt.Fprintf(&text, "%d,", (i*31+j*7)%16)
		}
		fmt.Fprintf(&text, "%c\n", 'A'+i%26)
	}
	path := file(b, "x.csv", text.String())
	b.SetBytes(int64(text.Len()))
	for b.Loop() {
		if _, _, err := Table(source.Source{File: path, Roles: source.Roles{Target: "class"}}); err != nil {
			b.Fatal(err)
		}
	}
}
