// Package verified shows what a verification of results found, and looks whether the tables of a results folder are
// what its journals say.
package verified

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/verify"
	"github.com/manyclass/bench/framework/showing/report"
)

// Table is what is said of a file that was made from the journals.
type Table struct {
	Name    string         `json:"name"`
	Outcome verify.Outcome `json:"outcome"`
	Why     string         `json:"why,omitempty"`
}

// otherLayout is said of files whose numbers are the same.
const otherLayout = "its numbers are the same, in the layout of another bench"

// Tables makes the files of a results folder again from its journals, in another folder, and compares them. Another
// bench than the one that wrote them may give them another layout: then their numbers are compared, and pictures and
// pages are not.
func Tables(dir string, build store.Build) ([]Table, error) {
	m, err := folder.ReadManifest(dir)
	if err != nil {
		return nil, err
	}
	made, err := scratch.Temporary()
	if err != nil {
		return nil, err
	}
	defer made.Remove()
	again := filepath.Join(made.Path, "again")
	if err := remake(dir, again, m); err != nil {
		return nil, fmt.Errorf("making the tables again: %w", err)
	}
	last := m.Runs()[len(m.Runs())-1]
	same := last.Bench == build
	var tables []Table
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		t, err := compared(name, dir, again, same)
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	return tables, nil
}

// remake writes the report on the results of a folder into another.
func remake(dir, again string, m store.Manifest) error {
	if err := os.Mkdir(again, 0o700); err != nil {
		return err
	}
	absolute, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	m.Files = nil
	err = errors.Join(os.Symlink(filepath.Join(absolute, store.JournalDir), filepath.Join(again, store.JournalDir)),
		store.WriteJSON(filepath.Join(again, store.ManifestFile), m))
	if err != nil {
		return err
	}
	p, err := folder.PlanOf(again, m)
	if err != nil {
		return err
	}
	results, err := store.ReadIntact(again)
	if err != nil {
		return err
	}
	_, err = report.Rewrite(again, folder.Cells(again, p, results), func(string) {})
	return err
}

// compared compares a file with the one that was made again.
func compared(name, dir, again string, sameBench bool) (Table, error) {
	t := Table{Name: name, Outcome: verify.Equal}
	old, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(name)))
	if err != nil {
		return t, err
	}
	now, err := os.ReadFile(filepath.Join(again, filepath.FromSlash(name)))
	switch {
	case os.IsNotExist(err):
		t.Outcome, t.Why = verify.Unrun, "this bench writes no such file"
		if sameBench {
			t.Outcome, t.Why = verify.Different, "the journals give no such file"
		}
		return t, nil
	case err != nil:
		return t, err
	case bytes.Equal(old, now):
		return t, nil
	case sameBench:
		t.Outcome, t.Why = verify.Different, "the journals give another one"
		if ext := filepath.Ext(name); ext == ".csv" {
			t.Why += firstDifference(old, now)
		}
		return t, nil
	}
	if strings.HasPrefix(name, "methods.") {
		t.Outcome, t.Why = verify.Unrun, "the paragraphs of another bench are not compared"
		return t, nil
	}
	t.Outcome, t.Why = otherwise(filepath.Ext(name), old, now)
	return t, nil
}

// otherwise says what is to be said of a file, of an ending, that another bench wrote and that is not the same here.
func otherwise(ext string, old, now []byte) (o verify.Outcome, why string) {
	switch ext {
	case ".csv":
		why = lacks(old, now)
	case ".md", ".tex", ".typ":
		if !slices.Equal(numbers.FindAllString(string(old), -1), numbers.FindAllString(string(now), -1)) {
			why = "the journals give other numbers"
		}
	default:
		return verify.Unrun, "pictures and pages of another bench are not compared"
	}
	if why != "" {
		return verify.Different, why
	}
	return verify.Equal, otherLayout
}

// numbers are what tables in text are compared by.
var numbers = regexp.MustCompile(`[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?`)

// firstDifference says where two tables differ first.
func firstDifference(old, now []byte) string {
	a, b := strings.Split(string(old), "\n"), strings.Split(string(now), "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf(": line %d is %s, not %s", i+1, b[i], a[i])
		}
	}
	return fmt.Sprintf(": it has %d lines, not %d", len(b), len(a))
}

// lacks says what of a table is not in another one, which may have more columns; "" if all is.
func lacks(old, now []byte) string {
	a, err := csv.NewReader(bytes.NewReader(old)).ReadAll()
	if err != nil {
		return err.Error()
	}
	b, err := csv.NewReader(bytes.NewReader(now)).ReadAll()
	if err != nil || len(a) == 0 || len(b) != len(a) {
		return fmt.Sprintf("the journals give %d lines, not %d", len(b), len(a))
	}
	for column, name := range a[0] {
		there := slices.Index(b[0], name)
		if there < 0 {
			continue // this bench has no such column any more
		}
		for row := range a {
			if a[row][column] != b[row][there] {
				return fmt.Sprintf("line %d, column %s is %s, not %s", row+1, name, b[row][there], a[row][column])
			}
		}
	}
	return ""
}
