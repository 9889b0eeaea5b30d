package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/scoretest"
)

// The pictures written alone are those of a report, in the format that is asked for.
func TestWritePictures(t *testing.T) {
	in := Input{Input: scoretest.Experiment()}
	whole := t.TempDir()
	if _, err := WriteAll(whole, in); err != nil {
		t.Fatal(err)
	}
	for _, format := range PictureFormats {
		dir := filepath.Join(t.TempDir(), "new", "pictures")
		names, err := WritePictures(dir, in, format)
		if err != nil {
			t.Fatal(err)
		}
		plots, err := filepath.Glob(filepath.Join(whole, plotsFolder, "*"))
		files, _ := filepath.Glob(filepath.Join(dir, "*"))
		if err != nil || len(names) != len(plots) || len(files) != len(plots) {
			t.Fatalf("%s: %d names and %d files of %d pictures, %v", format, len(names), len(files), len(plots), err)
		}
		for i, name := range names {
			got, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			want, err := os.ReadFile(plots[i])
			if err != nil {
				t.Fatal(err)
			}
			if strings.TrimSuffix(name, "."+format)+".svg" != filepath.Base(plots[i]) {
				t.Errorf("%s is %s in a report", name, plots[i])
			}
			if format == "svg" && !bytes.Equal(got, want) || format == "pdf" && !bytes.HasPrefix(got, []byte("%PDF-")) {
				t.Errorf("%s has other content", name)
			}
		}
	}
}
