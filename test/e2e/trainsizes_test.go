package e2e

import (
	"encoding/csv"
	"fmt"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// few is an experiment whose folds can train on parts of their rows.
const few = `
experiment "few" { seed = 11 }
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
learner "logreg" "lr" {}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation { folds = 3 }
metric "accuracy" {}
metric "f1" { average = "none" }
`

// sized is few on parts of the training rows too.
func sized(sizes string) string {
	return must.Replace(few, "validation { folds = 3 }", "validation {\n  folds       = 3\n  train_sizes = "+sizes+"\n}")
}

// records reads a CSV.
func records(t *testing.T, text string) [][]string {
	t.Helper()
	list, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// Size 1 is the experiment without sizes: its results count, and its rows come first and
// are the same. Sizes that are added later train only what is new. Any number of workers
// gives the same bytes.
func TestTrainSizes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("few.hcl", few)
	d.write("two.hcl", sized("[0.5, 1]"))
	d.write("three.hcl", sized("[1, 0.2, 0.5]"))
	d.must(0, "run", "few.hcl", "-out", "r", "-workers", "1")
	plain := d.promised("r")
	if !strings.HasPrefix(d.read("r/scores.csv"), "dataset,encoder,learner,reduction,repeat,fold,metric,value,status\n") {
		t.Error("scores.csv has other columns")
	}
	for i, file := range []string{"two.hcl", "three.hcl"} {
		contains(t, "stderr", d.must(0, "run", file, "-out", "r", "-workers", "1").stderr,
			fmt.Sprintf("%d of %d cells have results already", 12*(i+1), 12*(i+2)))
	}
	added := d.promised("r")
	for name, content := range plain {
		got := added[name]
		if strings.HasSuffix(name, ".csv") && !strings.HasPrefix(name, "tables/") {
			got = got[:min(len(got), len(content))]
		}
		if got != content {
			t.Errorf("with sizes %s differs", name)
		}
	}
	d.must(0, "run", "three.hcl", "-out", "whole", "-workers", "3")
	whole := d.promised("whole")
	same(t, "sizes one after the other", added, whole)
	if d.read("whole/curves.csv") != d.read("r/curves.csv") {
		t.Error("curves.csv differs")
	}
	head := "dataset,encoder,learner,reduction,metric,train_size,train_rows,mean,sd,n\n" +
		"glass,one_hot,lr,ova,accuracy,0.2,28,"
	if got := d.read("r/curves.csv"); !strings.HasPrefix(got, head) {
		t.Errorf("curves.csv begins %.200s", got)
	}
	if got := d.must(0, "export", "curves", "r").stdout; got != d.read("r/curves.csv") {
		t.Errorf("bench export curves gives %.200s", got)
	}
	contains(t, "variants", d.read("r/variants.csv"), "validation,glass[train_size=0.2],train_size,0.2\n",
		"validation,glass,train_size,1\n")
	contains(t, "page", d.read("r/report.html"), `id="curves"`, "glass: accuracy by training rows")

	d.must(0, "run", "few.hcl", "-out", "r")
	same(t, "without sizes again", d.promised("r"), plain)
	if _, err := os.Stat(d.file("r/curves.csv")); err == nil {
		t.Error("curves.csv is still there")
	}
}

// Sizes that were trained apart are, merged, those of one run, and compared cell by cell.
func TestMergedTrainSizes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for name, sizes := range map[string]string{"small": "[0.2]", "large": "[0.5, 1]", "all": "[0.2, 0.5, 1]"} {
		d.write(name+".hcl", sized(sizes))
		d.must(0, "run", name+".hcl", "-out", name)
	}
	d.must(0, "merge", "-out", "merged", "small", "large")
	sorted := func(file string) []string {
		return slices.Sorted(strings.SplitSeq(d.read(file), "\n"))
	}
	if !slices.Equal(sorted("merged/scores.csv"), sorted("all/scores.csv")) {
		t.Error("merged scores differ")
	}
	contains(t, "manifest", d.read("merged/manifest.json"), "train_sizes")
	contains(t, "stderr", d.must(0, "run", "all.hcl", "-out", "merged").stderr, "36 of 36 cells have results already")
	same(t, "merged", d.promised("merged"), d.promised("all"))
	contains(t, "diff", d.must(0, "diff", "small", "all").stdout, "all with identical scores")
}

