package e2e

import (
	"fmt"
	"testing"

	"github.com/manyclass/bench/test/realdata"
)

const vowelExperiment = `
experiment "vowel" { seed = 1 }
dataset "vowel" {
  file      = %q
  test_file = %q
  format    = "csv"
  target    = "y"
  drop      = ["row.names"]
}
encoder "none" "none" {}
learner "least_squares" "least_squares" {}
learner "lda" "lda" {}
learner "qda" "qda" {}
learner "logreg" "softmax" { penalty = "none" }
validation { method = "predefined" }
metric "error" {}
`

// TestVowel compares with table 4.1 of Hastie, Tibshirani and Friedman, "The
// Elements of Statistical Learning", 2nd ed.: test errors .67, .56, .53 and .51.
func TestVowel(t *testing.T) {
	part := func(name string) string { return realdata.Path(t, "reference/vowel_esl/vowel."+name) }
	d := newDir(t)
	d.write("vowel.hcl", fmt.Sprintf(vowelExperiment, part("train"), part("test")))
	d.must(0, "run", "vowel.hcl", "-out", "r")
	want := map[string]string{"least_squares": "0.67", "lda": "0.56", "qda": "0.53", "softmax": "0.51"}
	for _, line := range d.table("r/scores.csv") {
		var v float64
		if _, err := fmt.Sscan(line["value"], &v); err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%.2f", v); got != want[line["learner"]] {
			t.Errorf("%s: test error %s (%s), want %s", line["learner"], got, line["value"], want[line["learner"]])
		}
	}
}
