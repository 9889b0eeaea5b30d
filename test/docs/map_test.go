package docs

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/manyclass/bench/"

var (
	box   = regexp.MustCompile(`(?m)^  (\w+)\["([^":]+)`)
	arrow = regexp.MustCompile(`(?m)^  (\w+) --> (.+)$`)
)

// The map of docs/architecture.md has a box for every package of the framework,
// and its arrows are imports.
func TestMap(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(repository, "docs/architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	imports := importsOf(t)
	paths := map[string]string{}
	for _, m := range box.FindAllStringSubmatch(string(page), -1) {
		path := m[2]
		if !strings.Contains(path, "plugins") && !strings.HasPrefix(path, "cmd/") {
			path = "framework/" + path
			if _, exists := imports[path]; !exists {
				t.Errorf("the map has a box for %s, which is no package", path)
			}
		}
		paths[m[1]] = path
	}
	for path := range imports {
		known := slices.Contains(slices.Collect(maps.Values(paths)), path)
		if strings.HasPrefix(path, "framework/") && !known && !strings.HasSuffix(path, "/protogen") {
			t.Errorf("the map has no box for %s", path)
		}
	}
	for _, m := range arrow.FindAllStringSubmatch(string(page), -1) {
		from := paths[m[1]]
		for to := range strings.SplitSeq(m[2], " & ") {
			if from != "plugins/*" && !slices.Contains(imports[from], module+paths[to]) {
				t.Errorf("the map has an arrow from %s to %q, which is no import", from, paths[to])
			}
		}
	}
}

// importsOf lists the imports of every package, by its path in the module.
func importsOf(t *testing.T) map[string][]string {
	t.Helper()
	list := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "./cmd/...", "./framework/...")
	list.Dir = repository
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		imports[strings.TrimPrefix(fields[0], module)] = fields[1:]
	}
	return imports
}