// A run that was killed among its sizes goes on where it was.
func TestKilledAmongTrainSizes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("slow.hcl", must.Replace(slow, "validation { folds = 5 }",
		"validation {\n  folds       = 3\n  train_sizes = [0.4, 1]\n}"))
	run := func(out string) []string {
		return []string{"run", "slow.hcl", "-workers", "2", "-var", "seconds=0.02", "-out", out}
	}
	d.must(0, run("whole")...)
	r := d.start(run("killed")...)
	d.until("killed", "result", 22) // of 36, of which 18 are whole folds
	r.signal(syscall.SIGKILL)
	r.wait()
	d.must(0, run("killed")...)
	same(t, "killed", d.promised("killed"), d.promised("whole"))
}

// A fold on a part of its training rows is what a file of these rows gives, with the rows
// of the fold as its test part.
func TestPartIsAFileOfItsRows(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	const head = `
experiment "part" { seed = 4 }
learner "logreg" "lr" {}
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
metric "accuracy" {}
metric "f1" {}
`
	d.write("sized.hcl", `
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
validation {
  folds       = 3
  train_sizes = [0.3]
}
`+head)
	d.write("file.hcl", `
dataset "glass" {
  file   = "part.csv"
  target = "Type"
  split  = "split"
}
validation { method = "predefined" }
`+head)
	part := map[string]string{}
	exported := d.must(0, "export", "features", "sized.hcl", "-fold", "1", "-train-size", "0.3").stdout
	for i, row := range records(t, exported) {
		if i > 0 {
			part[row[0]] = row[1]
		}
	}
	var out strings.Builder
	w := csv.NewWriter(&out)
	trained := 0
	for i, row := range records(t, d.read("data/glass.csv")) {
		switch in := part[fmt.Sprint(i-1)]; {
		case i == 0:
			in = "split"
			fallthrough
		case in != "":
			if in == "train" {
				trained++
			}
			_ = w.Write(append(row, in)) // to memory
		}
	}
	w.Flush()
	d.write("part.csv", out.String())
	d.must(0, "run", "sized.hcl", "-out", "sized")
	d.must(0, "run", "file.hcl", "-out", "file")
	var want []string
	for _, row := range records(t, d.read("sized/scores.csv"))[1:] {
		if row[5] == "1" {
			want = append(want, strings.Join(append(row[2:4], row[6:]...), ","))
		}
	}
	var got []string
	for _, row := range records(t, d.read("file/scores.csv"))[1:] {
		got = append(got, strings.Join(append(row[2:4], row[6:]...), ","))
	}
	if len(want) != 8 || trained < 40 || !slices.Equal(got, want) {
		t.Errorf("%d rows train\n got %v\nwant %v", trained, got, want)
	}
}

// What cannot be is said with its place before anything trains.
func TestBadTrainSizes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for _, test := range []struct{ validation, want string }{
		{"folds = 5\n train_sizes = [0.5, 1.5]", "1.5"},
		{"folds = 5\n train_sizes = [0.5, 100]", "100"},
		{"folds = 5\n train_sizes = [0, 1]", "0"},
		{"folds = 5\n train_sizes = [0.5, 0.5]", "twice"},
		{"folds = 5\n train_sizes = [1, 0.002]", "Size leaves too little to learn from"},
		{"method = \"bootstrap\"\n train_sizes = [0.5]", "train_sizes"},
	} {
		d.write("bad.hcl", must.Replace(few, "validation { folds = 3 }", "validation {\n "+test.validation+"\n}"))
		o := d.must(2, "validate", "bad.hcl")
		contains(t, test.validation, o.stderr, test.want, "^")
	}
}
