package requires

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/named"
)

// What is written of data and suites is read again as it was, and written again with the same bytes.
func TestLockedDataIsReadAsWritten(t *testing.T) {
	hash := strings.Repeat("ab", 32)
	entry := named.Entry{Kind: "openml", ID: "61", Name: "iris", Version: "1", Fetched: "2026-11-24",
		Columns: &named.Columns{Target: []string{"class"}, Drop: []string{"id"}, Types: map[string]string{"a b": "categorical"},
			Levels: map[string][]string{"class": {"${x}", "\"y\""}}},
		About: &named.About{Licence: "Public", Creators: []string{"R. A. Fisher"}, Citation: "line\nline"}, Files: []named.File{
			{Role: named.Data, URL: "https://example.org/iris.arff", Format: "arff", SHA256: hash, MD5: "00", Bytes: 12},
			{Role: named.Splits, SHA256: hash}}}
	suite := named.Suite{Kind: "openml", ID: "99", Tasks: []named.Task{{ID: "3", Name: "kr-vs-kp"}, {ID: "6", Name: "letter"}}}
	lock := (*Lock)(nil).With([]Locked{{Name: "p", SHA256: hash}}).WithNamed([]named.Entry{entry}, []named.Suite{suite})
	text := lock.Bytes()
	read, diags := ParseLock("bench.lock.hcl", text)
	if diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, text)
	}
	if !reflect.DeepEqual(read.Data, lock.Data) || !reflect.DeepEqual(read.Suites, lock.Suites) {
		t.Errorf("read\n%+v\n%+v\nof\n%s", read.Data, read.Suites, text)
	}
	if again := string(read.Bytes()); again != string(text) {
		t.Errorf("written again:\n%s\nbefore:\n%s", again, text)
	}
	if strings.Contains(string(text), "null") || strings.Contains(string(text), "[]") {
		t.Errorf("what says nothing is written:\n%s", text)
	}
}

func TestLockedDataNeedHashes(t *testing.T) {
	for _, text := range []string{
		`data "openml" "1" { file "data" { sha256 = "12" } }`,
		`data "openml" "1" {}` + "\n" + `data "openml" "1" {}`,
		`data "openml" {}`,
		`data "openml" "1" { unknown = 1 }`,
		`suite "openml" "1" {}` + "\n" + `suite "openml" "1" {}`,
	} {
		if _, diags := ParseLock("bench.lock.hcl", []byte(text)); !diags.HasErrors() {
			t.Errorf("%s is taken", text)
		}
	}
}
