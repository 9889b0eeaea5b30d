package loader

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/source"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/unicode"
)

// TestNotation reads numbers as pandas.read_csv does with the same options.
func TestNotation(t *testing.T) {
	for _, test := range []struct {
		decimal, thousands string
		text               string
		value              float64
		number             bool
	}{
		{",", "", "1,5", 1.5, true},
		{",", "", "-0,25", -0.25, true},
		{",", "", "1,5e-3", 0.0015, true},
		{",", "", "7", 7, true},
		{",", "", " 7,0 ", 7, true},
		{",", "", "1.5", 0, false},
		{",", "", "1,2,3", 0, false},
		{",", "", "", 0, false},
		{",", ".", "1.234.567,8", 1234567.8, true},
		{",", ".", "1234,8", 1234.8, true},
		{",", ".", "1.5", 0, false}, // 15 in pandas
		{",", ".", "1.2345", 0, false},
		{",", ".", ".123", 0, false},
		{",", ".", "1,234.5", 0, false},
		{"", ",", "1,234.5", 1234.5, true},
		{"", ",", "+12,34,567", 1234567, true},
		{"", ",", "1,23", 0, false},
		{"", ",", "a,123", 0, false},
		{"", "'", "1'234", 1234, true},
		{",", "\u202f", "1\u202f234,5", 1234.5, true},
		{".", "", "1.5", 1.5, true},
	} {
		n := source.Source{Layout: source.Layout{Decimal: test.decimal, Thousands: test.thousands}}.Notation()
		v, kind := n.Number([]byte(test.text))
		if (kind == notation.Finite) != test.number || test.number && v != test.value {
			t.Errorf("%+v: %v, %v", test, v, kind)
		}
	}
	text := "x;z;w;y\n\"1.234,5\";7;1;10,5\n-2,25;?;0,5;9,5\n0,5;nan;2;9,5\n"
	table, warnings := load(t, source.Source{File: file(t, "x.csv", text),
		Layout: source.Layout{Delimiter: ";", Decimal: ",", Thousands: "."}, Roles: source.Roles{Target: "y", Weights: "w"}})
	if got := table.Columns[0].Values; !reflect.DeepEqual(got, []float64{1234.5, -2.25, 0.5}) || warnings != nil ||
		!table.Columns[1].Missing(2) {
		t.Errorf("%v, %v, %q", got, table.Columns[1].Values, warnings)
	}
	if !reflect.DeepEqual(table.Target.Names, []string{"9.5", "10.5"}) ||
		!reflect.DeepEqual(table.Weights, []float64{1, 0.5, 2}) {
		t.Errorf("classes %q, weights %v", table.Target.Names, table.Weights)
	}
	plain, _ := load(t, source.Source{File: file(t, "x.csv", "x,z,w,y\n1234.5,7,1,10.5\n-2.25,?,.5,9.5\n.5,,2,9.5\n"),
		Roles: source.Roles{Target: "y", Weights: "w"}})
	if plain.SHA256 != table.SHA256 {
		t.Error("the same numbers in another notation are other data")
	}
}

