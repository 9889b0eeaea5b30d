package e2e

import (
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// onLibrary is the small experiment with a learner that depends on a library.
var onLibrary = must.Replace(small, `"lda" "lda"`, `"centroid" "near"`) + requires("library")

// A library with another version is told by plan, runs its cells again, and is
// named where the results that it made are described.
func TestChangedRuntime(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/library")
	d.env = append(d.env, "HOME="+d.file("home"))
	d.write("home/library", "1.4")
	d.write("e.hcl", onLibrary)
	d.must(0, "run", "e.hcl", "-out", "out")
	cells := d.journal("out", "result")
	if n := strings.Count(d.journalText("out"), `"lib":"1.4"`); n < cells/2 {
		t.Errorf("%d records name the library, want those of its cells", n)
	}

	d.write("home/library", "1.5")
	plan := d.must(0, "plan", "e.hcl", "-out", "out").stdout
	contains(t, "plan", plan, "plugin library: lib 1.4 → 1.5\n")
	if strings.Count(plan, " → ") != 1 {
		t.Errorf("plan:\n%s", plan)
	}
	if m := d.read("out/manifest.json"); !strings.Contains(m, `"lib": "1.4"`) {
		t.Error("plan changed the manifest")
	}
	d.must(0, "run", "e.hcl", "-out", "out")
	again := d.journal("out", "result") - cells
	contains(t, "plan", plan, " changed since the results were made")
	if again == 0 || !strings.Contains(d.journalText("out"), `"lib":"1.5"`) {
		t.Errorf("%d cells were run again", again)
	}
	if m := d.read("out/manifest.json"); !strings.Contains(m, `"lib": "1.5"`) || strings.Contains(m, `"lib": "1.4"`) {
		t.Errorf("manifest:\n%s", m)
	}

	// Changed back, the old results count again.
	d.write("home/library", "1.4")
	d.must(0, "run", "e.hcl", "-out", "out")
	if n := d.journal("out", "result"); n != cells+again {
		t.Errorf("%d cells were run again", n-cells-again)
	}
	if m := d.read("out/manifest.json"); !strings.Contains(m, `"lib": "1.4"`) || strings.Contains(m, `"lib": "1.5"`) {
		t.Errorf("the manifest names what did not make the results:\n%s", m)
	}
}

// A version that one configuration of a learner reports counts for its cells alone.
func TestChangedRuntimeOfAConfiguration(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/library")
	d.env = append(d.env, "HOME="+d.file("home"))
	d.write("home/library", "1.4")
	d.write("home/forest", "2.0")
	d.write("e.hcl", onLibrary+"\nlearner \"centroid\" \"wood\" { forest = true }\n")
	d.must(0, "run", "e.hcl", "-out", "out")
	cells := d.journal("out", "result")
	contains(t, "the manifest", d.read("out/manifest.json"), `"forest": "2.0"`, `"lib": "1.4"`)

	d.write("home/forest", "2.1")
	contains(t, "plan", d.must(0, "plan", "e.hcl", "-out", "out").stdout, "plugin library: forest 2.0 → 2.1\n")
	d.must(0, "run", "e.hcl", "-out", "out")
	wood := len(d.table("out/cells.csv").with("learner", "wood"))
	if again := d.journal("out", "result") - cells; again != wood || wood == 0 {
		t.Errorf("%d cells were run again, want the %d of the learner that loads the library", again, wood)
	}
}

// A plugin that is lost during a run and comes back on another library is refused:
// its cells fail and say so, and the next run computes them.
func TestRuntimeThatChangesDuringARun(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/library")
	d.env = append(d.env, "HOME="+d.file("home"))
	d.write("home/library", "1.4")
	d.write("home/replace", "1.5")
	d.write("e.hcl", onLibrary)
	d.must(1, "run", "e.hcl", "-out", "out", "-workers", "1")
	cells := d.table("out/cells.csv").with("status", "failed")
	if len(cells) != 6 {
		t.Fatalf("%d cells failed, want all", len(cells))
	}
	contains(t, "the error of a cell", cells[0]["error"], "lib 1.4 when bench began", "lib 1.5 now; run bench again to use the new versions")
	if _, err := os.Stat(d.file("home/trained")); err == nil {
		t.Error("something was trained on the other library")
	}
	d.must(0, "run", "e.hcl", "-out", "out")
}

// So is one that comes back on another library of a configuration.
func TestRuntimeOfAConfigurationThatChangesDuringARun(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/library")
	d.env = append(d.env, "HOME="+d.file("home"))
	d.write("home/forest", "2.0")
	d.write("home/replant", "2.1")
	d.write("e.hcl", must.Replace(onLibrary, `"near" {}`, `"wood" { forest = true }`))
	d.must(1, "run", "e.hcl", "-out", "out", "-workers", "1")
	cells := d.table("out/cells.csv").with("status", "failed")
	if len(cells) != 6 {
		t.Fatalf("%d cells failed, want all", len(cells))
	}
	contains(t, "the error of a cell", cells[0]["error"], "it ran on forest 2.0, ", " and runs on forest 2.1, ")
	if _, err := os.Stat(d.file("home/trained")); err == nil {
		t.Error("something was trained on the other library")
	}
}

// The lock file records what required plugins run on. A change is told, and
// accepted by -upgrade alone.
func TestLockedRuntime(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/library")
	d.env = append(d.env, "HOME="+d.file("home"))
	d.write("home/library", "1.4")
	d.write("e.hcl", onLibrary)
	d.must(0, "init", "e.hcl")
	contains(t, "lock file", d.read("bench.lock.hcl"), `lib = "1.4"`)
	contains(t, "init", d.must(0, "init", "e.hcl").stdout, "unchanged")

	d.write("home/library", "1.5")
	o := d.must(0, "validate", "e.hcl")
	words := strings.Join(strings.Fields(o.stderr), " ")
	contains(t, "validate", words, `Warning[P006]: Plugin "library" runs on other versions than are locked`, "lib 1.4 → 1.5",
		"bench init e.hcl -upgrade")
	o = d.must(2, "init", "e.hcl")
	contains(t, "init", o.stderr, `Error[P006]: Plugin "library" runs on other versions than are locked`)
	contains(t, "lock file", d.read("bench.lock.hcl"), `lib = "1.4"`)
	d.must(0, "init", "e.hcl", "-upgrade")
	contains(t, "lock file", d.read("bench.lock.hcl"), `lib = "1.5"`)
	if o := d.must(0, "validate", "e.hcl"); strings.Contains(o.stderr, "locked") {
		t.Errorf("validate:\n%s", o.stderr)
	}
}

// More repeats run the new ones alone: three after one compute two thirds.
func TestMoreRepeats(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	times := func(n string) {
		d.write("e.hcl", must.Replace(three, "validation { folds = 3 }", "validation {\n  folds = 3\n  repeats = "+n+"\n}"))
	}
	for _, plugin := range []string{"logreg", "lda", "least_squares"} {
		d.own("plugins/" + plugin)
	}
	d.write("four.csv", fourClasses())
	times("1")
	d.must(0, "run", "e.hcl")
	if n := d.journal("results/three", "result"); n != 36 {
		t.Fatalf("%d cells", n)
	}
	times("3")
	plan := d.must(0, "plan", "e.hcl").stdout
	contains(t, "plan", plan, "108 cells, 36 with results already")
	if strings.Contains(plan, "changed since") {
		t.Errorf("plan says that cells changed:\n%s", plan)
	}
	d.must(0, "run", "e.hcl")
	if n := d.journal("results/three", "result"); n != 108 {
		t.Errorf("%d cells were run, want two thirds of 108", n-36)
	}
	d.must(0, "run", "e.hcl", "-out", "whole")
	same(t, "in two steps", d.promised("results/three"), d.promised("whole"))
}
