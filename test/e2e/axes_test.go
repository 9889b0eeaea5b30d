package e2e

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// axes adds a random code of two lengths, drawn twice, and asks for it by its parameters.
func axes() string {
	return must.Replace(small, `metric "accuracy" {}`, `reduction "ecoc" "dense" {
  code     = "dense_random"
  columns  = grid(4, 6)
  draw     = grid(0, 1)
  decoding = grid("hamming", "loss_based")
}
metric "accuracy" {}
table "codes" {
  metric   = metric.accuracy
  columns  = ["reduction.block", "reduction.columns", "reduction.decoding"]
  average  = "reduction.draw"
  baseline = "ova/–/max_score"
}
curve "length" {
  x       = reduction.columns
  metric  = metric.accuracy
  average = ["reduction.draw"]
}
comparison "means" {
  metric  = metric.accuracy
  test    = ["corrected_t"]
  average = "reduction.draw"
  control = "lda/dense[columns=6,decoding=hamming]"
}
`)
}

// A table by parameters has the columns that its baseline was checked against, and the
// same bytes when it is made again; curves over draws have a point a length.
func TestAxes(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", axes())
	d.must(0, "run", "e.hcl", "-out", "r")
	table := d.read("r/tables/codes.md")
	contains(t, "table", table, "| ova/–/max_score | ovo/–/vote | dense/4/hamming | dense/4/loss_based | dense/6/hamming |",
		"over reduction.draw, of means over folds", "better, \\* worse than ova/–/max_score", "with means over reduction.draw on each")
	if strings.Contains(table, "no column") {
		t.Error(table)
	}
	for _, ending := range []string{"tex", "typ", "csv", "html"} {
		contains(t, ending, d.read("r/tables/codes."+ending), "dense")
	}
	lines, n := map[string]int{}, 0
	for _, point := range d.table("r/curve_points.csv") {
		if strings.HasPrefix(point["reduction"], "dense[") {
			lines[point["reduction"]]++
			if n++; point["n"] != "2" {
				t.Errorf("%v", point)
			}
		}
	}
	if len(lines) != 4 || n != 4 {
		t.Errorf("points %v", lines)
	}
	against := map[string]bool{}
	for _, row := range d.table("r/comparisons.csv") {
		if row["test"] == "corrected_t" {
			against[row["a"]+" "+row["b"]] = true
		}
	}
	if len(against) != 5 {
		t.Errorf("the control is compared with %v", against)
	}
	before := d.promised("r")
	d.must(0, "report", "r")
	same(t, "made again", before, d.promised("r"))
}
