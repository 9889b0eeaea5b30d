package requires

import (
	"bytes"
	"reflect"
	"strings"
	"testing"
	"unicode/utf8"

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

// FuzzLockedData feeds any text as a lock file, and any texts as what a server says of data: what is read is written so
// that it reads back the same.
func FuzzLockedData(f *testing.F) {
	hash := strings.Repeat("ab", 32)
	f.Add("data \"openml\" \"61\" {\n  version = \"1\"\n  about {\n    licence = \"x\"\n  }\n  file \"data\" {\n    sha256 = \""+hash+
		"\"\n    bytes  = 12\n  }\n}\nsuite \"openml\" \"99\" {\n  task \"3\" {\n    name = \"a\"\n  }\n}\n", "iris", "${x} %{if}")
	f.Add("data \"a\" \"b\" {\n  columns {\n    target = [\"c\"]\n    types = {\"a b\" = \"numeric\"}\n  }\n}\n", "1.5", "line\nline \\ \"")
	f.Add(`data "a" "b" { file "data" { bytes = 1e400 } }`, "", "\x00\x1b[31m")
	f.Fuzz(func(t *testing.T, src, id, said string) {
		if lock, _ := ParseLock("l", []byte(src)); lock != nil {
			readsBack(t, lock)
		}
		if !utf8.ValidString(id) || !utf8.ValidString(said) {
			return // servers answer in UTF-8
		}
		entry := named.Entry{Kind: "url", ID: id, Name: said, Columns: &named.Columns{Target: []string{said},
			Levels: map[string][]string{id: {said}}}, About: &named.About{Creators: []string{said}, Citation: said},
			Files: []named.File{{Role: named.Data, URL: said, SHA256: hash, Bytes: int64(len(said))}}}
		lock := (*Lock)(nil).WithNamed([]named.Entry{entry}, []named.Suite{{Kind: "k", ID: id, Tasks: []named.Task{{ID: said}}}})
		if again := readsBack(t, lock); again.Data[0].Said().Citation != said || again.Suites[0].ID != id {
			t.Errorf("%q and %q became %+v", id, said, again.Data[0])
		}
	})
}

// readsBack writes a lock file and reads it.
func readsBack(t *testing.T, lock *Lock) *Lock {
	t.Helper()
	text := lock.Bytes()
	again, diags := ParseLock("l", text)
	if again == nil || len(diags) > 0 || !bytes.Equal(again.Bytes(), text) {
		t.Fatalf("written and read back: %v\n%s", diags, text)
	}
	return again
}
