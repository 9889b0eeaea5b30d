package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// dealt is an experiment that is divided as its last line says.
const dealt = `
bench {
  required_plugins {
    faulty = {
      source       = "./plugins/faulty"
      plan_timeout = "5s"
    }
  }
}
experiment "e" { seed = 5 }
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
learner "lda" "lda" {}
learner "perceptron" "p" {}
reduction "one_vs_one" "ovo" {}
metric "accuracy" {}
validation { method = "v_sound" }
`

// by is dealt with another validation block.
func by(block string) string {
	return must.Replace(dealt, `{ method = "v_sound" }`, "{\n  "+block+"\n}")
}

// A splitter that deals rows as kfold does gives kfold's scores and predictions to the
// byte. Its folds are those of a split file that says the same: nothing is left to run.
func TestSplitter(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("own.hcl", by(`method = "kfold"
  folds = 4`))
	d.write("theirs.hcl", by(`method = "v_sound"
  folds = 4`))
	d.must(0, "run", "own.hcl", "-out", "own", "-workers", "2")
	plan := d.must(0, "plan", "theirs.hcl")
	contains(t, "plan", plan.stdout,
		"  divided by v_sound of plugin faulty: 4 folds in 1 repeat, trained on 160 to 161 and tested on 53 to 54 rows",
		"8 cells, 0 with results already")
	contains(t, "plan -json", d.must(0, "plan", "theirs.hcl", "-json").stdout, `"type": "v_sound"`, `"folds": 4`)
	d.must(0, "run", "theirs.hcl", "-out", "theirs", "-workers", "1")
	for _, file := range []string{"scores.csv", "predictions.csv.gz"} {
		if d.read("own/"+file) != d.read("theirs/"+file) {
			t.Errorf("the splitter has another %s than kfold", file)
		}
	}
	contains(t, "report", d.read("theirs/report.html"), "by the folds of v_sound of plugin faulty, folds = 4;")
	contains(t, "manifest", d.read("theirs/manifest.json"), `"name": "faulty"`)
	contains(t, "stderr", d.must(0, "run", "theirs.hcl", "-out", "theirs").stderr, "8 of 8 cells have results already")

	d.must(0, "export", "folds", "theirs.hcl", "-out", "folds.csv")
	d.write("given.hcl", must.Replace(by(`method = "predefined"`), "\"Type\"\n", "\"Type\"\n  split_file = \"folds.csv\"\n"))
	contains(t, "stderr", d.must(0, "run", "given.hcl", "-out", "theirs").stderr, "8 of 8 cells have results already")

	// Other folds are other cells; parts of the training rows are those of every method.
	d.write("more.hcl", by(`method = "v_sound"
  folds = 5`))
	contains(t, "plan", d.must(0, "plan", "more.hcl", "-out", "theirs").stdout, "10 cells, 0 with results already")
	d.write("parts.hcl", by(`method = "v_sound"
  folds = 4
  train_sizes = [0.5, 1]`))
	d.write("parts_own.hcl", by(`method = "kfold"
  folds = 4
  train_sizes = [0.5, 1]`))
	contains(t, "stderr", d.must(0, "run", "parts.hcl", "-out", "theirs").stderr, "8 of 16 cells have results already")
	d.must(0, "run", "parts_own.hcl", "-out", "own")
	if d.read("own/curves.csv") != d.read("theirs/curves.csv") {
		t.Error("the splitter has another curve than kfold")
	}
}

// A dataset may be divided by a splitter of its own, which sees its groups: leaving one
// out is what group_kfold does with as many folds as there are groups.
func TestSplitterOfADataset(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	grouped := must.Replace(dealt, "  file   = \"data/glass.csv\"\n  target = \"Type\"\n",
		"  file   = \"data/penguins.csv\"\n  target = \"species\"\n  group  = \"island\"\n  validation { method = \"v_leave_group\" }\n")
	grouped = must.Replace(grouped, `validation { method = "v_sound" }`, "")
	d.write("theirs.hcl", grouped)
	d.write("own.hcl", must.Replace(grouped, `{ method = "v_leave_group" }`, "{\n    method = \"group_kfold\"\n    folds = 3\n  }"))
	var of [2][]string
	for i, name := range []string{"own", "theirs"} {
		d.must(0, "run", name+".hcl", "-out", name)
		for _, r := range readCSV(t, d.read(name+"/scores.csv")) {
			of[i] = append(of[i], r["learner"]+" "+r["value"])
		}
		slices.Sort(of[i])
	}
	if len(of[0]) != 6 || !slices.Equal(of[0], of[1]) {
		t.Errorf("group_kfold has %q, the splitter %q", of[0], of[1])
	}
	contains(t, "plan", d.must(0, "plan", "theirs.hcl").stdout, "  its own validation: v_leave_group")
	d.write("none.hcl", must.Replace(grouped, "  group  = \"island\"\n", ""))
	contains(t, "stderr", strings.Join(strings.Fields(d.must(2, "validate", "none.hcl").stderr), " "),
		`Splitter "v_leave_group" needs groups (dataset "glass")`, "none.hcl:14:25", "^", `group = "…"`)
}

