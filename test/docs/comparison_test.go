package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	testName = regexp.MustCompile("`(Test[A-Za-z0-9]+)`")
	// elsewhere is what programs call a feature: a program and names, once or more, or nothing.
	elsewhere = regexp.MustCompile("^((^|; )(scikit-learn|WEKA|MEKA|Mulan|MATLAB|mlr3|HiClass|MAPIE|napkinXC|Vowpal Wabbit|costsensitive) `[A-Za-z_0-9]+`(, `[A-Za-z_0-9]+`)*)*$")
	declared  = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9]+)\(`)
)

// Every row of the comparison says yes, partly or no; what it says yes to is shown by a test
// of the repository or by a page. The last cell, which may be missing, names what other
// programs call it.
func TestComparison(t *testing.T) {
	tests := declaredTests(t)
	rows := 0
	for _, line := range prose(t, filepath.Join(repository, "docs/comparison.md")) {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		if !strings.HasPrefix(line, "|") || strings.HasPrefix(line, "| feature |") || strings.HasPrefix(line, "|:--") {
			continue
		}
		rows++
		if len(cells) < 3 || len(cells) > 4 {
			t.Errorf("%d cells: %s", len(cells), line)
			continue
		}
		if len(cells) == 4 && !elsewhere.MatchString(strings.TrimSpace(cells[3])) {
			t.Errorf("another program is not named with what it has: %s", line)
		}
		state, shown := strings.TrimSpace(cells[1]), strings.TrimSpace(cells[2])
		names := testName.FindAllStringSubmatch(shown, -1)
		for _, name := range names {
			if !tests[name[1]] {
				t.Errorf("there is no test %s: %s", name[1], line)
			}
		}
		switch {
		case state == "yes" || state == "partly":
			if len(names) == 0 && !link.MatchString(shown) {
				t.Errorf("nothing shows it: %s", line)
			}
		case state != "no" || shown == "":
			t.Errorf("neither yes, partly nor no with what is missing: %s", line)
		}
	}
	if rows == 0 {
		t.Error("no rows")
	}
}

// declaredTests returns the names of the tests of the repository.
func declaredTests(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	err := filepath.WalkDir(repository, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && path != repository && (strings.HasPrefix(e.Name(), ".") || filepath.Dir(path) == repository && (e.Name() == "results" || e.Name() == "bin")) {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, "_test.go") {
			return nil
		}
		content, err := os.ReadFile(path)
		for _, m := range declared.FindAllSubmatch(content, -1) {
			names[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}
