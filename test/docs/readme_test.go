package docs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// What a reader of the README needs first stands on the first screen, and the whole stays short.
func TestFirstScreen(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(repository, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(content), "\n")
	if len(lines) > 200 {
		t.Errorf("README.md has %d lines, want at most 200", len(lines))
	}
	for _, command := range []string{"make run", "make test"} {
		if at := slices.Index(lines, command); at < 0 || at >= 40 {
			t.Errorf("%q is in line %d of README.md, want one of the first 40", command, at+1)
		}
	}
	picture, err := os.Stat(filepath.Join(repository, "docs/report.png"))
	if err != nil {
		t.Fatal(err)
	}
	if picture.Size() > 200_000 {
		t.Errorf("docs/report.png has %d bytes, want at most 200,000", picture.Size())
	}
}
