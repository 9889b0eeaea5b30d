package e2e

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// fromFile is the small experiment with data of a file.
var fromFile = `
experiment "small" {}
dataset "rows" {
  file   = "in/rows.csv"
  target = "kind"
  drop   = ["part"]
}
learner "logreg" "lr" {}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation { folds = 3 }
`

// capsuled is a directory with the results of an experiment, and a capsule of them with all data.
func capsuled(t *testing.T, experiment string, flags ...string) *dir {
	t.Helper()
	d := newDir(t)
	d.write("in/rows.csv", threeKinds())
	d.write("e.hcl", experiment)
	d.must(0, append([]string{"run", "e.hcl", "-out", "r"}, flags...)...)
	d.must(0, "pack", "r", "-data", "all", "-out", "all.tar.gz")
	return d
}

// elsewhere is another directory with a copy of a file.
func (d *dir) elsewhere(name string) *dir {
	d.t.Helper()
	other := newDir(d.t)
	other.write(name, d.read(name))
	return other
}

// A capsule verifies where nothing else is, and the same folder gives the same bytes.
func TestVerify(t *testing.T) {
	t.Parallel()
	d := capsuled(t, fromFile)
	digest := d.must(0, "pack", "r", "-data", "all", "-out", "again.tar.gz").stdout
	if d.read("all.tar.gz") != d.read("again.tar.gz") {
		t.Error("the same folder gives two capsules")
	}
	other := d.elsewhere("all.tar.gz")
	o := other.must(0, "verify", "all.tar.gz")
	contains(t, "stdout", o.stdout, "capsule "+digest, "files: all digests are as written", "are equal\n",
		"rows/one_hot/lr/ova: 3 equal", "rows/one_hot/lda/ovo: 3 equal", "Verified: 12 cells equal.")
	if strings.Contains(o.stdout, "DIFFERENT") || strings.Contains(o.stdout, "not compared") {
		t.Errorf("stdout:\n%s", o.stdout)
	}
	first := other.must(0, "verify", "all.tar.gz", "-sample", "0.25", "-seed", "5").stdout
	contains(t, "stdout", first, "cells: a sample of 0.25, drawn with -seed 5", "Verified: 3 cells equal, 9 not in the sample.")
	if again := other.must(0, "verify", "all.tar.gz", "-sample", "0.25", "-seed", "5").stdout; again != first {
		t.Errorf("another sample:\n%s", again)
	}
	var report struct {
		Failed bool
		Cells  []struct{ Dataset, Learner, Outcome string }
		Tables []struct{ Name, Outcome string }
	}
	o = other.must(0, "verify", "all.tar.gz", "-format", "json")
	if err := json.Unmarshal([]byte(o.stdout), &report); err != nil || report.Failed || len(report.Cells) != 12 ||
		report.Cells[0].Dataset != "rows" || report.Cells[0].Outcome != "equal" || len(report.Tables) < 10 {
		t.Errorf("%v: %+v", err, report)
	}
	contains(t, "stdout", d.must(0, "verify", "r", "-sample", "0.1").stdout, "Verified: 2 cells equal")
}

// Data that are named only are found by their digests, and without them the cells that need them are told.
func TestVerifyWithoutData(t *testing.T) {
	t.Parallel()
	d := capsuled(t, must.Replace(fromFile, `learner "lda"`, `dataset "made" {
  generate = "blobs"
  rows     = 60
  seed     = 1
}
learner "lda"`))
	contains(t, "stderr", d.must(0, "pack", "r", "-out", "x.tar.gz").stderr,
		"named only: data in/rows.csv of rows (its licence is not known)", "-dataset NAME")
	d.must(0, "pack", "r", "-out", "named.tar.gz", "-dataset", "rows")
	if d.read("named.tar.gz") != d.read("all.tar.gz") {
		t.Error("a dataset that is listed is not packed")
	}
	contains(t, "stderr", d.must(2, "pack", "r", "-out", "y.tar.gz", "-dataset", "row").stderr, `Did you mean "rows"?`)
	other := d.elsewhere("x.tar.gz")
	contains(t, "stdout", strings.Join(strings.Fields(other.must(0, "verify", "x.tar.gz").stdout), " "),
		"made/one_hot/lr/ova: 3 equal", "cannot be run here: 12 cells (rows/one_hot/lr/ova",
		"the data in/rows.csv, sha256:", "-data FOLDER", "Verified: 12 cells equal, 12 cannot be run here.")
	other.write("anything/deep/other name", threeKinds())
	contains(t, "stdout", other.must(0, "verify", "x.tar.gz", "-data", "anything").stdout, "Verified: 24 cells equal.")
	other.write("anything/deep/other name", must.Replace(threeKinds(), "0.10", "0.11"))
	contains(t, "stdout", other.must(0, "verify", "x.tar.gz", "-data", "anything").stdout, "12 cannot be run here.")
}

