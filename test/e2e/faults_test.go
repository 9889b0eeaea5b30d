package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// threeKinds has training rows of three classes, 20 of a, 6 of b and 8 of c,
// and three test rows of each. The pair b, c is the only problem with fewer than
// 15 training rows.
func threeKinds() string {
	var b strings.Builder
	b.WriteString("x,y,kind,part\n")
	for k, n := range []int{20, 6, 8} {
		for i := range n + 3 {
			part := "train"
			if i >= n {
				part = "test"
			}
			fmt.Fprintf(&b, "%.2f,%d,%c,%s\n", float64(2*k)+0.1*float64(i%4), i%5+k, 'a'+k, part)
		}
	}
	return b.String()
}

// oneBad is an experiment whose first learner has a fault on the pair b, c,
// which two of four reductions use. Its name and attributes are to be filled in.
const oneBad = `
bench {
  required_plugins {
    faulty = { source = "./plugins/faulty" }
  }
}
experiment "e" {}
dataset "rows" {
  file   = "rows.csv"
  target = "kind"
  split  = "part"
}
learner %q "bad" {
  rows = 15
  %s
}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
reduction "ecoc" "without" {
  matrix = [
    [ 1,  1],
    [-1,  1],
    [ 1, -1],
  ]
}
reduction "ecoc" "with" {
  matrix = [
    [ 0,  1],
    [ 1,  1],
    [-1, -1],
  ]
}
validation { method = "predefined" }
metric "accuracy" {}
`

// Whatever a learner does on one problem, the cells that use the problem get a
// status and its words, and the others their results.
func TestFaults(t *testing.T) {
	t.Parallel()
	const (
		brief = "timeout = 2" // a sound problem must be done in it, on a slow machine too
		lean  = `memory = "200MB"`
	)
	for _, test := range []struct {
		learner, limit, status string
		words                  []string // in cells.csv
	}{
		{"crashing", "", "failed", []string{"exit status 3", "faulty: out of luck"}},
		{"shot", "", "failed", []string{"killed by signal 9, which bench did not send"}},
		{"leaving", "", "failed", []string{"exit status 0", "faulty: that is all for today"}},
		{"panicking", "", "failed", []string{"faulty: all is lost"}},
		{"exploding", "", "failed", []string{"exit status 2", "faulty: all is lost elsewhere"}},
		{"picky", "", "failed", []string{"faulty: 14 rows are below my standards"}},
		{"negligent", "", "failed", []string{"answered for 0 of 1 problems"}},
		{"hanging", brief, "timeout", []string{`no answer within 2s, the timeout of learner "bad"`, "faulty: where was I"}},
		{"waiting", brief, "timeout", []string{`no answer within 2s, the timeout of learner "bad"`}},
		{"stopping", brief, "timeout", []string{`no answer within 2s, the timeout of learner "bad"`}},
		{"undecided", "", "failed", []string{"score of test row 0 is NaN"}},
		{"extreme", "", "failed", []string{"score of test row 0 is +Inf"}},
		{"boasting", "", "failed", []string{"the objective is NaN"}},
		{"forgetful", "", "failed", []string{"8 × 1 values were written where 9 × 1 were asked for"}},
		{"withholding", "", "failed", []string{"scores.npy was not written"}},
		{"piping", "", "failed", []string{"scores.npy is not a regular file"}},
		{"linking", "", "failed", []string{"scores.npy is a link"}},
		{"hollow", "", "failed", []string{"not a .npy file"}},
		{"loud", "", "failed", []string{"faulty: [2J]0;gonewoe is me"}},
		{"crashing_later", "", "failed", []string{"scoring", "exit status 3", "faulty: out of luck"}},
		{"panicking_later", "", "failed", []string{"scoring", "faulty: all is lost later"}},
		{"hanging_later", brief, "timeout", []string{"scoring", `no answer within 2s, the timeout of learner "bad"`}},
		{"hungry", lean, "out_of_memory", []string{"out of memory", "190 MB are allowed"}},
		{"reaching", lean, "out_of_memory", []string{"out of memory"}},
		{"feeding", lean, "out_of_memory", []string{"out of memory", "190 MB are allowed"}},
		{"sharing", lean, "out_of_memory", []string{"out of memory", "190 MB are allowed"}},
		{"abandoning", "", "failed", []string{"exit status 3", "faulty: out of luck"}},
		{"parental", brief, "timeout", []string{`no answer within 2s, the timeout of learner "bad"`, "faulty: where was I"}},
	} {
		t.Run(test.learner, func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			d.write("rows.csv", threeKinds())
			d.write("e.hcl", fmt.Sprintf(oneBad, test.learner, test.limit))
			o := d.must(1, "run", "e.hcl", "-workers", "1")
			contains(t, "stderr", o.stderr, "6 cells ok, 2 failed, 0 skipped, 0 not run")
			d.checkOneBad(t, test.status, test.words)
		})
	}
}

