package e2e

import (
	"crypto/sha256"
	"fmt"
	"os"
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
	rows := labelRows(d, 6)
	const sets, marginal, greedy = "1748141d68a9814b", "aa3e15319fcce112", "ecaf114f0c805e3a"
	for reduction, want := range map[string]string{
		"exhaustive": sets, "beam[width=64]": sets, "marginal": marginal,
		"beam[width=1]": greedy, "plain": greedy, "beam[width=2]": "e1afb78ef7534dfb", "beam[width=3]": "41b1100ae5e71ab0",
	} {
		if got := digestOfRows(rows[reduction]); got != want {
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

// TestMekaChains has the predictions of Meka's CC with WEKA's logistic regression without a
// penalty on eight features, as test/peers/programs/Meka.java prints them.
func TestMekaChains(t *testing.T) {
	folder := realdata.Path(t, "reference/ml_emotions")
	t.Parallel()
	d := newDir(t)
	for _, part := range []string{"train", "test"} {
		content, err := os.ReadFile(filepath.Join(folder, "emotions-"+part+".arff"))
		if err != nil {
			t.Fatal(err)
		}
		table := "a,b,c,d,e,f,g,h,l0,l1,l2,l3,l4,l5\n"
		_, rows, _ := strings.Cut(string(content), "@data")
		for _, row := range strings.Fields(rows) {
			values := strings.Split(row, ",")
			table += strings.Join(append(values[:8:8], values[72:]...), ",") + "\n"
		}
		d.write(part+".csv", table)
	}
	d.write("e.hcl", `
experiment "meka" { seed = 1 }
dataset "emotions" {
  file      = "train.csv"
  test_file = "test.csv"
  target    = [for label in range(6) : "l${label}"]
}
learner "logreg" "logreg" { penalty = "none" }
reduction "classifier_chain" "CC" {}
validation { method = "predefined" }
metric "subset_accuracy" {}
`)
	d.must(0, "run", "e.hcl", "-out", "out")
	d.write("predictions.csv", d.must(0, "export", "predictions", "out", "-format", "csv").stdout)
	rows := labelRows(d, 6)["CC"]
	if got := digestOfRows(rows); got != "b1a601669cd0f076" {
		t.Errorf("%d rows with the digest %s, Meka's have another", len(rows), got)
	}
}

// labelRows reads exported predictions: of each reduction the labels of each row, a text of
// 0 and 1.
func labelRows(d *dir, labels int) map[string][]string {
	rows := map[string][]string{}
	for _, p := range d.table("predictions.csv") {
		list := rows[p["reduction"]]
		if len(list) == 0 || len(list[len(list)-1]) == labels {
			list = append(list, "")
		}
		list[len(list)-1] += p["prediction"]
		rows[p["reduction"]] = list
	}
	return rows
}

// digestOfRows is that of rows of labels with blanks between them, as the peers print it.
func digestOfRows(rows []string) string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(rows, " "))))[:16]
}
