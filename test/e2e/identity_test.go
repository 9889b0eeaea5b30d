package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/test/must"
)

// lazy is a learner whose score imports a module of the package at its first call. Its
// training waits where the home folder says so.
const lazy = `
import os, time
from bench_plugin import Capabilities, Learner, Problem, serve

HOME = os.environ["HOME"]

class Lazy(Learner):
    """The difference of a row's squared distances to the means of the two sides."""

    capabilities = Capabilities(scores="margin", deterministic=True)

    def train(self, p):
        if os.path.exists(HOME + "/wait"):
            open(HOME + "/trained", "w").close()
            while os.path.exists(HOME + "/wait"):
                time.sleep(0.02)
        return p.x[p.y < 0].mean(axis=0), p.x[p.y > 0].mean(axis=0)

    def score(self, model, x):
        IMPORT
        return far.apart(x, *model)

serve("lazy", "0.1.0", Lazy)
`

const (
	right = "def apart(x, minus, plus):\n    return ((x - minus) ** 2).sum(axis=1) - ((x - plus) ** 2).sum(axis=1)\n"
	wrong = "def apart(x, minus, plus):\n    return ((x - plus) ** 2).sum(axis=1) - ((x - minus) ** 2).sum(axis=1)\n"
)

// ofLazy is an experiment with the learner.
const ofLazy = `
bench {
  required_plugins {
    lazy = { source = "./lazy"ENV }
  }
}
experiment "e" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}
learner "lazy" "lazy" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 3 }
metric "accuracy" {}
`

// lazily writes the plugin into the directory.
func (d *dir) lazily(env string) {
	d.t.Helper()
	wants(d.t, "python")
	source, err := filepath.Abs(repository)
	if err != nil {
		d.t.Fatal(err)
	}
	d.must(0, "plugin", "new", "python", "lazy", "-source", source)
	d.write("lazy/main.py", must.Replace(lazy, "IMPORT", "import far"))
	d.write("e.hcl", must.Replace(ofLazy, "ENV", env))
	d.write("home/.keep", "")
	d.env = append(d.env, "HOME="+d.file("home"))
}

// while runs a command and does something as soon as a training waits.
func (d *dir) while(status int, do func(), args ...string) outcome {
	d.t.Helper()
	d.write("home/wait", "")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for {
			if _, err := os.Stat(d.file("home/trained")); err == nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		do()
		_ = os.Remove(d.file("home/wait"))
	}()
	o := d.must(status, args...)
	<-done
	return o
}

// accuracy checks the accuracy of all folds, and that there are some.
func (d *dir) accuracy(want string, folds int) {
	d.t.Helper()
	rows := readCSV(d.t, d.read("results/e/scores.csv"))
	if len(rows) != folds {
		d.t.Errorf("%d folds, want %d", len(rows), folds)
	}
	for _, row := range rows {
		if good := number(d.t, row["value"]) > 0.6; good != (want == "good") {
			d.t.Errorf("accuracy %s, want %s", row["value"], want)
		}
	}
}

// A module that is edited after the plugin was hashed, and imported after that, makes no
// result that counts for the old hash: nothing is recorded, and the run says which file
// it was. With the file back, or locked, everything is computed by the code that it names.
func TestPluginChangesAfterItWasHashed(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.lazily("")
	d.write("lazy/far.py", right)
	d.must(0, "init", "e.hcl")
	o := d.while(1, func() { d.write("lazy/far.py", wrong) }, "run", "e.hcl", "-workers", "1")
	contains(t, "stderr", o.stderr, "lazy/far.py changed while bench was running", "run bench again")
	d.write("lazy/far.py", right)
	o = d.must(0, "run", "e.hcl")
	if strings.Contains(o.stderr, "have results already") {
		t.Errorf("cells in doubt were recorded: %s", o.stderr)
	}
	d.accuracy("good", 3)
}

// onPath is what an experiment file says to have a plugin find modules of a folder.
func (d *dir) onPath(folder string) string {
	return `, env = { PYTHONPATH = "` + d.file(folder) + `" }`
}

