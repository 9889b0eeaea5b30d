package e2e

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// written is an experiment with a code file, a variable and data that stand beside it.
const written = `
variable "folds" { default = 3 }
experiment "written" {}
dataset "glass" {
  file   = "../data/glass.csv"
  target = "Type"
}
learner "lda" "lda" {}
reduction "ecoc" "mine" { file = "codes/mine.csv" }
validation { folds = var.folds }
metric "accuracy" {}
# The last line has no end.`

// codeOfGlass has a row for each of the six classes.
const codeOfGlass = "1,1,1\n1,1,-1\n1,-1,1\n1,-1,-1\n-1,1,1\n-1,1,-1\n"

// A results folder holds its experiment with what belongs to it: it is continued although the file
// is gone, also when it was moved together with its data.
func TestResultsStandAlone(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("lab/e.hcl", written)
	d.write("lab/codes/mine.csv", codeOfGlass)
	d.must(0, "run", "lab/e.hcl", "-var", "folds=2", "-out", "out")
	want := d.promised("out")
	if err := os.RemoveAll(d.file("lab/codes")); err != nil {
		t.Fatal(err)
	}
	d.write("lab/e.hcl", "nothing that can be read")
	contains(t, "going on", d.must(0, "run", "out").stderr, "2 of 2 cells have results already")
	same(t, "going on", d.promised("out"), want)
	exported := d.must(0, "export", "experiment", "out")
	contains(t, "export", exported.stderr, "e.hcl was run with -var folds=2")
	if exported.stdout != written {
		t.Errorf("export gives\n%q", exported.stdout)
	}
	m := readJSON[struct {
		File   string
		Source struct {
			Command []string
			Vars    map[string]string
			Folder  string
		}
	}](t, d.read("out/manifest.json"))
	if m.File != "e.hcl" || m.Source.Folder != "../lab" || m.Source.Vars["folds"] != "2" ||
		strings.Join(m.Source.Command, " ") != "bench run lab/e.hcl -var folds=2 -out out" {
		t.Errorf("manifest: %+v", m)
	}
	if err := os.Mkdir(d.file("moved"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"lab", "out", "data"} {
		if err := os.Rename(d.file(name), d.file("moved/"+name)); err != nil {
			t.Fatal(err)
		}
	}
	d.must(0, "run", "moved/out", "-var", "folds=4")
	if n := d.journal("moved/out", "result"); n != 2+4 {
		t.Errorf("%d results, want 2 of two folds and 4 of four", n)
	}
	if err := os.RemoveAll(d.file("moved/lab")); err != nil {
		t.Fatal(err)
	}
	contains(t, "alone", unwrapped(d.run("run", "moved/out").stderr), "moved/lab, the original folder of e.hcl, does not exist",
		"bench export experiment moved/out")
}

// Merged folders hold the experiment file if all parts have the same.
func TestMergedSource(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	d.write("f.hcl", must.Replace(small, `reduction "one_vs_one" "ovo" {}`, ""))
	for out, file := range map[string]string{"a": "e.hcl", "b": "e.hcl", "c": "f.hcl"} {
		d.must(0, "run", file, "-out", out)
	}
	d.must(0, "merge", "-out", "same", "a", "b")
	if text := d.must(0, "export", "experiment", "same").stdout; text != small {
		t.Errorf("of the same files:\n%s", text)
	}
	d.must(0, "merge", "-out", "other", "a", "c")
	contains(t, "of others", unwrapped(d.must(2, "run", "other").stderr), "holds no experiment file", "bench run FILE -out other")
}

// The name of the machine is in no file and no name of a file of results, unless it is asked for.
func TestHostNames(t *testing.T) {
	t.Parallel()
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	d := newDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl", "-out", "quiet")
	err = filepath.WalkDir(d.file("quiet"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && strings.Contains(e.Name(), "-"+host+"-") {
			t.Errorf("%s names the machine", path)
		}
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, said := range []string{`"name":"` + host + `"`, `"name": "` + host + `"`, ">" + host + ", linux"} {
			if strings.Contains(string(text), said) {
				t.Errorf("%s holds the name of the machine: %s", path, said)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	d.must(0, "run", "e.hcl", "-out", "named", "-record-host")
	for name, said := range map[string]string{"manifest.json": `"name": "` + host + `"`, "report.html": ">" + host + ", linux"} {
		if !strings.Contains(d.read("named/"+name), said) {
			t.Errorf("%s does not name the machine, which was asked for", name)
		}
	}
}