// A capsule verifies on another kernel class: in equal bytes if it was made with portable code or the processor only
// lacks instructions, otherwise within a bound, and that the class is another one is told.
func TestVerifyOnOtherKernels(t *testing.T) {
	t.Parallel()
	d := capsuled(t, fromFile, "-kernels", "portable")
	contains(t, "stdout", d.must(0, "verify", "all.tar.gz").stdout, "run again by bench", "kernel class portable\n",
		"Verified: 12 cells equal.")
	fast := capsuled(t, fromFile)
	contains(t, "stdout", fast.must(0, "verify", "all.tar.gz", "-kernels", "avx2").stdout, "Verified: 12 cells equal.")
	fast.env = append(fast.env, "GODEBUG=cpu.avx512f=off,cpu.avx512=off")
	contains(t, "stdout", fast.must(0, "verify", "all.tar.gz").stdout, "Verified: 12 cells equal.")
	// Bytes that another class computed may be others; that it is one is said of the run.
	contains(t, "stdout", fast.must(0, "verify", "all.tar.gz", "-kernels", "portable").stdout,
		"kernel class "+runtime.GOARCH+"\n", "kernel class portable\n", "Verified: ")
}

// A plugin that is packed runs if its digest was asked for, and not otherwise.
func TestVerifyTrusts(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/centroid")
	d.write("e.hcl", must.Replace(centroids, `learner "centroid" "near"`, `learner "lda" "lda" {}
learner "centroid" "near"`))
	d.must(0, "run", "e.hcl", "-out", "r")
	capsule := strings.TrimSpace(d.must(0, "pack", "r", "-out", "x.tar.gz").stdout)
	other := d.elsewhere("x.tar.gz")
	digest := "sha256:" + d.digest("own/centroid")
	o := other.must(0, "verify", "x.tar.gz")
	contains(t, "stdout", strings.Join(strings.Fields(o.stdout), " "), "plugin centroid is not part of bench: -trust "+digest,
		"cells equal", "cannot be run here.")
	for _, trust := range []string{digest, capsule} {
		o := other.must(0, "verify", "x.tar.gz", "-trust", trust)
		contains(t, "stdout", o.stdout, "near/ova: 3 equal")
		if strings.Contains(o.stdout, "cannot be run") {
			t.Errorf("-trust %s:\n%s", trust, o.stdout)
		}
	}
	other.must(0, "verify", "x.tar.gz", "-trust", "sha256:"+strings.Repeat("0", 64))
	contains(t, "stderr", other.must(2, "verify", "x.tar.gz", "-trust", "centroid").stderr, "write the whole digest")

	// A plugin in its place that a forger says to be another one does not start.
	f := other.forge("x.tar.gz")
	f.files["plugins/centroid/centroid"] = "#!/bin/sh\ntouch '" + other.file("started") + "'\n"
	f.write("forged.tar.gz", true)
	o = other.must(1, "verify", "forged.tar.gz", "-trust", digest)
	contains(t, "stdout", o.stdout, "plugins/centroid is not the plugin centroid")
	f.manifest["plugins"].([]any)[0].(map[string]any)["sha256"] = strings.TrimPrefix(digest, "sha256:")
	f.write("forged.tar.gz", false)
	other.must(1, "verify", "forged.tar.gz", "-trust", digest)
	if _, err := os.Stat(other.file("started")); err == nil {
		t.Error("the plugin was started")
	}
}

// The experiment of a capsule opens no file of this machine, whatever path it has for it.
func TestVerifyReadsNothingElse(t *testing.T) {
	t.Parallel()
	d := capsuled(t, fromFile)
	secret := d.file("secret.csv")
	d.write("secret.csv", threeKinds())
	f := d.forge("all.tar.gz")
	f.files["results/experiment/e.hcl"] = must.Replace(fromFile, "in/rows.csv", secret)
	f.write("forged.tar.gz", true)
	o := d.run("verify", "forged.tar.gz")
	contains(t, "stdout", o.stdout, "cannot be run here: 12 cells")
	f.files["results/experiment/e.hcl"] = fromFile + "bench {\n  required_plugins {\n    lda = { source = \"" +
		filepath.Join(built, "extra", "centroid") + "\" }\n  }\n}\n"
	f.write("forged.tar.gz", true)
	contains(t, "stdout", d.run("verify", "forged.tar.gz").stdout, "rows/one_hot/lda/ova: 3 equal")
}
