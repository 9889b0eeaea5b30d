package e2e

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// apart is an experiment of two datasets, of which the second is divided in its own way.
const apart = `
experiment "apart" { seed = 5 }
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "segment" {
  file      = "data/segment-challenge.arff.gz"
  test_file = "data/segment-test.arff.gz"
  rows      = 300
  validation { method = "predefined" }
}
validation { folds = 3 }
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
metric "accuracy" {}
table "t" {
  rows     = ["dataset"]
  columns  = ["reduction"]
  metric   = metric.accuracy
  baseline = "ova"
}
comparison "c" {
  metric = metric.accuracy
  test   = ["corrected_t", "five_by_two", "mcnemar"]
}
`

// A set with its official split stands beside one of three folds in one table. Its cells
// are those of an experiment whose own validation block says the same: with that, nothing
// is left to run.
func TestValidationOfADataset(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("apart.hcl", apart)
	plan := d.must(0, "plan", "apart.hcl").stdout
	contains(t, "plan", plan, "  its own validation: predefined", "8 cells, 0 with results already")
	d.must(0, "run", "apart.hcl", "-out", "r", "-workers", "1")

	text := d.read("r/tables/t.md")
	contains(t, "table", text, "Datasets are divided in different ways, all repeats counted: 1 fold (segment), 3 folds (glass).",
		"Entries that share fewer than three folds with the baseline are not tested.")
	compared := d.read("r/tables/c.md")
	contains(t, "comparison", compared, "Tests over folds leave out \"segment\": they need at least three folds",
		"five_by_two does not apply")
	for _, line := range strings.Split(d.read("r/comparisons.csv"), "\n") {
		if strings.HasPrefix(line, "c,corrected_t,segment") || strings.HasPrefix(line, "c,five_by_two,") {
			t.Errorf("tested: %s", line)
		}
	}
	contains(t, "comparisons", d.read("r/comparisons.csv"), "c,corrected_t,glass,", "c,mcnemar,segment,")
	contains(t, "report", d.read("r/report.html"), "evaluated by 3-fold stratified cross-validation (glass), and by "+
		"the division into training and test rows that comes with each dataset (segment)")
	contains(t, "manifest", d.read("r/manifest.json"), `"type": "predefined"`)

	// The same from the other side: each alone, by a block of the file.
	start, end := strings.Index(apart, "dataset \"glass\""), strings.Index(apart, "dataset \"segment\"")
	segment := must.Replace(must.Replace(apart[:start]+apart[end:], "  validation { method = \"predefined\" }\n", ""),
		"validation { folds = 3 }", "validation { method = \"predefined\" }")
	d.write("segment.hcl", segment)
	contains(t, "stderr", d.must(0, "run", "segment.hcl", "-out", "r").stderr, "2 of 2 cells have results already")

	// Parts of both merge to the whole.
	d.must(0, "run", "segment.hcl", "-out", "part")
	d.write("glass.hcl", apart[:end]+apart[strings.Index(apart, "validation { folds"):])
	d.must(0, "run", "glass.hcl", "-out", "rest")
	contains(t, "merge", d.must(0, "merge", "part", "rest", "-out", "both").stdout+d.read("both/scores.csv"), "glass,", "segment,")
}

// halves is an experiment whose folds another can take from a split file.
const halves = `
experiment "halves" { seed = 5 }
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
learner "svm" "svm" {}
learner "perceptron" "p" {}
reduction "one_vs_one" "ovo" {}
metric "accuracy" {}
`

// given is halves with the folds of a split file.
func given(file string) string {
	return must.Replace(halves, "\"Type\"\n", "\"Type\"\n  split_file = \""+file+"\"\n") + "validation { method = \"predefined\" }\n"
}

// Folds that are written to a split file and read again give the same scores and
// predictions to the byte, drawn rows too; and nothing is left to run.
func TestSplitFile(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for name, validation := range map[string]string{
		"folds":     "validation {\n  folds = 3\n  repeats = 2\n}\n",
		"bootstrap": "validation {\n  method = \"bootstrap\"\n  repeats = 2\n}\n",
	} {
		d.write(name+".hcl", halves+validation)
		d.write(name+"_given.hcl", given(name+".csv"))
		d.must(0, "run", name+".hcl", "-out", name, "-workers", "1")
		d.must(0, "export", "folds", name+".hcl", "-out", name+".csv")
		d.must(0, "run", name+"_given.hcl", "-out", name+"_given", "-workers", "2")
		for _, file := range []string{"scores.csv", "predictions.csv.gz"} {
			if d.read(name+"/"+file) != d.read(name+"_given/"+file) {
				t.Errorf("%s: the given folds have another %s", name, file)
			}
		}
		contains(t, "stderr", d.must(0, "run", name+"_given.hcl", "-out", name+"_given").stderr, "have results already")
	}
	contains(t, "report", d.read("folds_given/report.html"), "by the folds of a split file, repeated 2 times")

	// Another split file is another validation, of which plan says so.
	d.write("folds.csv", must.Replace(d.read("folds.csv"), "\n0,0,0,", "\n0,0,0,ignore\n0,9,0,")+"1,9,0,test\n2,9,0,train\n100,9,0,train\n")
	contains(t, "plan", d.must(0, "plan", "folds_given.hcl", "-out", "folds_given").stdout, "validation: splits ")
}

