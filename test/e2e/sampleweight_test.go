package e2e

import (
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// heavy is an experiment with weights, in which a learner is tuned by a weighted metric.
const heavy = `
experiment "heavy" {}
dataset "heavy" {
  file    = "heavy.csv"
  target  = "class"
  weights = "weight"
}
learner "tree" "tree" { max_depth = 2 }
learner "tree" "tuned" {
  tune {
    max_depth = [1, 2, 3]
    metric    = metric.weighted
  }
}
learner "tree" "alike" {
  tune {
    max_depth = [1, 2, 3]
    metric    = metric.plain
  }
}
reduction "direct" "direct" {}
validation { folds = 4 }
metric "accuracy" "plain" {}
metric "accuracy" "weighted" { sample_weight = true }
metric "accuracy" "pooled" {
  sample_weight = true
  over          = "pooled"
}
metric "confusion" { sample_weight = true }
`

// weightOf is the weight of a row of heavy.csv.
func weightOf(row int) float64 { return float64(1+row*row%5) / 2 }

// Weighted metrics are those of predictions and weights. They are computed again without
// the data, and one that is added trains nothing.
func TestSampleWeights(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	var data strings.Builder
	data.WriteString("x,y,weight,class\n")
	for i := range 80 {
		fmt.Fprintf(&data, "%d,%d,%v,k%d\n", i%3*4+i*i%7, i*i%11-i%3*2, weightOf(i), i%3)
	}
	d.write("heavy.csv", data.String())
	d.write("heavy.hcl", must.Replace(heavy, `metric "confusion" { sample_weight = true }`, ""))
	d.must(0, "run", "heavy.hcl", "-workers", "1")
	type sums struct{ right, all float64 }
	of := map[string]*sums{} // of a learner and a fold, or of a learner
	for _, row := range readCSV(t, d.must(0, "export", "predictions", "results/heavy").stdout) {
		i, err := strconv.Atoi(row["row"])
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{row["learner"], row["learner"] + row["fold"]} {
			if of[key] == nil {
				of[key] = &sums{}
			}
			if of[key].all += weightOf(i); row["truth"] == row["prediction"] {
				of[key].right += weightOf(i)
			}
		}
	}
	values := map[string]float64{}
	for _, row := range readCSV(t, d.read("results/heavy/scores.csv")) {
		key := row["learner"] + row["fold"]
		values[row["metric"]+key] = number(t, row["value"])
		switch row["metric"] {
		case "pooled":
			key = row["learner"]
		case "plain":
			continue
		}
		if want := of[key].right / of[key].all; math.Abs(number(t, row["value"])-want) > 1e-15 {
			t.Errorf("%s of %s in fold %s is %s, want %v", row["metric"], row["learner"], row["fold"], row["value"], want)
		}
	}
	if values["plaintree0"] == values["weightedtree0"] || len(values) != 36 {
		t.Errorf("weights change nothing: %v", values)
	}
	means := map[string][]string{} // over inner folds
	for _, row := range readCSV(t, d.read("results/heavy/candidates.csv")) {
		means[row["learner"]] = append(means[row["learner"]], row["mean"])
	}
	if len(means["tuned"]) != 12 || slices.Equal(means["tuned"], means["alike"]) {
		t.Errorf("tuning knows no weights: %v", means)
	}
	if err := os.Remove(d.file("results/heavy/scores.csv")); err != nil {
		t.Fatal(err)
	}
	d.write("heavy.hcl", heavy)
	contains(t, "stderr", d.must(0, "run", "heavy.hcl").stderr, "12 of 12 cells have results already")
	scores, table := d.read("results/heavy/scores.csv"), d.read("results/heavy/tables/confusion_sample_weight_true.csv")
	sum := 0.0
	for _, row := range readCSV(t, table) {
		if row["learner"] == "tree" {
			sum += number(t, row["count"])
		}
	}
	if sum != of["tree"].all {
		t.Errorf("the confusion table has the weight %v, want %v", sum, of["tree"].all)
	}
	if err := os.Remove(d.file("heavy.csv")); err != nil {
		t.Fatal(err)
	}
	d.must(0, "report", "results/heavy")
	if d.read("results/heavy/scores.csv") != scores {
		t.Error("without the data scores are others")
	}
	contains(t, "the table", d.read("results/heavy/tables/confusion_sample_weight_true.md"), "Sums of the weights of rows")
}
