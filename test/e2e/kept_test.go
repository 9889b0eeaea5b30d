package e2e

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// keeping is the small experiment with a learner that writes down what it trains
// and an output code, whose scores are kept.
func keeping() string {
	text := must.Replace(small, `experiment "small" {}`, "experiment \"small\" { keep_scores = true }")
	text = must.Replace(text, `"lda" "lda" {}`,
		`"centroid" "near" { calibrate = "sigmoid" }`+"\n"+`learner "centroid" "plain" {}`)
	text = must.Replace(text, `validation {`, `reduction "ecoc" "code" { code = "exhaustive" }`+"\nvalidation {")
	return text + requires("library")
}

// withDecoders adds decoders of the columns that keeping trains.
func withDecoders(text string) string {
	return text + `
reduction "one_vs_one" "chain" { decoding = "ddag" }
reduction "ecoc" "lost" {
  code     = "exhaustive"
  decoding = grid("loss_based", "euclidean")
}
`
}

// openKeeping returns a folder with the learner's plugin.
func openKeeping(t *testing.T) *dir {
	d := newDir(t)
	d.own("extra/library")
	d.env = append(d.env, "HOME="+d.file("home"))
	d.write("home/library", "1")
	return d
}

// damageScores changes a byte in the middle of everything that is kept of binary
// models, and returns how much that is.
func (d *dir) damageScores(results string) int {
	d.t.Helper()
	kept := regexp.MustCompile(`"blob":\{"file":"([^"]*)","offset":(\d+),"length":(\d+)`).FindAllStringSubmatch(d.journalText(results), -1)
	for _, blob := range kept {
		offset, _ := strconv.Atoi(blob[2])
		length, _ := strconv.Atoi(blob[3])
		b := []byte(d.read(results + "/journal/" + blob[1]))
		b[offset+length/2] ^= 1
		d.write(results+"/journal/"+blob[1], string(b))
	}
	return len(kept)
}

// A decoder that is added later trains nothing, and its results are those of a run
// of all at once.
func TestKeptScores(t *testing.T) {
	t.Parallel()
	d := openKeeping(t)
	d.write("e.hcl", keeping())
	d.must(0, "run", "e.hcl", "-out", "out")
	d.write("e.hcl", withDecoders(keeping()))
	contains(t, "plan", d.must(0, "plan", "e.hcl", "-out", "out").stdout,
		"binary scores are kept, about 3.06 MiB in all: those of 78 fits are there already, 0 fits are to be trained")
	d.must(0, "run", "e.hcl", "-out", "fresh")
	cells := d.journal("out", "result")

	d.write("home/refuse", "")
	trained := d.read("home/trained")
	d.must(0, "run", "e.hcl", "-out", "out")
	if n := d.journal("out", "result"); n <= cells {
		t.Fatalf("%d cells after %d", n, cells)
	}
	if d.read("home/trained") != trained {
		t.Error("something was trained")
	}
	d.sameResults("added later", "out", "fresh")
	if n := strings.Count(d.must(0, "export", "scores", "out", "-binary").stdout, "\n"); n != 1+2*(6+7)*60 {
		t.Errorf("%d lines of binary scores", n)
	}
}

// sameResults compares what two folders hold, except for times.
func (d *dir) sameResults(what, a, b string) {
	d.t.Helper()
	same(d.t, what, d.promised(a), d.promised(b))
	for _, table := range []string{"predictions", "binary", "decoding"} {
		if d.must(0, "export", table, a).stdout != d.must(0, "export", table, b).stdout {
			d.t.Errorf("%s: %s differ", what, table)
		}
	}
	if d.facts(a) != d.facts(b) {
		d.t.Errorf("%s: cells.csv differs in more than times", what)
	}
	pictures, err := filepath.Glob(d.file(a + "/plots/regions-*-chain*.svg"))
	if err != nil || len(pictures) != 2 {
		d.t.Fatalf("%s: decision regions %v, %v", what, pictures, err)
	}
	for _, p := range pictures {
		if name := "/plots/" + filepath.Base(p); d.read(a+name) != d.read(b+name) {
			d.t.Errorf("%s: %s differs", what, name)
		}
	}
}

// Scores that are damaged, or that an experiment does not keep, are computed anew.
func TestDamagedScores(t *testing.T) {
	t.Parallel()
	d := openKeeping(t)
	d.write("e.hcl", keeping())
	d.must(0, "run", "e.hcl", "-out", "out")
	trained := d.read("home/trained")
	if n := d.damageScores("out"); n != 78+39 {
		t.Fatalf("%d scores of models are kept", n)
	}
	d.write("e.hcl", withDecoders(keeping()))
	d.must(0, "run", "e.hcl", "-out", "out")
	if len(d.read("home/trained")) <= len(trained) {
		t.Error("damaged scores have been used")
	}
	d.must(0, "run", "e.hcl", "-out", "fresh")
	d.sameResults("after damage", "out", "fresh")

	d.write("e.hcl", must.Replace(keeping(), "keep_scores = true", "keep_scores = false"))
	d.must(0, "run", "e.hcl", "-out", "none")
	if n := d.journal("none", "scores"); n != 0 {
		t.Errorf("%d models are kept that need not be", n)
	}
	contains(t, "export", d.must(2, "export", "scores", "none", "-binary").stderr, "holds no scores of binary models",
		"keep_scores = true")
}

// A run that is killed keeps what it has kept: going on ends with the bytes of a run that
// was let be, and decoders that are added then train nothing.
func TestKeptScoresOfKilledRuns(t *testing.T) {
	t.Parallel()
	d := openKeeping(t)
	many := func(text string) string {
		return must.Replace(text, "validation { folds = 3 }", "validation {\n  folds   = 3\n  repeats = 4\n}")
	}
	d.write("e.hcl", many(keeping()))
	r := d.start("run", "e.hcl", "-workers", "1", "-out", "out")
	d.until("out", "scores", 40)
	_ = r.cmd.Process.Signal(syscall.SIGKILL) // it may have ended
	if o := r.wait(); o.status != -1 && o.status != 0 {
		t.Fatalf("status %d\n%s", o.status, o.stderr)
	}
	d.must(0, "run", "e.hcl", "-out", "out")
	d.write("e.hcl", many(withDecoders(keeping())))
	d.must(0, "run", "e.hcl", "-out", "fresh")
	contains(t, "plan", d.must(0, "plan", "e.hcl", "-out", "out").stdout, "312 fits are there already, 0 fits are to be trained")
	d.write("home/refuse", "")
	d.must(0, "run", "e.hcl", "-out", "out")
	d.sameResults("after a kill", "out", "fresh")
}

// facts are the columns of cells.csv that do not depend on when a cell was run.
func (d *dir) facts(results string) string {
	var list []string
	for _, line := range d.table(results + "/cells.csv") {
		for _, column := range []string{"train_seconds", "cpu_seconds", "predict_seconds", "peak_rss_bytes"} {
			delete(line, column)
		}
		list = append(list, fmt.Sprint(line))
	}
	return strings.Join(list, "\n")
}