// A fold that trains on some of the rows that others test is what it is alone.
func TestFoldsThatStandApart(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	rolling, alone := "row,fold,part\n", "row,part\n"
	for f := range 3 {
		for row := range 214 { // glass is sorted by class
			part := "train"
			if row%5 == f {
				part = "test"
			} else if row%5 > f+2 {
				continue
			}
			rolling += fmt.Sprintf("%d,%d,%s\n", row, f, part)
			if f == 0 {
				alone += fmt.Sprintf("%d,%s\n", row, part)
			}
		}
	}
	d.write("rolling.csv", rolling)
	d.write("alone.csv", alone)
	d.write("rolling.hcl", given("rolling.csv"))
	d.write("alone.hcl", given("alone.csv"))
	d.must(0, "run", "rolling.hcl", "-out", "rolling", "-workers", "2")
	d.must(0, "run", "alone.hcl", "-out", "alone", "-workers", "1")
	of := func(folder string) (first []string) {
		for _, r := range records(t, d.read(folder+"/scores.csv"))[1:] {
			if r[5] == "0" {
				first = append(first, strings.Join(r, ","))
			}
		}
		return first
	}
	if got, want := of("rolling"), of("alone"); len(got) != 2 || !slices.Equal(got, want) {
		t.Errorf("fold 0 has %q, alone %q", got, want)
	}
	cells := records(t, d.read("rolling/cells.csv"))
	train, test := slices.Index(cells[0], "train_rows"), slices.Index(cells[0], "test_rows")
	for f, want := range [][]string{{"86", "43"}, {"129", "43"}, {"171", "43"}} {
		if got := []string{cells[1+f][train], cells[1+f][test]}; !slices.Equal(got, want) {
			t.Errorf("fold %d trains on and tests %v rows, want %v", f, got, want)
		}
	}
}

// Mistakes of a split file are told before anything runs, with line and attribute.
func TestSplitFileMistakes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("f.hcl", given("splits.csv"))
	for text, want := range map[string]string{
		"row,part\n0,train\n214,test\n":          "splits.csv:3: there is no row 214: rows are numbered from 0, those of the dataset to 213",
		"row,part\n0,train\n200,train\n":         "splits.csv:2: fold 0, which begins here, tests no row",
		"row,part\n0,train\n1,train\n200,test\n": "rows of class \"1\" only",
	} {
		d.write("splits.csv", text)
		got := d.must(2, "validate", "f.hcl").stderr
		contains(t, "stderr", strings.Join(strings.Fields(got), " "), want)
	}
	d.write("f.hcl", must.Replace(given("none.csv"), "split_file =", "test_rows = 10\n  split_file ="))
	got := d.must(2, "validate", "f.hcl").stderr
	contains(t, "stderr", got, "dataset has both test_rows and split_file")
}

// Classes that rare leaves out or joins are so in every design: no fold trains on or tests
// the rows of those that are left out, also where a split file names them.
func TestRareInEveryDesign(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("whole.hcl", halves+"validation { folds = 3 }\n")
	d.must(0, "export", "folds", "whole.hcl", "-out", "folds.csv")
	text := "experiment \"rare\" {}\nlearner \"lda\" \"lda\" {}\nreduction \"one_vs_one\" \"ovo\" {}\nmetric \"accuracy\" {}\n"
	designs := []string{"stratified_kfold", "kfold", "iterative_stratification", "holdout", "bootstrap", "leave_one_out", "predefined"}
	for _, as := range []string{"drop", "other"} {
		for _, method := range designs {
			text += fmt.Sprintf("dataset %q {\n  file = \"data/glass.csv\"\n  target = \"Type\"\n  rare = { below = 14, as = %q }\n",
				method+" "+as, as)
			switch method {
			case "predefined":
				text += "  split_file = \"folds.csv\"\n  validation {\n    train_sizes = [0.5, 1]\n    method = \"predefined\"\n  }\n}\n"
			case "bootstrap":
				text += "  validation {\n    method = \"bootstrap\"\n    repeats = 2\n  }\n}\n"
			default:
				text += fmt.Sprintf("  validation { method = %q }\n}\n", method)
			}
		}
	}
	d.write("rare.hcl", text)
	d.must(0, "run", "rare.hcl", "-out", "r", "-workers", "2")
	list := records(t, d.read("r/cells.csv"))
	column := func(name string) int { return slices.Index(list[0], name) }
	rows := map[string]bool{} // training and test rows of a dataset's cells
	for _, r := range list[1:] {
		if r[column("status")] != "ok" {
			t.Errorf("%v", r)
		}
		train, _ := strconv.Atoi(r[column("train_rows")])
		test, _ := strconv.Atoi(r[column("test_rows")])
		rows[fmt.Sprintf("%s: %d", r[0], train+test)] = true
	}
	for _, method := range designs {
		if method == "bootstrap" {
			continue // trains on rows that were drawn twice
		}
		for as, n := range map[string]int{"drop": 192, "other": 214} {
			if want := fmt.Sprintf("%s %s: %d", method, as, n); !rows[want] {
				t.Errorf("no cells of %s", want)
			}
			for _, wrong := range []int{192, 214} {
				if n != wrong && rows[fmt.Sprintf("%s %s: %d", method, as, wrong)] {
					t.Errorf("%s as %s uses %d rows", method, as, wrong)
				}
			}
		}
	}
}