// TestMisreadNumbers says what to write where numbers were taken for texts, and
// nothing else about such a column.
func TestMisreadNumbers(t *testing.T) {
	many := func(format string) string { // another value in every row
		var b strings.Builder
		b.WriteString("x;y\n")
		for i := range 40 {
			b.WriteString(strings.ReplaceAll(strings.ReplaceAll(format, "#", string(rune('0'+i/10))), "@",
				string(rune('0'+i%10))) + ";" + string(rune('a'+i%2)) + "\n")
		}
		return b.String()
	}
	for format, want := range map[string]string{
		"1#,@":       `x.csv:2: column "x" is categorical because of values such as "10,0"; if these are numbers write decimal = ","`,
		"1.#0@,5":    `if these are numbers write decimal = "," and thousands = "."`,
		"1.#0@.000":  `if these are numbers write decimal = "," and thousands = "."`,
		"1,#0@.5":    `if these are numbers write thousands = ","`,
		"1,#0@":      `if the comma parts thousands write thousands = ",", and if it is the decimal sign decimal = ","`,
		"1 #0@,5":    `if these are numbers write decimal = "," and thousands = " "`,
		"1'#0@":      `if these are numbers write thousands = "'"`,
		"#@ %":       `if these are numbers, remove the percent signs from the file`,
		"#,@%":       `if these are numbers, remove the percent signs from the file and write decimal = ","`,
		"a#@":        `column "x" has a distinct value in every row and looks like an id`,
		"#@.02.2020": `x.csv:2: column "x" is categorical, with dates such as "00.02.2020"`,
		"2024-01-1@": `x.csv:2: column "x" is categorical, with dates such as "2024-01-10"`,
	} {
		table, warnings := load(t, source.Source{File: file(t, "x.csv", many(format)), Layout: source.Layout{Delimiter: ";"},
			Roles: source.Roles{Target: "y"}})
		if len(warnings) != 1 || !strings.Contains(warnings[0], want) {
			t.Errorf("%s: %q, want %s", format, warnings, want)
		}
		if misread := MisreadColumn(&table.Columns[0]); misread == strings.Contains(want, "an id") {
			t.Errorf("%s: misread is %v", format, misread)
		}
	}
	s := source.Source{File: file(t, "x.csv", "x,y\n\"1,5\",a\n2,b\n"),
		Roles: source.Roles{Target: "y", Types: map[string]string{"x": "numeric"}}}
	if _, _, err := Table(s); err == nil || !strings.Contains(err.Error(),
		`"1,5" is not a number, but column "x" is numeric; if these are numbers write decimal = ","`) {
		t.Error(err)
	}
}

// TestEncodings reads the same table in several encodings.
func TestEncodings(t *testing.T) {
	const text = "größe,y\n1,é\n2,ß\n"
	want, _ := load(t, source.Source{File: file(t, "x.csv", text), Roles: source.Roles{Target: "y"}})
	encode := func(e interface{ String(string) (string, error) }) string {
		s, err := e.String(text)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	latin := encode(charmap.ISO8859_1.NewEncoder())
	wide := encode(unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder())
	for _, test := range []struct{ encoding, text string }{
		{"", text}, {"", "\xef\xbb\xbf" + text}, {"UTF-8", text}, {"utf_8_sig", "\xef\xbb\xbf" + text},
		{"latin1", latin}, {"Latin-1", latin}, {"iso8859_1", latin}, {"ISO-8859-1", latin}, {"l1", latin},
		{"iso-8859-15", latin}, {"cp1252", latin},
		{"windows-1252", latin}, {"cp437", encode(charmap.CodePage437.NewEncoder())},
		{"mac_roman", encode(charmap.Macintosh.NewEncoder())},
		{"utf-16", wide}, {"UTF16", wide}, {"utf-16le", wide}, {"utf_16_le", wide[2:]},
		{"utf-16", encode(unicode.UTF16(unicode.BigEndian, unicode.UseBOM).NewEncoder())},
		{"utf-16be", encode(unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM).NewEncoder())},
	} {
		for _, name := range []string{"x.csv", "x.csv.gz"} {
			stored := test.text
			if strings.HasSuffix(name, ".gz") {
				stored = zip(stored)
			}
			table, warnings, err := Table(source.Source{File: file(t, name, stored),
				Layout: source.Layout{Encoding: test.encoding}, Roles: source.Roles{Target: "y"}})
			if err != nil || table.SHA256 != want.SHA256 || warnings != nil {
				t.Errorf("%s in %s: %v, %q", test.encoding, name, err, warnings)
			}
		}
	}
	sjis, err := japanese.ShiftJIS.NewEncoder().String("@relation r\n@attribute x real\n@attribute y " +
		"{表,山}\n@data\n1,表\n2,山\n")
	if err != nil {
		t.Fatal(err)
	}
	arff, _ := load(t, source.Source{File: file(t, "x.arff", sjis), Layout: source.Layout{Encoding: "shift_jis"}})
	if !reflect.DeepEqual(arff.Target.Names, []string{"表", "山"}) {
		t.Errorf("classes %q", arff.Target.Names)
	}
}

