package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The pictures beside the figures are drawn of them.
func TestPicturesAreThoseOfTheFigures(t *testing.T) {
	const docs = "../../docs/growth"
	dir := t.TempDir()
	if err := plot(filepath.Join(docs, "rows.csv"), dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"growth-rows-time.svg", "growth-rows-memory.svg"} {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(docs, name)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not of rows.csv; draw it anew: go run ./test/growth -csv docs/growth/rows.csv -pictures docs/growth",
				name)
		}
	}
}

// A file without lines, or without a column, is an error.
func TestPlotWithoutFigures(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows.csv")
	for _, text := range []string{"", "shape,learner\n", "a,b\n1,2\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if plot(path, t.TempDir()) == nil {
			t.Errorf("%q was drawn", text)
		}
	}
}

func TestParseRows(t *testing.T) {
	if list, err := parseRows("1000,20000"); err != nil || len(list) != 2 || list[1] != 20_000 {
		t.Errorf("%v, %v", list, err)
	}
	for _, text := range []string{"", "5", "1e6", "1000,"} {
		if _, err := parseRows(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
