package docs

import (
	"os"
	"path/filepath"
	"regexp"
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

var ratio = regexp.MustCompile(`(?m)^\|.*\| ([0-9.]+) \|$`)

// The ratios of the README are those of the page on performance.
func TestRatios(t *testing.T) {
	read := func(page string) string {
		content, err := os.ReadFile(filepath.Join(repository, page))
		if err != nil {
			t.Fatal(err)
		}
		return string(content)
	}
	_, section, _ := strings.Cut(read("README.md"), "## How fast\n")
	section, _, _ = strings.Cut(section, "\n## ")
	rows := ratio.FindAllStringSubmatch(section, -1)
	if len(rows) < 5 {
		t.Errorf("README.md has %d ratios, want five at least", len(rows))
	}
	measured := read("docs/performance.md")
	for _, row := range rows {
		if !strings.Contains(measured, "| "+row[1]+" (") && !strings.Contains(measured, "| "+row[1]+" | ") {
			t.Errorf("a ratio of %s stands in README.md and not in docs/performance.md", row[1])
		}
	}
}