func TestEncodingDefects(t *testing.T) {
	for _, test := range []struct {
		text, encoding, want string
	}{
		{"x,y\n1,\xe9\n2,b\n", "", `"\xe9" in column "y" is not UTF-8; write its encoding, such as encoding = "latin1"`},
		{"\xe9,y\n1,a\n2,b\n", "", "is not UTF-8; write its encoding, such as encoding = \"latin1\""},
		{"\xff\xfex\x00,\x00", "", `the text is in UTF-16; write encoding = "utf-16"`},
		{"x\x00,\x00y\x00\n\x00", "", `write encoding = "utf-16le" or "utf-16be"`},
		{"x\x00,\x00y\x00\n\x00", "utf-16", `the text does not begin with a byte order mark; write encoding = "utf-16le" or "utf-16be"`},
		{"\xff\xfex\x00,\x00", "latin1", `the text is in UTF-16`},
		{"\xef\xbb\xbfx,y\n1,a\n2,b\n", "latin1", "the text is in UTF-8, as its first bytes say; remove encoding"},
		{"x,y\n1,a\x81\n2,b\n", "shift_jis", "x.csv:2: the line is not text in shift_jis"},
		{"x,y\n1,a\n2,b\n", "latn1", `encoding "latn1" is unknown. Did you mean "latin1"?`},
		{"x,y\n1,a\n2,b\n", "utf-7", `encoding "utf-7" is unknown`},
	} {
		_, _, err := Table(source.Source{File: file(t, "x.csv", test.text), Layout: source.Layout{Encoding: test.encoding},
			Roles: source.Roles{Target: "y"}})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%q in %q: %v, want %s", test.text, test.encoding, err, test.want)
		}
	}
	for cfg, want := range map[string]string{
		`{"file":"x.csv","decimal":",,"}`:                     `decimal ",," is not usable`,
		`{"file":"x.csv","decimal":"5"}`:                      `decimal "5" is not usable`,
		`{"file":"x.csv","thousands":"-"}`:                    `thousands "-" is not usable`,
		`{"file":"x.csv","thousands":"."}`:                    `thousands and decimal are both "."`,
		`{"file":"x.csv","decimal":",","thousands":","}`:      `thousands and decimal are both ","`,
		`{"file":"x.arff","decimal":","}`:                     "decimal does not apply to ARFF",
		`{"file":"x.svm","thousands":","}`:                    "thousands does not apply to svmlight",
		`{"file":"x.parquet","encoding":"latin1"}`:            "encoding does not apply to Parquet",
		`{"generate":"blobs","encoding":"latin1"}`:            "encoding does not apply here",
		`{"file":"x.csv","encoding":"klingon"}`:               `encoding "klingon" is unknown`,
		`{"file":"x.tsv","decimal":",","encoding":"utf_16"}`:  "",
		`{"file":"x.csv","decimal":".","thousands":"\u00a0"}`: "",
	} {
		found := Validate(contract.Config(cfg))
		if want == "" && found != nil || want != "" && (len(found) != 1 || !strings.Contains(found[0].Summary, want)) {
			t.Errorf("%s: %v", cfg, found)
		}
	}
}

func FuzzNotation(f *testing.F) {
	f.Add(",", ".", "1.234.567,8")
	f.Add("", " ", "-1 234e5")
	f.Fuzz(func(_ *testing.T, decimal, thousands, text string) {
		s := source.Source{File: "x.csv", Layout: source.Layout{Decimal: decimal, Thousands: thousands}}
		if checkNotation(s) == nil {
			s.Notation().Number([]byte(text))
		}
		notation.Misread([]string{text, "1", "2,5"}, []int{20, 1, 1})
	})
}
