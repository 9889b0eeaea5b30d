package e2e

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// gradually compares reductions of several stages in three languages.
const gradually = `
bench {
  required_plugins {
    gradual        = { source = "./own/gradual" }
    gradual_python = { source = "./python" }
    gradual_r      = { source = "./r" }
  }
}
experiment "gradual" { on_incompatible = "skip" }
dataset "blobs" {
  generate = "blobs"
  classes  = 5
  rows     = 150
  spread   = 5
}
learner "tree" "tree" {}
learner "least_squares" "squares" {}
reduction "doubts" "go_doubts" {}
reduction "python_doubts" "python_doubts" {}
reduction "r_doubts" "r_doubts" {}
reduction "sides" "go_sides" {}
reduction "python_sides" "python_sides" {}
reduction "r_sides" "r_sides" {}
validation { folds = 3 }
`

// Reductions of several stages do the same in Go and by the SDKs of Python and R:
// what they are shown of outputs, classes and features, what they ask for, and what
// is made of it. They keep the promises of the guide.
func TestStagesInEveryLanguage(t *testing.T) {
	t.Parallel()
	python := findPython(t)
	if needed := languages["r"]; exec.Command("sh", "-c", needed.there).Run() != nil {
		t.Skipf("plugins in R need %s", needed.needs)
	}
	d := newDir(t)
	d.own("extra/gradual")
	d.script("python", "main.py", "sdk/python/bench_plugin", `command = ["`+python+`", "main.py"]`)
	d.script("r", "main.R", "sdk/r/R/bench_plugin.R", `command = ["Rscript", "--vanilla", "./main.R"]
adapter = true`)
	d.write("e.hcl", gradually)
	d.must(0, "run", "e.hcl", "-out", "out")
	d.write("p.csv", d.must(0, "export", "predictions", "out").stdout)
	rows := map[string][]string{}
	for _, row := range readCSV(t, d.read("p.csv")) {
		scores := []string{row["fold"], row["row"], row["prediction"]}
		for _, class := range []string{"c0", "c1", "c2", "c3", "c4"} {
			scores = append(scores, row["score:"+class])
		}
		rows[row["reduction"]] = append(rows[row["reduction"]], scores...)
	}
	for kind, learners := range map[string]int{"doubts": 2, "sides": 1} {
		want := rows["go_"+kind]
		if len(want) != learners*150*8 {
			t.Fatalf("%d values of go_%s", len(want), kind)
		}
		for _, language := range []string{"python", "r"} {
			if got := rows[language+"_"+kind]; !slices.Equal(got, want) {
				t.Errorf("%s_%s predicts other classes or scores than Go's", language, kind)
			}
		}
	}
	for _, plugin := range []string{"own/gradual", "python", "r"} {
		contains(t, plugin, d.must(0, "plugin", "test", plugin).stdout, " 0 failed")
	}
}

// script makes a package of a script in testdata/gradual, the SDK and a manifest.
func (d *dir) script(folder, script, sdk, manifest string) {
	d.t.Helper()
	d.scripted("gradual", folder, script, sdk, manifest)
}

// scripted is script for a script in another folder of testdata.
func (d *dir) scripted(from, folder, script, sdk, manifest string) {
	d.t.Helper()
	content, err := os.ReadFile(filepath.Join("testdata", from, script))
	if err != nil {
		d.t.Fatal(err)
	}
	d.write(filepath.Join(folder, script), string(content))
	d.write(filepath.Join(folder, "plugin.hcl"), manifest+"\n")
	target, err := filepath.Abs(filepath.Join(repository, sdk))
	if err != nil {
		d.t.Fatal(err)
	}
	if err := os.Symlink(target, d.file(filepath.Join(folder, filepath.Base(sdk)))); err != nil {
		d.t.Fatal(err)
	}
}
