package server

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// lacking are the tests that a list of pitfalls names and that do not exist, and its rows that name none.
func lacking(t *testing.T, list string) []string {
	tests := map[string][]string{} // by folder
	var all []string
	for _, line := range strings.Split(list, "\n") {
		cells := strings.Split(line, " | ")
		if len(cells) != 3 || cells[0] == "| pitfall" {
			continue
		}
		folder, names, _ := strings.Cut(strings.TrimSuffix(cells[2], " |"), " ")
		folder = strings.Trim(folder, "`")
		if _, known := tests[folder]; !known {
			tests[folder] = testsIn(t, folder)
		}
		for _, name := range strings.Split(names, ", ") {
			if !slices.Contains(tests[folder], name) {
				all = append(all, folder+" "+name)
			}
		}
	}
	return all
}

var testLine = regexp.MustCompile(`(?m)^func (Test\w+)\(`)

// testsIn are the names of the tests in a folder of the module.
func testsIn(t *testing.T, folder string) []string {
	files, err := filepath.Glob(filepath.Join("../..", filepath.FromSlash(folder), "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range testLine.FindAllStringSubmatch(string(b), -1) {
			names = append(names, match[1])
		}
	}
	return names
}

// Each pitfall of the list has its test.
func TestPitfalls(t *testing.T) {
	b, err := os.ReadFile("pitfalls.md")
	if err != nil {
		t.Fatal(err)
	}
	list := string(b)
	if rows := strings.Count(list, "\n| "); rows < 40 {
		t.Errorf("only %d rows", rows)
	}
	if missing := lacking(t, list); len(missing) > 0 {
		t.Errorf("tests of pitfalls.md that do not exist: %q", missing)
	}
	without := must.Replace(list, "TestDisagreement, ", "TestDisagreements, ")
	if missing := lacking(t, without); !slices.Equal(missing, []string{"framework/remote/openml TestDisagreements"}) {
		t.Errorf("a test that does not exist is not found: %q", missing)
	}
}