// What a plugin prints can be read afterwards, and its failure says where.
func TestWhatAPluginPrintsIsKept(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("rows.csv", threeKinds())
	d.write("e.hcl", fmt.Sprintf(oneBad, "crashing", ""))
	o := d.must(1, "run", "e.hcl", "-workers", "1")
	contains(t, "stderr", o.stderr, "what plugins printed is in results/e/logs")
	contains(t, "log", d.read("results/e/logs/faulty-0.log"), "--- process ", "faulty: out of luck", ": exit status 3")
	d.checkOneBad(t, "failed", []string{"All that it printed is in logs/faulty-0.log"})
}

// checkOneBad checks what a run of oneBad left.
func (d *dir) checkOneBad(t *testing.T, status string, words []string) {
	t.Helper()
	cells := readCSV(t, d.read("results/e/cells.csv"))
	if len(cells) != 8 {
		t.Errorf("%d cells, want 8", len(cells))
	}
	for _, c := range cells {
		if c["learner"] != "bad" || c["reduction"] == "ova" || c["reduction"] == "without" {
			if c["status"] != "ok" {
				t.Errorf("%s/%s: %s, %s", c["learner"], c["reduction"], c["status"], c["error"])
			}
			continue
		}
		if c["status"] != status {
			t.Errorf("%s: status %s, want %s", c["reduction"], c["status"], status)
		}
		contains(t, c["reduction"]+" in cells.csv", c["error"], words...)
	}
	table := d.read("results/e/tables/accuracy.md")
	if n := strings.Count(lineWith(table, "| rows "), "— [1]"); n != 2 {
		t.Errorf("the table has %d holes, want 2:\n%s", n, table)
	}
	note := map[string]string{"failed": "1 failed", "timeout": "1 timed out", "out_of_memory": "1 out of memory"}
	contains(t, "table", table, note[status])
}

// lineWith returns the first line of a text that holds a fragment.
func lineWith(text, fragment string) string {
	for line := range strings.Lines(text) {
		if strings.Contains(line, fragment) {
			return line
		}
	}
	return ""
}

// A reduction has the time to decode that a learner has to train.
func TestReductionThatHangs(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", must.ReplaceAll(small,
		`learner "lda" "lda" {}`, `learner "lda" "lda" { timeout = "2s" }`,
		`reduction "one_vs_rest" "ova" {}`, `reduction "dreaming" "dream" {}`,
	)+"bench {\n  required_plugins {\n    faulty = { source = \"./plugins/faulty\" }\n  }\n}\n")
	d.must(1, "run", "e.hcl")
	for _, c := range readCSV(t, d.read("results/small/cells.csv")) {
		want := map[string]string{"dream": "timeout", "ovo": "ok"}[c["reduction"]]
		if c["status"] != want {
			t.Errorf("%s: %s, want %s: %s", c["reduction"], c["status"], want, c["error"])
		}
	}
}

// busy is an experiment that waits for its learner "slow" for ever, after
// another learner whose name is to be filled in.
const busy = `
bench {
  required_plugins {
    faulty = { source = "./plugins/faulty" }
  }
}
experiment "busy" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 60
  seed     = 1
}
learner %q "first" {}
learner "slow" "slow" { seconds = 1000 }
reduction "one_vs_rest" "ova" {}
validation { folds = 2 }
metric "accuracy" {}
`

// children counts the sleeping children of the learners that have some.
func (d *dir) children() int {
	n := 0
	for _, p := range d.processesNow() {
		if !strings.Contains(p, "/plugins/") && !strings.Contains(p, "/extra/") && !strings.HasSuffix(p, "/bench") {
			n++
		}
	}
	return n
}

