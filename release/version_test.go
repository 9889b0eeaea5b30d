package main

import (
	"os"
	"regexp"
	"testing"
)

// The version of the program is the one place; what repeats it for other readers agrees.
func TestOneVersion(t *testing.T) {
	version := ""
	for _, place := range []struct{ file, pattern string }{
		{"../cmd/bench/version.go", `(?m)^var version = "([^"]+)"$`},
		{"../CITATION.cff", `(?m)^version: (.+)$`},
		{"../CHANGELOG.md", `(?m)^## \[([^\]]+)\]`},
		{"../sdk/python/pyproject.toml", `(?m)^version = "([^"]+)"$`},
	} {
		text, err := os.ReadFile(place.file)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(place.pattern).FindSubmatch(text)
		if found == nil {
			t.Fatalf("%s has no version", place.file)
		}
		if version == "" {
			version = string(found[1])
		}
		if got := string(found[1]); got != version {
			t.Errorf("%s says %s, and the program says %s", place.file, got, version)
		}
	}
}
