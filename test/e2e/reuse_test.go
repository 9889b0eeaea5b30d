package e2e

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// reusedIn reads what a manifest says of cells that were taken.
func (d *dir) reusedIn(results string) (list []struct {
	From           string
	Cells, Checked int
}) {
	d.t.Helper()
	m := struct{ Reused any }{&list}
	if err := json.Unmarshal([]byte(d.read(results+"/manifest.json")), &m); err != nil {
		d.t.Fatal(err)
	}
	return list
}

// Finished cells of a capsule are taken by their keys after some were run again, all others run as usual, and the
// results are those of a run that computed all.
func TestReuse(t *testing.T) {
	t.Parallel()
	d := capsuled(t, fromFile)
	digest := strings.TrimSpace(d.must(0, "pack", "r", "-data", "none", "-out", "none.tar.gz").stdout)
	more := must.Replace(fromFile, `learner "lda"`, `learner "majority" "none" {}
learner "lda"`)
	other := d.elsewhere("none.tar.gz")
	other.write("in/rows.csv", threeKinds())
	other.write("e.hcl", more)
	said := other.must(0, "plan", "e.hcl", "-out", "some", "-reuse", "none.tar.gz")
	contains(t, "plan", said.stderr, "to be taken from none.tar.gz, capsule "+digest+": 12 cells, after 1 of them ran again",
		"not to be taken: 6 missing cells not among the cells there")
	contains(t, "plan", said.stdout, "18 cells, 12 with results already")
	contains(t, "plan -json", other.must(0, "plan", "e.hcl", "-out", "some", "-reuse", "none.tar.gz", "-json").stdout,
		`"reused": 12`)

	sentence := "Of 18 cells, 12 were taken from other results (capsule " + digest +
		"); before that, 1 of these was run again and gave equal results."
	o := other.must(0, "run", "e.hcl", "-out", "some", "-reuse", "none.tar.gz")
	contains(t, "run", o.stderr, "taken from none.tar.gz, capsule "+digest+": 12 cells; 1 of them run again here",
		"not taken: 6 missing cells not among", "12 of 18 cells have results already", sentence)
	other.must(0, "run", "e.hcl", "-out", "whole")
	for _, name := range []string{"scores.csv", "predictions.csv.gz", "binary.csv", "tables/accuracy.md"} {
		if other.read("some/"+name) != other.read("whole/"+name) {
			t.Errorf("%s depends on where the cells come from", name)
		}
	}
	other.must(0, "verify", "some")
	contains(t, "resumed", other.must(0, "run", "e.hcl", "-out", "some", "-reuse", "none.tar.gz").stderr,
		"nothing is taken from none.tar.gz: no cell is missing", sentence)
	other.must(0, "merge", "-out", "joined", "some", "whole")
	for _, results := range []string{"some", "joined"} {
		if list := other.reusedIn(results); len(list) != 1 || list[0].From != "capsule "+digest || list[0].Cells != 12 ||
			list[0].Checked != 1 {
			t.Errorf("%s: %+v", results, list)
		}
		contains(t, results, must.ReplaceAll(other.read(results+"/report.html"), "<wbr>", ""), sentence)
	}
	if list := other.reusedIn("whole"); list != nil {
		t.Errorf("%+v", list)
	}
	contains(t, "all", other.must(0, "run", "e.hcl", "-out", "all", "-reuse", "joined").stderr, "joined, results sha256:",
		": 18 cells; 1 of them run again here, all equal", "18 of 18 cells have results already")

	// Other data have other keys.
	other.write("in/rows.csv", must.Replace(threeKinds(), "0.10", "0.11"))
	contains(t, "other data", other.must(0, "run", "e.hcl", "-out", "new", "-reuse", "none.tar.gz").stderr,
		"nothing is taken from none.tar.gz: 12 missing cells other there: dataset rows: content ")
}

// Of results in which a cell differs, or that are not as they were written, none is taken, and nothing is run.
func TestReuseRefuses(t *testing.T) {
	t.Parallel()
	two := must.Replace(must.Replace(must.Replace(fromFile, `learner "lda" "lda" {}`, ""), `reduction "one_vs_one" "ovo" {}`, ""),
		"folds = 3", "folds = 2")
	overlapping := threeKinds() + "4.00,1,a,train\n4.10,2,a,train\n0.00,2,c,train\n2.00,1,c,train\n"
	d := newDir(t)
	d.write("in/rows.csv", overlapping)
	d.write("e.hcl", two)
	refused := func(from string, said ...string) {
		t.Helper()
		o := d.must(2, "run", "e.hcl", "-out", "new", "-reuse", from)
		contains(t, "stderr", o.stderr, said...)
		if _, err := os.Stat(d.file("new/manifest.json")); err == nil {
			t.Error("something was run")
		}
		if entries, _ := os.ReadDir(d.file("new/journal")); len(entries) > 1 { // a lock
			t.Errorf("%v", entries)
		}
	}
	d.must(0, "run", "e.hcl", "-out", "r")
	for cell := range 2 {
		n := 0
		d.tamper("r", "result", "predictions", func(b []byte) bool { n++; return n == cell+1 && improve(b) })
	}
	d.must(0, "report", "r")
	refused("r", "-reuse r: the cell rows/one_hot/lr/ova repeat 0 fold ", "is not what this machine computes: 1 of ",
		"no cell is taken, and nothing else was run")

	// Whichever cell is drawn, what does not fit the data is found in all.
	for cell := range 2 {
		d.must(0, "run", "e.hcl", "-out", "truth")
		n := 0
		d.tamper("truth", "result", "predictions", func(b []byte) bool {
			if n++; n <= cell {
				return false
			}
			rows := int(b[0]) | int(b[1])<<8
			truth := 12 + 8*rows
			b[truth] = (b[truth] + 1) % 3
			return true
		})
		d.must(0, "report", "truth")
		refused("truth", "the cell rows/one_hot/lr/ova repeat 0 fold ", "truth of ", "no cell is taken")
		if err := os.RemoveAll(d.file("truth")); err != nil {
			t.Fatal(err)
		}
	}
	d.must(0, "run", "e.hcl", "-out", "good", "-kernels", "portable")
	refused("good", "its cells were computed by the kernel class portable", "write -kernels portable")
	d.write("good/scores.csv", must.Replace(d.read("good/scores.csv"), "accuracy", "Accuracy"))
	refused("good", "-reuse good: scores.csv was changed after bench wrote it")
	refused("nowhere", "-reuse: ", "there is no nowhere")
	refused("e.hcl", "cannot be read as a capsule")
	contains(t, "itself", d.must(2, "run", "e.hcl", "-out", "r", "-reuse", "r").stderr, "this is the results folder itself")
}
