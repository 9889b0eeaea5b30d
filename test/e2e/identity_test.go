package e2e

import (
	"bytes"
	"compress/flate"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/plugins/shipped"
	"github.com/manyclass/bench/test/lengthy"
)

// learners are one with a loss that it shares with others and one without, so that a change of
// losses is a change of one of them. The kernels below are in all plugins.
const learners = `
experiment "small" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 3
  rows     = 30
  seed     = 1
}
learner "logreg" "logreg" {}
learner "majority" "majority" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 2 }
metric "accuracy" {}
`

// sources copies what bench is built from.
func (d *dir) sources(name string) {
	d.t.Helper()
	for _, file := range []string{"go.mod", "go.sum", "Makefile"} {
		content, err := os.ReadFile(filepath.Join(repository, file))
		if err != nil {
			d.t.Fatal(err)
		}
		d.write(name+"/"+file, string(content))
	}
	for _, folder := range []string{"cmd", "docs", "experiments", "framework", "plugins", "sdk"} {
		if err := os.CopyFS(d.file(name+"/"+folder), os.DirFS(filepath.Join(repository, folder))); err != nil {
			d.t.Fatal(err)
		}
	}
}

// make runs make in a folder of sources.
func (d *dir) make(name string, arguments ...string) {
	d.t.Helper()
	c := exec.Command("make", append([]string{"-s", "-C", d.file(name), "REVISION="}, arguments...)...)
	c.Env = append(os.Environ(), "MAKEFLAGS=")
	if out, err := c.CombinedOutput(); err != nil {
		d.t.Fatalf("make %v: %v\n%s", arguments, err, out)
	}
}

// keys are those of the cells of a results folder, by the names of the cells.
func (d *dir) keys(results string) map[string]string {
	d.t.Helper()
	p, err := folder.ReadPlan(d.file(results))
	if err != nil {
		d.t.Fatal(err)
	}
	keys := map[string]string{}
	for _, c := range p.Cells {
		keys[c.Name()] = c.Key
	}
	return keys
}

// records counts the lines of the journals of a results folder.
func (d *dir) records(results string) (n int) {
	d.t.Helper()
	journals, err := filepath.Glob(d.file(results + "/journal/*.jsonl"))
	if err != nil || len(journals) == 0 {
		d.t.Fatal(journals, err)
	}
	for _, path := range journals {
		content, err := os.ReadFile(path)
		if err != nil {
			d.t.Fatal(err)
		}
		n += strings.Count(string(content), "\n")
	}
	return n
}

// After another build cells count again, unless what determines their numbers has changed.
func TestKeysOfAnotherBuild(t *testing.T) {
	lengthy.Test(t, "builds")
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", learners)
	d.sources("source")
	d.make("source", "build")
	d.bench = d.file("source/bin/bench")
	d.must(0, "run", "e.hcl", "-out", "one")
	first := d.keys("one")

	d.write("source/framework/showing/report/page.go", d.read("source/framework/showing/report/page.go")+
		"\nfunc init() { _ = pageSource + \"another program\" }\n")
	before := d.read("source/bin/bench")
	d.make("source", "build")
	if d.read("source/bin/bench") == before {
		t.Fatal("the program is the same")
	}
	d.must(0, "run", "e.hcl", "-out", "two")
	for name, key := range d.keys("two") {
		if first[name] != key {
			t.Errorf("a change of the report changes the key of %s", name)
		}
	}
	results := d.records("one")
	if d.must(0, "run", "e.hcl", "-out", "one"); d.records("one") != results {
		t.Errorf("%d results are %d after a run of the other program", results, d.records("one"))
	}

	const loss = "source/plugins/internal/smooth/loss.go" // the loss of logreg and svm
	d.write(loss, d.read(loss)+"\n// Changed.\n")
	d.make("source", "build")
	d.must(0, "run", "e.hcl", "-out", "three")
	for name, key := range d.keys("three") {
		if same := first[name] == key; same != strings.Contains(name, "majority") {
			t.Errorf("a change of a loss: the key of %s is the same: %v", name, same)
		}
	}
}

// mostPacked is what the program may take in an archive, which has at most 25 MB with all pages,
// in bytes. A wheel packs in the same way, and has at most 30 MB.
const mostPacked = 20_000_000

// packedSize is how many bytes a text takes as gzip and zip write it.
func packedSize(t *testing.T, text string) int {
	t.Helper()
	var b bytes.Buffer
	w, err := flate.NewWriter(&b, flate.DefaultCompression)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := w.Write([]byte(text)); errors.Join(err, w.Close()) != nil {
		t.Fatal(err)
	}
	return b.Len()
}

// The same sources give the same program in any folder, and it is small enough to be sent.
func TestStage(t *testing.T) {
	lengthy.Test(t, "builds")
	t.Parallel()
	d := newDir(t)
	var programs []string
	for _, name := range []string{"a", "another/place"} {
		d.sources(name)
		d.make(name, "stage", "GOOS=linux", "GOARCH=amd64", "OUT="+d.file(name+"/out"))
		files, err := filepath.Glob(d.file(name + "/out/*/*"))
		if err != nil || !slices.Equal(files, []string{d.file(name + "/out/bin/bench")}) {
			t.Errorf("%v, %v", files, err)
		}
		programs = append(programs, d.read(name+"/out/bin/bench"))
	}
	if programs[0] != programs[1] {
		t.Error("another folder gives other bytes")
	}
	if n := packedSize(t, programs[0]); n > mostPacked {
		t.Errorf("the program takes %d bytes in an archive, want at most %d", n, mostPacked)
	}
}

// What bench holds is what the programs of the plugins serve.
func TestHeldPlugins(t *testing.T) {
	lengthy.Test(t, "builds")
	t.Parallel()
	d := newDir(t)
	build := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags=-s -w", "-o",
		d.file("alone")+"/", "./plugins/...")
	build.Dir = repository
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	entries, err := os.ReadDir(d.file("alone"))
	if err != nil || len(entries) != len(shipped.Names()) {
		t.Fatalf("%d programs, %d plugins are held, %v", len(entries), len(shipped.Names()), err)
	}
	for _, e := range entries {
		text := func(bench string) string {
			saved := d.bench
			defer func() { d.bench = saved }()
			d.bench = bench
			lines := strings.SplitN(d.must(0, "plugin", "describe", e.Name()).stdout, "\n", 4) // where it is, its digest
			return lines[0] + lines[len(lines)-1]
		}
		folder := d.file("with/" + e.Name())
		err := errors.Join(os.MkdirAll(folder+"/plugins", 0o755), os.Link(benchAt, folder+"/bench"),
			os.Link(d.file("alone/"+e.Name()), folder+"/plugins/"+e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if held, alone := text(benchAt), text(folder+"/bench"); held != alone {
			t.Errorf("bench holds another %s than its program:\n%s\n%s", e.Name(), held, alone)
		}
	}
}