// The children of a plugin that crashes are gone while the run goes on.
func TestChildrenGoWithTheirPlugin(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("busy.hcl", fmt.Sprintf(busy, "abandoning"))
	r := d.start("run", "busy.hcl", "-workers", "1")
	d.until("results/busy", "start", 2) // the first learner has crashed, the slow one begun
	if !eventually(limit, func() bool { return d.children() == 0 }) {
		t.Fatalf("%d children live on: %v", d.children(), d.processesNow())
	}
	interrupt(t, r)
	contains(t, "stderr", r.stderr.String(), "failed: blobs/one_hot/first/ova repeat 0 fold 0")
}

// A killed bench leaves no plugin and no child of one.
func TestChildrenGoWithAKilledBench(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("busy.hcl", fmt.Sprintf(busy, "fertile"))
	r := d.start("run", "busy.hcl", "-workers", "1")
	d.until("results/busy", "start", 2)
	if n := d.children(); n < 4 {
		t.Errorf("%d children are there to be ended: %v", n, d.processesNow())
	}
	r.signal(syscall.SIGKILL)
	r.wait()
	if left := d.processes(); len(left) > 0 {
		t.Errorf("left running: %v", left)
	}
	d.must(0, "plan", "busy.hcl") // removes the scratch folders
}

// Signals end a run, whatever its plugin is up to; left alone it would not end.
func TestSignalsAreHeard(t *testing.T) {
	t.Parallel()
	for _, learner := range []string{"hanging", "stopping", "parental", "waiting"} {
		for _, signal := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
			t.Run(fmt.Sprintf("%s %v", learner, signal), func(t *testing.T) {
				t.Parallel()
				d := newDir(t)
				d.write("busy.hcl", fmt.Sprintf(busy, learner))
				r := d.start("run", "busy.hcl", "-workers", "2")
				d.until("results/busy", "start", 2)
				end(t, r, signal)
			})
		}
	}
}

// Plugins that never get so far as to answer, by how: a script, or a program of
// test/plugins.
var speechless = map[string]struct{ script, fragment string }{
	"mute":  {"", "mute: my lips are sealed"},
	"tardy": {"#!/bin/sh\necho 'loading the model' >&2\nexec sleep 100000\n", "loading the model"},
}

// A plugin that the file requires has its start_timeout to answer.
func TestRequiredPluginsThatNeverAnswer(t *testing.T) {
	t.Parallel()
	for name, plugin := range speechless {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			d.addPlugin("own", name, plugin.script)
			d.write("e.hcl", fmt.Sprintf("bench {\n  start_timeout = \"5s\"\n  required_plugins {\n    %s = { source = "+
				"\"./own/%s\" }\n  }\n}\n", name, name)+small)
			o := d.must(2, "run", "e.hcl")
			contains(t, "stderr", o.stderr, "Error[P002]: A plugin cannot be used", "no answer within", "e.hcl:4:", plugin.fragment)
		})
	}
}

// One beside bench that nobody asked for costs a warning.
func TestPluginsBesideBenchThatNeverAnswer(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.bench = d.file("bin/bench")
	for from, to := range map[string]string{
		benchAt: "bench", built + "/plugins/lda": "plugins/lda", built + "/plugins/reducers": "plugins/reducers",
	} {
		d.link(from, filepath.Join("bin", to))
	}
	for name, plugin := range speechless {
		d.addPlugin("bin/plugins", name, plugin.script)
	}
	d.write("e.hcl", "bench {\n  start_timeout = \"15s\"\n}\n"+small)
	o := d.must(0, "run", "e.hcl")
	contains(t, "stderr", o.stderr, "Warning[P002]: A plugin cannot be used", "no answer within", "6 cells ok")
	for _, plugin := range speechless {
		contains(t, "stderr", o.stderr, plugin.fragment)
	}
}

// addPlugin puts a script, or the program of that name, into a folder.
func (d *dir) addPlugin(folder, name, script string) {
	d.t.Helper()
	path := filepath.Join(folder, name)
	if script == "" {
		d.link(built+"/extra/"+name, path)
		return
	}
	d.write(path, script)
	if err := os.Chmod(d.file(path), 0o755); err != nil {
		d.t.Fatal(err)
	}
}

func (d *dir) link(from, to string) {
	d.t.Helper()
	if err := os.MkdirAll(filepath.Dir(d.file(to)), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if err := os.Link(from, d.file(to)); err != nil {
		d.t.Fatal(err)
	}
}