// What a splitter does wrong is told before anything runs, with the plugin and the block.
func TestFaultySplitters(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for block, want := range map[string][]string{
		`method = "v_crashing"`:                            {"The rows cannot be divided", `Splitter "v_crashing" of plugin faulty`, "no folds for you"},
		`method = "v_panicking"`:                           {"panic: ", "index out of range"},
		`method = "v_outside"`:                             {"fold 1 of repeat 0 has the row 214, which is not in 0 to 213"},
		`method = "v_overlapping"`:                         {"fold 0 of repeat 0 tests row 2 and trains on it"},
		`method = "v_twice"`:                               {"fold 0 of repeat 0 tests row 1 twice"},
		`method = "v_untested"`:                            {"fold 1 of repeat 0 tests no row"},
		`method = "v_untrained"`:                           {"fold 0 of repeat 0 trains on no row"},
		`method = "v_idle"`:                                {"repeat 0 has no folds"},
		`method = "v_fickle"`:                              {"it gave other folds when it was asked the same again"},
		`method = "v_single"`:                              {`rows of class "1" only`, `Correct splitter "v_single" of plugin faulty`},
		"method = \"v_sound\"\n  folds = 300":              {"Not with me", "There are 214 rows.", ":21:11"},
		"method = \"v_sound\"\n  folds = 1":                {"folds = 1", "at least 2"},
		"method = \"v_sound\"\n  fold = 3":                 {`Unknown attribute "fold"`, `Did you mean "folds"?`},
		"method = \"v_sound\"\n  train_sizes = [0.5, 0.5]": {"A size is there twice", ":21:23"},
		`method = "v_soond"`:                               {`There is no validation type "v_soond"`, `Did you mean "v_sound"?`},
	} {
		d.write("bad.hcl", by(block))
		o := d.must(2, "validate", "bad.hcl")
		contains(t, block, strings.Join(strings.Fields(o.stderr), " "), append(want, "^", "nothing was run")...)
	}
	d.write("bad.hcl", must.Replace(by(`method = "v_hanging"`), "5s", "200ms"))
	contains(t, "v_hanging", d.must(2, "validate", "bad.hcl").stderr, "no answer within 200ms, its plan_timeout")
}

// onSlurm hands an experiment over to a Slurm that takes every job and starts none. It
// returns the folder of the job.
func (d *dir) onSlurm(file string) string {
	d.t.Helper()
	for _, program := range []string{"sbatch", "squeue", "scancel", "sinfo"} {
		d.executable("slurm/"+program, "#!/bin/sh\n"+map[string]string{"sbatch": "cat >/dev/null\necho 17\n"}[program])
	}
	d.env = append(d.env, "PATH="+d.file("slurm")+":"+os.Getenv("PATH"))
	d.must(0, "submit", file, "-out", "submitted")
	jobs, err := filepath.Glob(d.file("shared/jobs/*"))
	if err != nil || len(jobs) != 1 {
		d.t.Fatal(jobs, err)
	}
	return "shared/jobs/" + filepath.Base(jobs[0])
}

// Folds that a splitter names anew each time are other folds: nodes of a cluster do nothing
// with them, results of earlier ones do not count, and folders are not merged.
func TestRestlessSplitter(t *testing.T) {
	t.Parallel()
	for method, want := range map[string]struct{ status, results int }{"v_sound": {0, 6}, "v_restless": {65, 0}} {
		d := newDir(t)
		d.write("e.hcl", by(`method = "`+method+`"`)+`
executor "slurm" {
  shared_dir = "shared"
  local_dir  = "`+d.file("node")+`"
}
`)
		job := d.onSlurm("e.hcl")
		o := d.must(want.status, "slot", job, "-attempt", "w1.default.0.17.0")
		if got := d.journal(job, "result"); got != want.results {
			t.Errorf("%s: a slot has %d results, want %d", method, got, want.results)
		}
		if want.status == 0 {
			continue
		}
		why := `splitter "v_restless" of plugin faulty names other folds of dataset "glass" than for the job: it must be a ` +
			"function of rows and seed"
		contains(t, "slot", o.stderr, why)
		contains(t, "refusal", d.read(job+"/refused/w1.default.0.17.0"), why)

		for _, out := range []string{"a", "b"} {
			d.must(0, "run", "e.hcl", "-executor", "local", "-out", out)
		}
		contains(t, "merge", d.must(2, "merge", "-out", "c", "a", "b").stderr,
			"the validation of dataset glass is not the same in a and b: splits ", " → ", "…; only parts of one experiment")
		contains(t, "plan", d.must(0, "plan", "e.hcl", "-out", "a").stdout, "6 cells, 0 with results already",
			"6 cells: validation: splits ")
	}
}