// A module from a folder on the path belongs to the identity of cells although it is
// imported late: an edit of the same size and second is seen by plan, run and lock file,
// and what it is computed by is the code that is there.
func TestCodeOnThePath(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.lazily(d.onPath("lib"))
	d.write("lib/far.py", right)
	d.write("lib/unused.py", "")
	d.must(0, "run", "e.hcl")
	d.accuracy("good", 3)
	d.write("lib/unused.py", "# nobody imports it\n")
	contains(t, "again", d.must(0, "run", "e.hcl").stderr, "3 of 3 cells have results already")
	d.must(0, "init", "e.hcl")
	contains(t, "the lock file", d.read("bench.lock.hcl"), `"code:far" = "sha256:`)

	d.write("lib/far.py", wrong)
	contains(t, "locked", strings.Join(strings.Fields(d.must(2, "run", "e.hcl").stderr), " "),
		`Plugin "lazy" loads other code than is locked`, "code:far sha256:", "bench init e.hcl -upgrade")
	d.must(0, "init", "e.hcl", "-upgrade")
	contains(t, "plan", d.must(0, "plan", "e.hcl").stdout, "3 of 3 cells changed", "plugin lazy: code:far sha256:")
	d.must(0, "run", "e.hcl")
	d.accuracy("bad", 3)
	d.write("lib/far.py", right)
	d.must(0, "init", "e.hcl", "-upgrade")
	contains(t, "the file is back", d.must(0, "run", "e.hcl").stderr, "3 of 3 cells have results already")
	d.accuracy("good", 3)
}

// It is looked at again as the files of the package are.
func TestCodeOnThePathChangesMeanwhile(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.lazily(d.onPath("lib"))
	d.write("lib/far.py", right)
	o := d.while(1, func() { d.write("lib/far.py", wrong) }, "run", "e.hcl", "-workers", "1")
	contains(t, "stderr", o.stderr, "lib/far.py changed while bench was running")
	d.write("lib/far.py", right)
	if o = d.must(0, "run", "e.hcl"); strings.Contains(o.stderr, "have results already") {
		t.Errorf("cells in doubt were recorded: %s", o.stderr)
	}
	d.accuracy("good", 3)
}

// A module of whose import bench could not know is refused, and named.
func TestCodeOutOfSight(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.lazily(d.onPath("lib"))
	d.write("lazy/main.py", must.Replace(lazy, "IMPORT", `import importlib; far = importlib.import_module("f" + "ar")`))
	d.write("lib/far.py", right)
	d.must(1, "run", "e.hcl")
	contains(t, "cells", d.read("results/e/cells.csv"), d.file("lib/far.py")+" is not part of the plugin",
		"name far in an import statement")
}

// What is installed from a folder that is edited, as by pip install -e, is found by a file
// *.pth of the environment; its code counts, as that on the path does.
func TestEditableInstall(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.lazily(`, interpreter = "./venv/bin/python"`)
	if out, err := exec.Command("python3", "-m", "venv", "--without-pip", "--system-site-packages", d.file("venv")).CombinedOutput(); err != nil {
		t.Skipf("environments need python3-venv: %s", out)
	}
	site, err := filepath.Glob(d.file("venv/lib/python3*/site-packages"))
	if err != nil || len(site) != 1 {
		t.Fatal(site, err)
	}
	if err := os.WriteFile(site[0]+"/__editable__.far-1.pth", []byte(d.file("src")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	d.write("src/far/__init__.py", "from .deep import apart\n")
	d.write("src/far/deep.py", right)
	d.must(0, "run", "e.hcl")
	d.accuracy("good", 3)
	d.write("src/far/deep.py", wrong)
	contains(t, "plan", d.must(0, "plan", "e.hcl").stdout, "3 of 3 cells changed", "plugin lazy: code:far sha256:")
	d.must(0, "run", "e.hcl")
	d.accuracy("bad", 3)
}

// A file in R that is sourced from elsewhere counts; one that is sourced late is refused.
func TestCodeInR(t *testing.T) {
	t.Parallel()
	wants(t, "r")
	d := newDir(t)
	source, err := filepath.Abs(repository)
	if err != nil {
		t.Fatal(err)
	}
	d.must(0, "plugin", "new", "r", "wren", "-source", source)
	const first, last = "source(\"bench_plugin.R\")\n", "distance(model$minus) - distance(model$plus)"
	d.write("wren/main.R", must.ReplaceAll(d.read("wren/main.R"), first, first+"source(\"../lib/sign.R\")\n", last, "sign_of() * ("+last+")"))
	d.write("lib/sign.R", "sign_of <- function() +1\n")
	run := []string{"run", "wren/try.hcl", "-out", "results/e", "-workers", "1"}
	d.must(0, run...)
	d.write("lib/sign.R", "sign_of <- function() -1\n")
	contains(t, "plan", d.must(0, "plan", "wren/try.hcl", "-out", "results/e").stdout, "40 of 40 cells changed", "code:sign.R sha256:")
	d.write("wren/main.R", must.ReplaceAll(d.read("wren/main.R"), "sign_of() *", "source(\"../lib/late.R\")$value *"))
	d.write("lib/late.R", "-1\n")
	d.must(1, run...)
	contains(t, "cells", d.read("results/e/cells.csv"), d.file("lib/late.R")+" is not part of the plugin")
}
