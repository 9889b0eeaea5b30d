package report

import (
	"bytes"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

// What is rendered are the bytes of the files that a report writes.
func TestRender(t *testing.T) {
	in := Input{Input: scoretest.Experiment(), Manifest: store.Manifest{Asked: store.Asked{Resolved: []byte(`{"name":"fixture"}`)}}}
	dir := t.TempDir()
	if _, err := WriteAll(dir, in); err != nil {
		t.Fatal(err)
	}
	files, err := Render(in)
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range files {
		want, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs from the file: %v", name, err)
		}
	}
	var written []string
	for _, pattern := range []string{PageFile, tablesFolder + "/*", plotsFolder + "/*"} {
		paths, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range paths {
			name, _ := filepath.Rel(dir, path)
			written = append(written, filepath.ToSlash(name))
		}
	}
	slices.Sort(written)
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, written) {
		t.Errorf("rendered %q, written %q", got, written)
	}
}
