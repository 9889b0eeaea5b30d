package e2e

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// columned is a small experiment with two learners of log-odds, one of them by
// calibration, and a code whose scores are kept.
const columned = `
experiment "columns" { keep_scores = true }
dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 160
  spread   = 3
  features = 3
  seed     = 1
}
learner "lda" "lda" {}
learner "kernel_svm" "svm" { calibrate = "sigmoid" }
reduction "ecoc" "code" {
  matrix   = [[1, 1, 1, 0], [-1, 1, -1, 1], [1, -1, -1, -1], [-1, -1, 1, 0]]
  decoding = "loss_based"
  loss     = "logistic"
}
validation { folds = 3 }
metric "accuracy" {}
grid "g" { learners = [learner.lda] }
`

// codeOfColumned has the signs of the code by class, and who trains its columns in mixed.
var codeOfColumned = [4]string{"+++0", "-+-+", "+---", "--+0"}

// mirrored is a problem with its sides swapped.
func mirrored(problem string) string {
	return strings.Map(func(sign rune) rune {
		switch sign {
		case '+':
			return '-'
		case '-':
			return '+'
		}
		return sign
	}, problem)
}

// binaryScores are the scores that "export scores -binary" prints, by learner, fold, row
// and problem.
func (d *dir) binaryScores(results string) map[string]float64 {
	d.t.Helper()
	d.write(results+".csv", d.must(0, "export", "scores", results, "-binary").stdout)
	scores := map[string]float64{}
	for _, l := range d.table(results + ".csv") {
		scores[fmt.Sprint(l["learner"], l["fold"], " ", l["row"], l["problem"])] = toFloat(d.t, l["score"])
	}
	return scores
}

// Columns by another learner decode as those of two runs, one a learner, put side by side.
func TestColumnsAreThoseOfTwoRuns(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("lda.hcl", columned)
	d.write("svm.hcl", must.Replace(columned, "[learner.lda]", "[learner.svm]"))
	d.write("mixed.hcl", must.Replace(columned, "  decoding =", "  learners = { \"0,1|2,3\" = learner.svm, \"1|2\" = learner.svm }\n  decoding ="))
	scores := map[string]float64{}
	for _, of := range []string{"lda", "svm", "mixed"} {
		d.must(0, "run", of+".hcl", "-out", of)
		for at, score := range d.binaryScores(of) {
			if before, known := scores[at]; known && before != score {
				t.Errorf("%s: another score of %s: %v, not %v", of, at, score, before)
			}
			scores[at] = score
		}
	}
	differ := 0
	alone := d.table("lda/predictions.csv.gz")
	for i, l := range d.table("mixed/predictions.csv.gz") {
		best, least := -1, math.Inf(1)
		for class := range codeOfColumned {
			loss := 0.0
			for column, by := range []string{"lda", "svm", "lda", "svm"} {
				problem := ""
				for _, signs := range codeOfColumned {
					problem += signs[column : column+1]
				}
				sign := map[byte]float64{'+': 1, '-': -1}[problem[class]]
				score, known := scores[fmt.Sprint(by, l["fold"], " ", l["row"], problem)]
				if !known {
					score, known = scores[fmt.Sprint(by, l["fold"], " ", l["row"], mirrored(problem))]
					score = -score
				}
				if !known {
					t.Fatalf("no score of %s for %s in fold %s, row %s", by, problem, l["fold"], l["row"])
				}
				loss += math.Log1p(math.Exp(-sign * score))
			}
			if loss < least {
				best, least = class, loss
			}
		}
		if l["prediction"] != fmt.Sprint(best) {
			t.Errorf("fold %s, row %s: %s is predicted, not %d", l["fold"], l["row"], l["prediction"], best)
		}
		if alone[i]["predicted"] != l["prediction"] {
			differ++
		}
	}
	if differ == 0 {
		t.Error("the columns make no difference")
	}
	for column, by := range []string{"lda", "svm", "lda", "svm"} {
		if n := len(d.table("mixed/binary.csv").with("column", fmt.Sprint(column), "trained_by", by)); n != 3 {
			t.Errorf("%d lines of column %d by %s", n, column, by)
		}
	}
}

// What is added to an experiment finds what is kept of columns, and results that are
// there; who trains the columns is part of a cell's key.
func TestColumnsAreKept(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	mixed := must.Replace(columned, "  decoding =", "  learners = { \"0,1|2,3\" = learner.svm }\n  decoding =")
	d.write("e.hcl", mixed)
	d.must(0, "run", "e.hcl", "-out", "out")
	cells := d.journal("out", "result")
	d.must(0, "run", "e.hcl", "-out", "out")
	if n := d.journal("out", "result"); n != cells {
		t.Errorf("%d results after %d: the same cells run again", n, cells)
	}
	d.write("e.hcl", must.Replace(mixed, `kernel_svm" "svm" { calibrate = "sigmoid" }`, "kernel_svm\" \"svm\" {\n  calibrate = \"sigmoid\"\n  C = 2\n}"))
	contains(t, "plan of another learner", d.must(0, "plan", "e.hcl", "-out", "out").stdout,
		"3 of 3 cells changed", "learners.0,1|2,3 of reduction code: C 1 → 2", "those of 9 fits are there already")
	d.write("e.hcl", must.Replace(mixed, "[learner.lda]", "[learner.lda, learner.svm]")+`
reduction "ecoc" "plain" { matrix = [[1, 1, 1, 0], [-1, 1, -1, 1], [1, -1, -1, -1], [-1, -1, 1, 0]] }
`)
	// Of lda the second column, of svm all but the second: each learner's problem is one.
	contains(t, "plan with all", d.must(0, "plan", "e.hcl", "-out", "out").stdout,
		`columns of code on blobs: 0,1|2,3 (++--) by svm`, "those of 12 fits are there already, 39 fits are to be trained")
	d.must(0, "run", "e.hcl", "-out", "out")
	d.must(0, "run", "e.hcl", "-out", "fresh")
	same(t, "added later", d.promised("out"), d.promised("fresh"))
}

// Mistakes say where and what to do.
func TestMistakesInColumns(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for learners, want := range map[string][2]string{
		`{ "0,1|2" = learner.svm }`:                         {`There is no column "0,1|2" (dataset "blobs")`, "16"}, // the name
		`{ "0" = learner.svm }`:                             {`There is no column "0" (dataset "blobs")`, "16"},
		`{ "+-+-" = learner.vsm }`:                          {`There is no learner "vsm"`, "25"}, // the reference
		`{ "+-+-" = learner.svm, "0,2|1,3" = learner.svm }`: {`"0,2|1,3" is the column of "+-+-"`, "38"},
	} {
		d.write("e.hcl", must.Replace(columned, "  decoding =", "  learners = "+learners+"\n  decoding ="))
		got := d.must(2, "validate", "e.hcl")
		contains(t, learners, got.stderr, want[0], "e.hcl:15:"+want[1]+"\n")
	}
	d.write("e.hcl", must.Replace(must.Replace(columned, "  decoding =", "  learners = { \"+-+-\" = learner.svm }\n  decoding ="),
		`{ calibrate = "sigmoid" }`, "{}"))
	contains(t, "mixed", strings.Join(strings.Fields(d.must(2, "validate", "e.hcl").stderr), " "),
		`compares the sizes of scores`, `margins of learner "svm" and log-odds of learner "lda"`, `calibrate = "sigmoid"`)
}
