package store

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// What traced runs found is kept among the journals, each entry once, and without a traced run there is nothing.
func TestOpened(t *testing.T) {
	dir := t.TempDir()
	if list := ReadOpened(dir); list != nil {
		t.Errorf("%+v", list)
	}
	if err := os.Mkdir(filepath.Join(dir, JournalDir), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := WriteOpened(dir, nil); err != nil {
		t.Fatal(err)
	}
	if list := ReadOpened(dir); list == nil || len(list) != 0 {
		t.Errorf("%+v", list)
	}
	file := Opened{Plugin: "p", Path: "/a", Files: 1, SHA256: "1"}
	changed := file
	changed.SHA256 = "2"
	few, many := Opened{Plugin: "p", Path: "/usr", Group: true, Files: 1}, Opened{Plugin: "p", Path: "/usr", Group: true, Files: 2}
	for _, list := range [][]Opened{{file, few}, {file, many}, {changed}} {
		if err := WriteOpened(dir, list); err != nil {
			t.Fatal(err)
		}
	}
	if got := ReadOpened(dir); !reflect.DeepEqual(got, []Opened{file, changed, many}) {
		t.Errorf("%+v", got)
	}
	if results, err := ReadResults(dir); err != nil || len(results.Lost) > 0 {
		t.Errorf("taken for journals: %+v, %v", results.Lost, err)
	}
	if err := os.WriteFile(filepath.Join(dir, JournalDir, "opened-x.json"), []byte("[{\"path\": \"\x1b[31m\"}"), 0o600); err != nil {
		t.Fatal(err)
	}
	got := ReadOpened(dir)
	if len(got) != 4 || !strings.Contains(got[2].Path, "opened-x.json cannot be read") {
		t.Errorf("%+v", got)
	}
}
