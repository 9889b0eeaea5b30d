package e2e

import (
	"compress/gzip"
	"encoding/csv"
	"fmt"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/results/plan"
)

// The experiment of TestTunedAndCalibrated: seed 7, 3 outer and 3 inner folds.
const outerExperiment = `
experiment "outer" { seed = 7 }
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
learner "logreg" "tuned" {
  tune { C = [0.1, 10, 1000] }
}
learner "logreg" "plain" {}
learner "logreg" "calibrated" { calibrate = "sigmoid" }
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation { folds = 3 }
`

// lines are the rows of a table of results, by column.
type lines []map[string]string

func (d *dir) table(name string) lines {
	d.t.Helper()
	f, err := os.Open(d.file(name))
	if err != nil {
		d.t.Fatal(err)
	}
	defer f.Close()
	r := csv.NewReader(f)
	if strings.HasSuffix(name, ".gz") {
		z, err := gzip.NewReader(f)
		if err != nil {
			d.t.Fatal(err)
		}
		r = csv.NewReader(z)
	}
	all, err := r.ReadAll()
	if err != nil {
		d.t.Fatal(err)
	}
	var list lines
	for _, values := range all[1:] {
		line := map[string]string{}
		for i, column := range all[0] {
			line[column] = values[i]
		}
		list = append(list, line)
	}
	return list
}

// with keeps the lines that have these values: column, value, column, value …
func (l lines) with(pairs ...string) lines {
	return slices.DeleteFunc(slices.Clone(l), func(line map[string]string) bool {
		for i := 0; i < len(pairs); i += 2 {
			if line[pairs[i]] != pairs[i+1] {
				return true
			}
		}
		return false
	})
}

