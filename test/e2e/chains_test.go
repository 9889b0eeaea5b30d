package e2e

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/realdata"
)

const probabilisticExperiment = `
experiment "chains" { seed = 1 }
dataset "emotions" {
  file       = %q
  test_file  = %q
  labels_xml = %q
}
learner "logreg" "logreg" { tol = 1e-10 }
reduction "classifier_chain" "plain" {}
reduction "classifier_chain" "exhaustive" { inference = "exhaustive" }
reduction "classifier_chain" "marginal" {
  inference = "exhaustive"
  loss      = "hamming"
}
reduction "classifier_chain" "beam" {
  inference = "beam"
  width     = grid(1, 2, 3, 64)
}
reduction "classifier_chain" "epsilon" {
  inference = "epsilon"
  epsilon   = 0.001
}
reduction "classifier_chain" "drawn" {
  inference = "monte_carlo"
  samples   = 3000
}
reduction "classifier_chain" "shares" {
  inference = "monte_carlo"
  samples   = 3000
  loss      = "hamming"
}
validation { method = "predefined" }
metric "hamming_loss" {}
metric "subset_accuracy" {}
`

// TestProbabilisticChains compares with an enumeration of all sets of labels over
// scikit-learn's models of the links, as test/peers/programs/chains.py prints it.
func TestProbabilisticChains(t *testing.T) {
	folder := realdata.Path(t, "reference/ml_emotions")
	t.Parallel()
	d := newDir(t)
	path := filepath.Join(folder, "emotions")
	d.write("e.hcl", fmt.Sprintf(probabilisticExperiment, path+"-train.arff", path+"-test.arff", path+".xml"))
	d.must(0, "run", "e.hcl", "-out", "out")
	d.write("predictions.csv", d.must(0, "export", "predictions", "out", "-format", "csv").stdout)
	rows := map[string][]string{} // of each reduction: its labels of each row
	for _, p := range d.table("predictions.csv") {
		list := rows[p["reduction"]]
		if len(list) == 0 || len(list[len(list)-1]) == 6 {
			list = append(list, "")
		}
		list[len(list)-1] += p["prediction"]
		rows[p["reduction"]] = list
	}
	const sets, marginal, greedy = "1748141d68a9814b", "aa3e15319fcce112", "ecaf114f0c805e3a"
	for reduction, want := range map[string]string{
		"exhaustive": sets, "beam[width=64]": sets, "marginal": marginal,
		"beam[width=1]": greedy, "plain": greedy, "beam[width=2]": "e1afb78ef7534dfb", "beam[width=3]": "41b1100ae5e71ab0",
	} {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(rows[reduction], " "))))[:16]; got != want {
			t.Errorf("%s: %d predictions with the digest %s, want %s", reduction, len(rows[reduction]), got, want)
		}
	}
	for reduction, of := range map[string]string{"epsilon": "exhaustive", "drawn": "exhaustive", "shares": "marginal"} {
		other := 0
		for i, row := range rows[reduction] {
			if row != rows[of][i] {
				other++
			}
		}
		if len(rows[reduction]) != 202 || other > 10 {
			t.Errorf("%s: %d of %d rows are other than with %s", reduction, other, len(rows[reduction]), of)
		}
	}
}
