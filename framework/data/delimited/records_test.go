package delimited

import (
	"encoding/csv"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/textfile"
)

// readRecords returns the records of a text, as the reader of CSV files parts it.
func readRecords(t *testing.T, text string) (all [][]string, err error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "x.csv")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := textfile.Open(path, "")
	if err != nil {
		return nil, err
	}
	defer s.Close()
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
	var defect *data.Error
	switch {
	case standard == nil && err != nil && errors.As(err, &defect) && defect.Line == 0: // a file of another kind
	case standard == nil && (err != nil || !reflect.DeepEqual(got, want)):
		t.Errorf("%q: got %q (%v), want %q", text, got, err, want)
	case standard != nil && err == nil && !strings.ContainsAny(text, " \t\v\f\r"):
		t.Errorf("%q: got %q, want the error %v", text, got, standard)
	}
}

var recordTexts = []string{
	"a,b\n1,2\n", "a,b\r\n1,2", "\"a\",\"b\"\n", "\"a,b\",c\n\"\",\"\"\n", "\"a\"\"b\",c\n", "\"a\nb\r\nc\",d\n\n\ne,f\n",
	" a , b \n ,\n", "\"a\"b,c\n", "a\"b,c\n", "\"a,b\n",
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

// Blank lines take no room in a batch.
func TestBlankLinesOfRecords(t *testing.T) {
	path := filepath.Join(t.TempDir(), "y.csv")
	text := "x,y\n" + strings.Repeat(" \t \n", 1000) + "1,a\n\n2,b\n" + strings.Repeat("\r\n", 10)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := textfile.Open(path, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	r := &records{stream: s, delimiter: ","}
	var b collect.Batch
	for range 2 {
		if _, _, err := r.next(&b); err != nil {
			t.Fatal(err)
		}
	}
	if string(b.Text) != "x,y1,a" {
		t.Errorf("%q", b.Text)
	}
}
