package e2e

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// small is an experiment of six cells that takes a moment.
const small = `
experiment "small" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 60
  seed     = 1
}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation { folds = 3 }
metric "accuracy" {}
`

func TestBadCommandLines(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	for _, test := range []struct{ args, fragment string }{
		{"run", "FILE is missing"},
		{"run e.hcl f.hcl", "one argument too many"},
		{"run f.hcl", "f.hcl"},
		{"run e.hcl -wrkers 2", "wrkers"},
		{"run e.hcl --wrkers=2", "wrkers"},
		{"run e.hcl -workers 0", "at least 1"},
		{"run e.hcl -workers two", "two"},
		{"run e.hcl -kernels fast", "auto, avx2 and portable"},
		{"run e.hcl -var folds", "name=value"},
		{"rum e.hcl", "rum"},
		{"plan e.hcl -jsn", "jsn"},
		{"init", "FILE is missing"},
		{"merge -out m", "the folders to merge are missing"},
		{"report nowhere", "nowhere"},
		{"export predictions nowhere", "nowhere"},
		{"code e.hcl missing", "missing"},
		{"plugin describe missing", "missing"},
	} {
		o := d.run(strings.Fields(test.args)...)
		if o.status != 2 || !strings.Contains(o.stderr, test.fragment) || o.stdout != "" {
			t.Errorf("bench %s: status %d, stdout %q, stderr lacks %q or says too much:\n%s", test.args, o.status, o.stdout,
				test.fragment, o.stderr)
		}
	}
	if _, err := os.Stat(d.file("results")); err == nil {
		t.Error("a command line with a mistake left results")
	}
}

// Plain Go and vector instructions give the same bits.
func TestKernels(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", must.Replace(small, `learner "lda" "lda" {}`, `learner "logreg" "lr" {}
learner "svm" "svm" {}`)+"metric \"auc\" {}\n")
	d.must(0, "run", "e.hcl", "-out", "vectors")
	d.must(0, "run", "e.hcl", "-out", "plain", "-kernels", "portable")
	d.must(0, "run", "e.hcl", "-out", "avx2", "-kernels", "avx2")
	for _, folder := range []string{"plain", "avx2"} {
		for _, file := range []string{"/predictions.csv.gz", "/scores.csv"} {
			if d.read("vectors"+file) != d.read(folder+file) {
				t.Errorf("the kernels give different bytes in %s%s", folder, file)
			}
		}
	}
	for folder, want := range map[string]string{"vectors": runtime.GOARCH, "avx2": runtime.GOARCH, "plain": "portable"} {
		if m := readJSON[map[string]any](t, d.read(folder+"/manifest.json")); m["kernels"] != want {
			t.Errorf("the manifest of %s names the kernels %v, want %s", folder, m["kernels"], want)
		}
	}
	if got := d.must(0, "export", "scores", "vectors"); got.stdout == "" {
		t.Error("nothing was compared")
	}
}

// One dash and two mean the same.
func TestDashes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	one, two := d.must(0, "plan", "e.hcl", "-json"), d.must(0, "plan", "--json", "e.hcl")
	if one.stdout != two.stdout || !strings.HasPrefix(one.stdout, "{") {
		t.Errorf("-json prints %s, --json prints %s", one.stdout, two.stdout)
	}
	d.must(0, "run", "-workers", "1", "-out", "a", "e.hcl")
	d.must(0, "run", "--workers=1", "--out=b", "e.hcl")
	if d.read("a/scores.csv") != d.read("b/scores.csv") {
		t.Error("scores differ")
	}
}

// A plugin beside bench that does not start is a warning if nobody needs it.
func TestBrokenPluginBesideBench(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.bench = d.file("bin/bench")
	if err := os.MkdirAll(d.file("bin/plugins"), 0o755); err != nil {
		t.Fatal(err)
	}
	for from, to := range map[string]string{
		benchAt: "bench", built + "/plugins/lda": "plugins/lda", built + "/plugins/reducers": "plugins/reducers",
		built + "/extra/quitter": "plugins/quitter",
	} {
		if err := os.Link(from, filepath.Join(d.file("bin"), to)); err != nil {
			t.Fatal(err)
		}
	}
	d.write("e.hcl", small)
	o := d.must(0, "run", "e.hcl")
	contains(t, "stderr", o.stderr, "Warning[P002]: A plugin cannot be used", "quitter: the licence has run out", "6 cells ok")
	o = d.must(0, "plugin", "list")
	contains(t, "stdout", o.stdout, "lda", "reducers")
	if strings.Contains(o.stdout, "quitter") {
		t.Errorf("a plugin that does not start is listed:\n%s", o.stdout)
	}
}

// Every plugin's main.go is as small as that of the smallest one promises.
func TestMainIsSmall(t *testing.T) {
	const most = 15
	content, err := os.ReadFile(filepath.Join(repository, "examples/plugins/centroid/main.go"))
	if err != nil {
		t.Fatal(err)
	}
	if n := bytes.Count(content, []byte{'\n'}); n > most {
		t.Errorf("examples/plugins/centroid/main.go has %d lines, at most %d were promised", n, most)
	}
}

// The smallest plugin runs, and its component describes itself.
func TestCentroid(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", must.Replace(small, `"lda" "lda"`, `"centroid" "near"`)+
		"bench {\n  required_plugins {\n    centroid = { source = \"plugins/centroid\" }\n  }\n}\n")
	d.must(0, "run", "e.hcl")
	for _, row := range readCSV(t, d.read("results/small/summary.csv")) {
		// The blobs are far apart.
		if number(t, row["mean"]) < 0.7 {
			t.Errorf("accuracy %s of %s", row["mean"], row["reduction"])
		}
	}
	contains(t, "stdout", d.must(0, "plugin", "describe", "centroid", "-file", "e.hcl").stdout, "Nearest centroid")
}

// Where bench may have too few files open for its workers, it says so before anything runs.
func TestTooFewOpenFiles(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	d.executable("narrow", "#!/bin/sh\nulimit -n 70 && exec "+d.bench+" \"$@\"\n")
	d.bench = d.file("narrow")
	o := d.must(2, "run", "e.hcl", "-workers", "6")
	contains(t, "stderr", strings.Join(strings.Fields(o.stderr), " "), "bench may have 70 files open at a time, and with 12 plugin processes it needs some 84",
		"ulimit -n 1024", "fewer -workers", "nothing was run")
	d.must(0, "run", "e.hcl", "-workers", "2")
	d.executable("narrow", "#!/bin/sh\nulimit -n 30 && exec "+built+"/bench \"$@\"\n")
	contains(t, "stderr", d.must(2, "run", "e.hcl", "-workers", "1", "-out", "other").stderr, "bench may have 30 files open", "ulimit -n 1024")
}
