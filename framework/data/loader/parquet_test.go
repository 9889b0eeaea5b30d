package loader

import (
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/source"
)

// kinds is a row with a column of each kind that can be read.
type kinds struct {
	Flag   bool    `parquet:"flag"`
	Small  int32   `parquet:"small"`
	Large  int64   `parquet:"large"`
	Count  uint64  `parquet:"count"`
	Single float32 `parquet:"single"`
	Double float64 `parquet:"double,dict"`
	Money  int64   `parquet:"money,decimal(2:12)"`
	Text   string  `parquet:"text,dict"`
	Bytes  []byte  `parquet:"bytes"`
	Y      int64   `parquet:"y"`
}

func TestParquetKinds(t *testing.T) {
	rows := []kinds{
		{true, -3, 1 << 40, math.MaxUint64, 0.1, 0.1, 1234, "b", []byte("1"), 10},
		{false, 4, 5, 6, math.MaxFloat32, math.NaN(), -5, "?", []byte("x"), 9},
		{true, 0, 0, 0, 0, 0, 0, "a", nil, 10},
	}
	table, warnings := load(t, source.Source{File: file(t, "x.parquet", writeParquet(t, rows)),
		Roles: source.Roles{Target: "y", Types: map[string]string{"small": "categorical"}}})
	if len(warnings) != 1 || !strings.Contains(warnings[0], `"18446744073709551615", which are rounded`) ||
		table.Rows != 3 || table.Missing != 3 {
		t.Errorf("%d rows, %d missing, %q", table.Rows, table.Missing, warnings)
	}
	if !reflect.DeepEqual(table.Target.Names, []string{"9", "10"}) ||
		!reflect.DeepEqual(table.Truth.Class, []int{1, 0, 1}) {
		t.Errorf("%v %v", table.Target.Names, table.Truth.Class)
	}
	for name, want := range map[string][]float64{
		"large": {1 << 40, 5, 0}, "count": {math.MaxUint64, 6, 0}, "single": {float64(float32(0.1)), math.MaxFloat32, 0},
		"money": {12.34, -0.05, 0},
	} {
		if got := column(t, table, name); !reflect.DeepEqual(got.Values, want) {
			t.Errorf("%s: %v", name, got.Values)
		}
	}
	if c := column(t, table, "double"); c.Values[0] != 0.1 || !c.Missing(1) {
		t.Errorf("double %+v", c)
	}
	for name, want := range map[string]data.Column{
		"flag":  {Levels: []string{"false", "true"}, Codes: []int32{1, 0, 1}},
		"small": {Levels: []string{"-3", "0", "4"}, Codes: []int32{0, 2, 1}},
		"text":  {Levels: []string{"a", "b"}, Codes: []int32{1, -1, 0}},
		"bytes": {Levels: []string{"1", "x"}, Codes: []int32{0, 1, -1}},
	} {
		if got := column(t, table, name); got.Kind != data.Categorical || !reflect.DeepEqual(got.Levels, want.Levels) ||
			!reflect.DeepEqual(got.Codes, want.Codes) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// Whole numbers that a float64 cannot distinguish are different classes.
func TestParquetLargeClasses(t *testing.T) {
	rows := []kinds{{Y: 1<<53 + 1}, {Y: 1 << 53}, {Y: 1 << 53}}
	table, _ := load(t, source.Source{File: file(t, "x.parquet", writeParquet(t, rows)), Roles: source.Roles{Target: "y"}})
	if !reflect.DeepEqual(table.Target.Names, []string{"9007199254740992", "9007199254740993"}) {
		t.Errorf("%v", table.Target.Names)
	}
}

// A null is a missing value whatever texts stand for one.
func TestParquetNulls(t *testing.T) {
	s := partsSource(t, "x.parquet", partsParquet(t))
	s.Missing = []string{"none"}
	table, _ := load(t, s)
	x, colour := column(t, table, "x"), column(t, table, "colour")
	if !colour.Missing(2) || !x.Missing(2) || table.Missing != 2 {
		t.Errorf("%+v", table.Columns)
	}
}

func TestParquetDefects(t *testing.T) {
	type refused struct {
		When  time.Time      `parquet:"when,timestamp"`
		Day   int32          `parquet:"day,date"`
		Words []string       `parquet:"words,list"`
		Pairs map[string]int `parquet:"pairs"`
		ID    [16]byte       `parquet:"id,uuid"`
		X     float64        `parquet:"x"`
		Y     string         `parquet:"y"`
	}
	whole := writeParquet(t, []refused{{Y: "a", X: 1}, {Y: "b", X: math.Inf(1)}})
	all := []string{"when", "day", "words", "pairs", "id"}
	tests := []struct {
		text string
		s    source.Source
		want string
	}{
		{whole, source.Source{Roles: source.Roles{Drop: all[1:]}},
			`column "when" is a date or a time, which cannot be read; expected numbers or categories. To leave it out write drop = ["when"]`},
		{whole, source.Source{Roles: source.Roles{Drop: append([]string{"when"}, all[2:]...)}}, `column "day" is a date`},
		{whole, source.Source{Roles: source.Roles{Drop: []string{"when", "day", "pairs", "id"}}},
			`column "words" is a list, a map or a structure`},
		{whole, source.Source{Roles: source.Roles{Drop: []string{"when", "day", "words", "id"}}}, `column "pairs" is a list`},
		{whole, source.Source{Roles: source.Roles{Drop: all[:4]}}, `column "id" is of the type UUID`},
		{whole, source.Source{Roles: source.Roles{Drop: all}}, `row 2: "+Inf" in column "x" is not a finite number`},
		{whole, source.Source{Roles: source.Roles{Drop: all, Target: "z"}}, `target names column "z"`},
		{whole, source.Source{Roles: source.Roles{Drop: all, Split: "x"}}, `row 1: split column "x" holds "0"`},
		{writeParquet(t, []kinds{}), source.Source{}, "the file has no rows"},
		{writeParquet(t, []kinds{{Y: 1}, {Y: 2, Text: "\xff"}}), source.Source{},
			`row 2: "\xff" in column "text" is not UTF-8`},
		{writeParquet(t, []kinds{{Y: 1, Text: "1"}, {Y: 2, Text: "u"}}),
			source.Source{Roles: source.Roles{Types: map[string]string{"text": "numeric"}}}, `row 2: "u" is not a number`},
		{writeParquet(t, []kinds{{Y: 1}, {Y: 2}}), source.Source{Roles: source.Roles{Weights: "small"}},
			`row 1: weights column "small" holds 0`},
		{"PAR1", source.Source{}, "it is too short"},
		{"x,y\n1,a\n2,b\n", source.Source{}, `this is not a Parquet file: it begins with "x,y\n", expected "PAR1"`},
		{whole[:len(whole)-5] + "\xffPAR1", source.Source{}, "its table of contents has"},
		{whole + "x", source.Source{}, "truncated or damaged: it ends with"},
		{zip(whole), source.Source{}, "let its name end in .gz"},
	}
	tests[7].text = strings.Clone(writeParquet(t, []refused{{Y: "a"}, {Y: "b"}}))
	for _, test := range tests {
		test.s.File = file(t, "x.parquet", test.text)
		if test.s.Target == "" {
			test.s.Target = "y"
		}
		_, _, err := Table(test.s)
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%+v: %v\nwant %s", test.s, err, test.want)
		}
	}
	if _, _, err := Table(source.Source{File: file(t, "x.parquet", whole)}); err == nil ||
		!strings.Contains(err.Error(), "the class column is not named") {
		t.Error(err)
	}
}

// A Parquet file with a changed byte is read or refused, never more.
func TestParquetChangedBytes(t *testing.T) {
	whole := []byte(partsParquet(t))
	dir := t.TempDir()
	s := source.Source{Roles: source.Roles{Target: "class", Split: "part", Fold: "fold", Group: "group",
		Weights: "weight"}}
	for i := 0; i < len(whole); i += 3 {
		whole[i] ^= 0x81
		if table, err := loadBytes(t, dir, "x.parquet", whole, s); err == nil {
			checkTable(t, table)
		}
		whole[i] ^= 0x81
	}
}

func FuzzParquet(f *testing.F) {
	f.Add([]byte(partsParquet(f)))
	f.Add([]byte(writeParquet(f, []kinds{{Y: 1, Text: "a"}, {Y: 2, Flag: true}, {Y: 1}})))
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, target := range []source.Target{"class", "y"} {
			if table, err := loadBytes(t, dir, "x.parquet", content,
				source.Source{Roles: source.Roles{Target: target}}); err == nil {
				checkTable(t, table)
			}
		}
	})
}