func toFloat(t *testing.T, text string) float64 {
	t.Helper()
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// innerData writes the training rows of every outer fold, divided into inner
// folds, as files of their own, and returns the datasets of an experiment and the
// row of the whole file that each row of a file is.
func (d *dir) innerData(predictions lines) (datasets string, rows map[string][]int) {
	d.t.Helper()
	table, _, err := loader.Table(source.Source{File: d.file("data/glass.csv"), Roles: source.Roles{Target: "Type"}})
	if err != nil {
		d.t.Fatal(err)
	}
	content := strings.Split(strings.TrimSpace(d.read("data/glass.csv")), "\n")
	outer := fold.Repeat{Folds: 3, Test: make([]int, table.Rows)}
	for _, p := range predictions.with("learner", "plain", "reduction", "ova") {
		outer.Test[int(toFloat(d.t, p["row"]))] = int(toFloat(d.t, p["fold"]))
	}
	rows = map[string][]int{}
	for f := range 3 {
		seed := plan.Seed(7, "inner folds", table.SHA256, fmt.Sprint(0, f))
		inner, err := fold.Inner(table.Target, table.Truth, outer, f, 3, seed)
		if err != nil {
			d.t.Fatal(err)
		}
		for i := range 3 {
			name := fmt.Sprintf("inner_%d_%d", f, i)
			text := content[0] + ",part\n"
			for row, in := range inner.Test {
				if in == fold.Out {
					continue
				}
				part := map[bool]string{true: "test", false: "train"}[in == i]
				text += content[row+1] + "," + part + "\n"
				rows[name] = append(rows[name], row)
			}
			d.write(name+".csv", text)
			datasets += fmt.Sprintf("dataset %q {\n  file = \"%s.csv\"\n  target = \"Type\"\n  split = \"part\"\n}\n", name,
				name)
		}
	}
	return datasets, rows
}

// The values that tuning chooses are those of exhaustive runs on the inner
// folds, and calibrated probabilities those of sigmoids fitted here to the
// out-of-fold scores of such runs.
func TestTunedAndCalibrated(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("outer.hcl", outerExperiment)
	d.must(0, "run", "outer.hcl", "-workers", "2")
	outer := d.table("results/outer/predictions.csv.gz")
	datasets, rows := d.innerData(outer)
	d.write("inner.hcl", `experiment "inner" {}`+"\n"+datasets+`
learner "logreg" "lr" { C = grid(0.1, 1, 10, 1000) }
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" {}
validation { method = "predefined" }
`)
	d.must(0, "run", "inner.hcl")
	t.Run("tuned", func(t *testing.T) { checkTuned(t, d) })
	t.Run("calibrated", func(t *testing.T) {
		checkCalibrated(t, outer, d.table("results/inner/predictions.csv.gz").with("learner", "lr[C=1]", "reduction", "ova"),
			rows)
	})
	t.Run("again", func(t *testing.T) {
		first := d.read("results/outer/tuned.csv")
		d.must(0, "run", "outer.hcl", "-workers", "1", "-out", "one")
		if d.read("one/tuned.csv") != first || d.read("one/scores.csv") != d.read("results/outer/scores.csv") {
			t.Error("the number of workers changes what is chosen")
		}
	})
}

func checkTuned(t *testing.T, d *dir) {
	scores := d.table("results/inner/scores.csv")
	tuned := d.table("results/outer/tuned.csv")
	if len(tuned) != 6 {
		t.Errorf("%d tuned values", len(tuned))
	}
	values := map[string]bool{}
	for _, line := range tuned {
		best, want := -1.0, ""
		for _, c := range []string{"0.1", "10", "1000"} {
			mean := 0.0
			for i := range 3 {
				inner := scores.with("dataset", fmt.Sprintf("inner_%s_%d", line["fold"], i), "learner", "lr[C="+c+"]", "reduction",
					line["reduction"])
				if len(inner) != 1 {
					t.Fatalf("%d scores", len(inner))
				}
				mean += toFloat(t, inner[0]["value"]) / 3
			}
			if mean > best+1e-12 {
				best, want = mean, c
			}
		}
		values[want] = true
		if line["learner"] != "tuned" || line["parameter"] != "C" || line["value"] != want {
			t.Errorf("%v: want C = %s", line, want)
		}
	}
	if len(values) < 2 {
		t.Errorf("all choose %v: this shows nothing", slices.Collect(maps.Keys(values)))
	}
}

func checkCalibrated(t *testing.T, outer, inner lines, rows map[string][]int) {
	labels := []string{"1", "2", "3", "5", "6", "7"}
	for f := range 3 {
		name := strconv.Itoa(f)
		plain := outer.with("learner", "plain", "reduction", "ova", "fold", name)
		calibrated := outer.with("learner", "calibrated", "reduction", "ova", "fold", name)
		probabilities := make([][]float64, len(plain))
		for _, label := range labels {
			var scores []float64
			var positive []bool
			for i := range 3 {
				for _, line := range inner.with("dataset", fmt.Sprintf("inner_%d_%d", f, i)) {
					scores = append(scores, toFloat(t, line["score:"+label]))
					positive = append(positive, line["truth"] == label)
				}
			}
			if want := len(rows[fmt.Sprintf("inner_%d_0", f)]); len(scores) != want {
				t.Fatalf("%d out-of-fold scores of %d rows", len(scores), want)
			}
			a, b := platt(scores, positive)
			for i, line := range plain {
				probabilities[i] = append(probabilities[i], 1/(1+math.Exp(a*toFloat(t, line["score:"+label])+b)))
			}
		}
		for i, line := range calibrated {
			sum := 0.0
			for _, p := range probabilities[i] {
				sum += p
			}
			for class, label := range labels {
				got, want := toFloat(t, line["p:"+label]), probabilities[i][class]/sum
				if math.Abs(got-want) > 1e-5 {
					t.Fatalf("fold %d row %s: p(%s) = %v, want %v", f, line["row"], label, got, want)
				}
			}
		}
	}
}

// platt fits 1/(1+exp(A·f+B)) to smoothed targets by Newton's method.
func platt(scores []float64, positive []bool) (a, b float64) {
	up := 0.0
	for _, p := range positive {
		if p {
			up++
		}
	}
	down := float64(len(positive)) - up
	b = math.Log((down + 1) / (up + 1))
	for range 100 {
		var ga, gb, haa, hab, hbb float64
		for i, f := range scores {
			target := 1 / (down + 2)
			if positive[i] {
				target = (up + 1) / (up + 2)
			}
			p := 1 / (1 + math.Exp(a*f+b))
			ga, gb = ga+f*(target-p), gb+target-p
			haa, hab, hbb = haa+f*f*p*(1-p), hab+f*p*(1-p), hbb+p*(1-p)
		}
		det := haa*hbb - hab*hab
		a, b = a-(hbb*ga-hab*gb)/det, b-(haa*gb-hab*ga)/det
	}
	return a, b
}
