package e2e

import (
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// long is an experiment with curves over a parameter and over the length of codes.
const long = `
experiment "long" {}
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
learner "logreg" "lr" { C = grid(0.1, 1, 10) }
learner "lda" "lda" {}
reduction "one_vs_rest" "ova" {}
reduction "ecoc" "dense" {
  code     = "dense_random"
  columns  = grid(5, 9)
  decoding = grid("hamming", "loss_based")
}
validation {
  folds       = 3
  train_sizes = [0.5, 1]
}
metric "accuracy" {}
metric "f1" { average = "none" }
curve "length" {
  x      = reduction.columns
  metric = metric.accuracy
}
curve "regularization" {
  x      = learner.C
  metric = metric.accuracy
  scale  = "log"
}
`

// The points of curves are the means of the combinations that have a number, of whole folds
// alone; each line is a picture's, and a file that asks for none leaves none behind.
func TestCurves(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("long.hcl", long)
	d.must(0, "run", "long.hcl", "-out", "r")
	want := map[string]bool{}
	for _, g := range d.table("r/summary.csv") {
		if g["metric"] != "accuracy" || g["dataset"] != "glass" {
			continue
		}
		rest := strings.Join([]string{g["mean"], g["sd"], g["n"]}, ",")
		columns := "6" // of one-vs-rest
		if _, settings, ok := strings.Cut(g["reduction"], "columns="); ok {
			columns, _, _ = strings.Cut(settings, ",")
		}
		want[fmt.Sprint("length ", g["learner"], " ", g["reduction"], " ", columns, " ", rest)] = true
		if _, c, ok := strings.Cut(g["learner"], "C="); ok {
			want[fmt.Sprint("regularization ", g["learner"], " ", g["reduction"], " ", strings.TrimSuffix(c, "]"), " ", rest)] = true
		}
	}
	points := d.table("r/curve_points.csv")
	for _, p := range points {
		rest := strings.Join([]string{p["mean"], p["sd"], p["n"]}, ",")
		if line := fmt.Sprint(p["curve"], " ", p["learner"], " ", p["reduction"], " ", p["x"], " ", rest); !want[line] {
			t.Errorf("%s is not a mean of summary.csv", line)
		}
	}
	if len(points) != len(want) || len(points) != 4*5+3*5 {
		t.Errorf("%d points, want %d", len(points), len(want))
	}
	contains(t, "length", d.read("r/plots/curve-length-glass.svg"), "dense[decoding=hamming]")
	contains(t, "regularization", d.read("r/plots/curve-regularization-glass.svg"), "learner.C, logarithmic",
		"lr/dense[columns=9,decoding=hamming]")
	contains(t, "page", d.read("r/report.html"), "glass: accuracy by learner.C", "glass: accuracy by training rows")

	d.write("long.hcl", long[:strings.Index(long, "curve ")])
	d.must(0, "run", "long.hcl", "-out", "r")
	if files := d.tree("r"); files["/curve_points.csv"] != "" || files["/plots/curve-length-glass.svg"] != "" {
		t.Error("curves are still there")
	}
}

// What has no curve is said with its place.
func TestBadCurves(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	for _, test := range []struct{ old, new, want string }{
		{"learner.C", "learner.tol", "learner.tol does not vary"},
		{"learner.C", "learner.penalty", "learner.penalty is not a number"},
		{"learner.C", "learner.D", `No learner has a number "D"`},
		{"learner.C", "metric.accuracy", "This must be a parameter of a kind of blocks"},
		{"learner.C", `"learner.C"`, "This must be a parameter of a kind of blocks"},
		{"learner.C", "encoder.folds", `No encoder has a number "folds"`},
		{"grid(5, 9)", "9", "reduction.columns does not vary"},
		{"  x      = learner.C\n", "", `Attribute "x" is missing`},
		{`"log"`, `"cubic"`, "cubic"},
		{`curve "regularization"`, `curve "length"`, `There is a second curve "length"`},
		{"metric = metric.accuracy\n  scale", "metric = metric.f1\n  scale", "a number for each class"},
	} {
		d.write("bad.hcl", must.Replace(long, test.old, test.new))
		contains(t, test.new, d.must(2, "validate", "bad.hcl").stderr, test.want, "^")
	}
}
