package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// TestCases runs bench on every folder of testdata/cases. Beside the experiment
// file experiment.hcl and its data stands want.txt, with one expectation a line:
//
//	args: run experiment.hcl      the command line; this is the default
//	exit: 2                       the exit status
//	stderr: text                  a fragment of stderr
//	stdout: text                  a fragment of stdout
//	results/x/cells.csv: text     a fragment of a file
//	not stderr: text              a fragment that must not be there
//
// Lines that begin with # say what the case is about.
func TestCases(t *testing.T) {
	folders, err := filepath.Glob("testdata/cases/*")
	if err != nil || len(folders) == 0 {
		t.Fatalf("%d cases, %v", len(folders), err)
	}
	for _, folder := range folders {
		t.Run(filepath.Base(folder), func(t *testing.T) {
			t.Parallel()
			w := readWant(t, filepath.Join(folder, "want.txt"))
			d := newDir(t)
			if err := os.CopyFS(d.path, os.DirFS(folder)); err != nil {
				t.Fatal(err)
			}
			w.check(t, d, d.run(w.args...))
		})
	}
}

// want is what a case expects.
type want struct {
	args         []string
	exit         int
	expectations []expectation
}

// expectation is a fragment that a file or stream must, or must not, hold.
type expectation struct {
	absent      bool
	where, text string
}

func readWant(t *testing.T, path string) want {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	w := want{args: []string{"run", "experiment.hcl"}, exit: -1}
	for line := range strings.Lines(string(content)) {
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		key, value, found := strings.Cut(line, ": ")
		where, absent := strings.CutPrefix(key, "not ")
		switch {
		case !found:
			t.Fatalf("%s: %q is not of the form key: value", path, line)
		case key == "args":
			w.args = strings.Fields(value)
		case key == "exit":
			if w.exit, err = strconv.Atoi(value); err != nil {
				t.Fatalf("%s: %v", path, err)
			}
		default:
			w.expectations = append(w.expectations, expectation{absent, where, value})
		}
	}
	if w.exit < 0 || len(w.expectations) == 0 {
		t.Fatalf("%s: a case needs an exit status and an expectation", path)
	}
	return w
}

func (w want) check(t *testing.T, d *dir, o outcome) {
	t.Helper()
	if o.status != w.exit {
		t.Errorf("exit status %d, want %d\nstdout:\n%s\nstderr:\n%s", o.status, w.exit, o.stdout, o.stderr)
	}
	for _, e := range w.expectations {
		text := map[string]string{"stdout": o.stdout, "stderr": o.stderr}[e.where]
		if e.where != "stdout" && e.where != "stderr" {
			text = d.read(e.where)
		}
		if strings.Contains(text, e.text) == e.absent {
			t.Errorf("%s: has %q is %v:\n%s", e.where, e.text, !e.absent, text)
		}
	}
	for _, word := range []string{"goroutine ", "%!"} {
		if strings.Contains(o.stderr, word) && !slices.Contains(w.expectations, expectation{where: "stderr", text: word}) {
			t.Errorf("stderr holds %q:\n%s", word, o.stderr)
		}
	}
}
