package store

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// What a killed writer left is removed; what a living one writes, and files of
// others, stay.
func TestRemoveUnfinished(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{".scores.csv-17.unfinished", ".own", "a.unfinished"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err := WriteFile(filepath.Join(dir, "whole.csv"), func(w io.Writer) error {
		if err := RemoveUnfinished(dir); err != nil {
			return err
		}
		_, err := io.WriteString(w, "whole")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	if want := []string{".own", "a.unfinished", "whole.csv"}; !slices.Equal(names, want) {
		t.Errorf("the folder holds %v, want %v", names, want)
	}
}

// A file that somebody removed before it was locked is made anew.
func TestUnfinishedIsAt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	f, err := createUnfinished(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if there, err := isAt(f, f.Name()); !there || err != nil {
		t.Errorf("%s is not there: %v", f.Name(), err)
	}
	if err := os.Remove(f.Name()); err != nil {
		t.Fatal(err)
	}
	if there, err := isAt(f, f.Name()); there || err != nil {
		t.Errorf("%s is there: %v", f.Name(), err)
	}
}
