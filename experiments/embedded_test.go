package experiments

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// What is unpacked has the bytes of this folder, and twice is as good as once.
func TestUnpack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a", "b")
	for range 2 {
		file, err := Unpack(dir)
		if err != nil || file != filepath.Join(dir, Quickstart) {
			t.Fatal(file, err)
		}
	}
	count := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		count++
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if read(t, path) != read(t, name) {
			t.Errorf("%s has other bytes than the file of the repository", name)
		}
		return nil
	})
	if err != nil || count != 6 {
		t.Errorf("%d files: %v", count, err)
	}
}

// Every file that the quickstart names is inside the program.
func TestQuickstartIsComplete(t *testing.T) {
	named := regexp.MustCompile(`file\s*= "(.*)"`).FindAllStringSubmatch(read(t, Quickstart), -1)
	if len(named) != 4 {
		t.Fatalf("the quickstart names %d files", len(named))
	}
	for _, n := range named {
		if _, err := files.ReadFile(n[1]); err != nil {
			t.Error(err)
		}
	}
}

// A file that somebody has changed stays.
func TestUnpackReplacesNothing(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, Quickstart)
	if err := os.WriteFile(path, []byte("mine"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Unpack(dir); err == nil || !strings.Contains(err.Error(), "was changed") {
		t.Errorf("Unpack says %v", err)
	}
	if read(t, path) != "mine" {
		t.Error("the file was replaced")
	}
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
