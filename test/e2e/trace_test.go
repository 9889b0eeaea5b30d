package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// tracedLearner is a Python plugin that opens a file of its own folder, and another one if it is there.
const tracedLearner = `import os, subprocess
from bench_plugin import Capabilities, Learner, serve


class Nosy(Learner):
    """Opens files."""

    capabilities = Capabilities(scores="margin", deterministic=True)

    def train(self, p):
        own = open(os.path.join(os.path.dirname(__file__), "own.txt")).read()
        if os.path.exists(SECRET):
            subprocess.run(["cat", SECRET], check=True, stdout=subprocess.DEVNULL)
        with open(os.path.join(os.environ["TMPDIR"], "scratch.txt"), "w+") as f:
            f.write(own)
        return float(p.y.mean())

    def score(self, model, x):
        return x.sum(axis=1) + model


serve("nosy", "0.1.0", Nosy)
`

// traced is a folder with a required Python plugin that opens a file which nobody declares, if it exists.
func traced(t *testing.T) (d *dir, secret string) {
	t.Helper()
	if _, err := exec.LookPath("strace"); err != nil {
		t.Skip("strace is missing")
	}
	python := findPython(t)
	d = newDir(t)
	secret = d.file("somewhere/my secret.csv")
	d.write("nosy/main.py", must.ReplaceAll(tracedLearner, "SECRET", pythonText(secret)))
	d.write("nosy/own.txt", "own")
	d.write("nosy/plugin.hcl", "command = [\""+python+"\", \"main.py\"]\n")
	sdk, err := filepath.Abs(filepath.Join(repository, "sdk/python/bench_plugin"))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(sdk, d.file("nosy/bench_plugin")); err != nil {
		t.Fatal(err)
	}
	d.write("in/rows.csv", threeKinds())
	d.write("e.hcl", must.Replace(fromFile, `learner "lda" "lda" {}`, `learner "nosy" "nosy" {}
bench {
  required_plugins {
    nosy = { source = "./nosy" }
  }
}`))
	return d, secret
}

func pythonText(path string) string { return "'" + path + "'" }

// A traced run names a file that a plugin opened in a process of its own and that nobody declares, keeps it, and
// computes the same. Files of the package, data, scratch and the interpreter are not named.
func TestTrace(t *testing.T) {
	t.Parallel()
	d, secret := traced(t)
	o := d.must(0, "run", "e.hcl", "-out", "good", "-trace")
	if strings.Contains(o.stderr, "opened") {
		t.Errorf("a plugin that opens nothing else:\n%s", o.stderr)
	}
	page := func(results string) string {
		return strings.Join(strings.Split(d.read(results+"/report.html"), "<wbr>"), "")
	}
	contains(t, "page", page("good"), "There are none but those of the system and of interpreters", "plugin nosy")
	d.write("somewhere/my secret.csv", "1,2,3\n")
	d.must(0, "run", "e.hcl", "-out", "plain")
	if strings.Contains(page("plain"), "Files that nobody named") {
		t.Error("a run without -trace speaks of traces")
	}
	o = d.must(0, "run", "e.hcl", "-out", "seen", "-trace")
	contains(t, "stderr", o.stderr, "warning: plugin nosy opened "+secret+", which is neither in its package nor named")
	if n := strings.Count(o.stderr, " opened "); n != 1 {
		t.Errorf("%d files are named:\n%s", n, o.stderr)
	}
	for _, name := range []string{"scores.csv", "predictions.csv.gz"} {
		if d.read("seen/"+name) != d.read("plain/"+name) || d.read("seen/"+name) != d.read("good/"+name) {
			t.Errorf("%s depends on -trace", name)
		}
	}
	d.must(0, "run", "e.hcl", "-out", "seen")
	d.must(0, "report", "seen")
	contains(t, "page after resuming", page("seen"), secret, hexOf("1,2,3\n"))
}

// Without strace, nothing is run, and it is said what to do.
func TestTraceWithoutStrace(t *testing.T) {
	t.Parallel()
	d, _ := traced(t)
	d.env = []string{"PATH=" + d.file("nowhere")}
	contains(t, "stderr", d.must(2, "run", "e.hcl", "-out", "r", "-trace").stderr, "apt install strace")
	d.write("bin/strace", "#!/bin/sh\necho 'strace: Operation not permitted' >&2\nexit 1\n")
	if err := os.Chmod(d.file("bin/strace"), 0o755); err != nil {
		t.Fatal(err)
	}
	d.env = []string{"PATH=" + d.file("bin")}
	contains(t, "stderr", d.must(2, "run", "e.hcl", "-out", "r", "-trace").stderr, "cannot trace a process here (strace: "+
		"Operation not permitted)", "--cap-add=SYS_PTRACE")
	if _, err := os.Stat(d.file("r")); err == nil {
		t.Error("something was run")
	}
}
