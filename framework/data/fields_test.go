package data

import (
	"encoding/csv"
	"errors"
	"io"
	"reflect"
	"strings"
	"testing"
)

// readRecords returns the records of a text, as the reader of CSV files parts it.
func readRecords(t *testing.T, text string) (all [][]string, err error) {
	t.Helper()
	path := file(t, "x.csv", text)
	s, err := openStream(path, "")
	if err != nil {
		return nil, err
	}
	defer s.close()
	r := &records{stream: s, delimiter: ","}
	for {
		_, fields, err := r.fields()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		var record []string
		for _, field := range fields {
			record = append(record, string(field))
		}
		all = append(all, record)
	}
}

// standardRecords returns the records as encoding/csv parts them, without blanks
// around fields and without empty records.
func standardRecords(text string) (all [][]string, err error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	r.TrimLeadingSpace = true
	for {
		record, err := r.Read()
		if err == io.EOF {
			return all, nil
		}
		if err != nil {
			return nil, err
		}
		for i, field := range record {
			record[i] = strings.TrimSpace(field)
		}
		if len(record) > 1 || record[0] != "" {
			all = append(all, record)
		}
	}
}

// compareRecords checks that a text which encoding/csv takes is parted alike, but
// for blanks around fields. A blank behind a quote is an error there.
func compareRecords(t *testing.T, text string) {
	t.Helper()
	if text == "" || strings.ContainsAny(text, "\x00\u0085\u00a0\u2000\u3000") || strings.HasPrefix(text, "\xef\xbb\xbf") {
		return
	}
	got, err := readRecords(t, text)
	for _, record := range got {
		for i, field := range record {
			record[i] = strings.TrimSpace(field)
		}
	}
	want, standard := standardRecords(text)
	var defect *Error
	switch {
	case standard == nil && err != nil && errors.As(err, &defect) && defect.Line == 0: // a file of another kind
	case standard == nil && (err != nil || !reflect.DeepEqual(got, want)):
		t.Errorf("%q: got %q (%v), want %q", text, got, err, want)
	case standard != nil && err == nil && !strings.ContainsAny(text, " \t\v\f\r"):
		t.Errorf("%q: got %q, want the error %v", text, got, standard)
	}
}

var recordTexts = []string{
	"a,b\n1,2\n", "a,b\r\n1,2", "\"a\",\"b\"\n", "\"a,b\",c\n\"\",\"\"\n", "\"a\"\"b\",c\n", "\"a\nb\r\nc\",d\n\n\ne,f\n", " a , b \n ,\n", "\"a\"b,c\n", "a\"b,c\n", "\"a,b\n",
	"\"a\n\n\"\"\n\",b\nc,d\n", ",\n,,\n\"\"\n", "x, \"y z\",\"\"\n", "\"x\"\"\"\"\",\"\n\"\n", "\f\"\n\"",
}

func TestRecords(t *testing.T) {
	for _, text := range recordTexts {
		compareRecords(t, text)
	}
	got, err := readRecords(t, "\"a\" , \" b \"\t,c , \"  \"\n")
	if err != nil || !reflect.DeepEqual(got, [][]string{{"a", " b ", "c", ""}}) {
		t.Errorf("%q, %v", got, err)
	}
}

func FuzzRecords(f *testing.F) {
	for _, text := range recordTexts {
		f.Add(text)
	}
	f.Fuzz(compareRecords)
}

func TestChunks(t *testing.T) {
	for _, n := range []int{0, 1, firstChunk, firstChunk + 1, 5 * largestChunk} {
		var c chunks[int32]
		room := 0
		for i := range n {
			c.add(int32(i))
		}
		for _, chunk := range append(c.full, c.last) {
			room += cap(chunk)
		}
		if c.len() != n || room > n+n/4+firstChunk {
			t.Errorf("%d values: %d, room for %d", n, c.len(), room)
		}
		for i, v := range c.join() {
			if v != int32(i) {
				t.Fatalf("value %d is %d", i, v)
			}
		}
		if c.len() != 0 {
			t.Error("not empty after join")
		}
	}
}

// A text among numbers makes a column categorical wherever it stands: in the
// rows that are sampled, behind them, or in the test file.
func TestLateTexts(t *testing.T) {
	numbers := strings.Repeat("1.50,a\n2,b\n", sampleRows)
	for name, text := range map[string]string{"first": "x,y\nu,a\n" + numbers, "last": "x,y\n" + numbers + "u,a\n"} {
		table, _ := load(t, Source{File: file(t, "x.csv", text), Roles: Roles{Target: "y"}})
		if c := table.Columns[0]; c.Kind != Categorical || !reflect.DeepEqual(c.Levels, []string{"1.50", "2", "u"}) || len(c.Codes) != 2*sampleRows+1 {
			t.Errorf("%s: %v, %d rows", name, c.Levels, len(c.Codes))
		}
	}
	table, _ := load(t, Source{File: file(t, "x.csv", "x,y\n"+numbers), TestFile: file(t, "t.csv", "x,y\nu,a\n"), Roles: Roles{Target: "y"}})
	if c := table.Columns[0]; !reflect.DeepEqual(c.Levels, []string{"1.50", "2", "u"}) || c.Codes[2*sampleRows] != 2 {
		t.Errorf("%v", c.Levels)
	}
}
