package packs

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/realdata"
)

const mulanWithWeka = `
experiment "mulan" {}
dataset "emotions" {
  file       = %q
  test_file  = %q
  labels_xml = %q
}
encoder "ordinal" "plain" { numeric = "none" }
learner "weka" "J48" { classifier = "weka.classifiers.trees.J48" }
learner "weka" "NaiveBayes" { classifier = "weka.classifiers.bayes.NaiveBayes" }
reduction "binary_relevance" "relevance" {}
reduction "label_powerset" "powerset" {}
validation { method = "predefined" }
metric "hamming_loss" {}
grid "both" { reductions = [reduction.relevance] }
grid "bayes" {
  learners   = [learner.NaiveBayes]
  reductions = [reduction.powerset]
}
`

// Binary relevance and label powerset with WEKA's learners predict what Mulan predicts
// with them, as test/peers/programs/Mulan.java prints it.
func TestWekaPredictsAsMulan(t *testing.T) {
	f := newWekaFolder(t)
	path := filepath.Join(realdata.Path(t, "reference/ml_emotions"), "emotions")
	f.experiment("mulan.hcl", fmt.Sprintf(mulanWithWeka, path+"-train.arff", path+"-test.arff", path+".xml"))
	f.must("run", "mulan.hcl")
	_, predictions := f.table("export", "predictions", "results/mulan")
	rows := map[string][]string{}
	for i, p := range predictions {
		key := p["reduction"] + " " + p["learner"]
		if i%6 == 0 {
			rows[key] = append(rows[key], "")
		}
		rows[key][len(rows[key])-1] += p["prediction"]
	}
	for key, want := range map[string]string{
		"relevance J48": "4a8d470c2e377955", "relevance NaiveBayes": "199c620e8f5548bf", "powerset NaiveBayes": "63bb76334671fbe5",
	} {
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(rows[key], " "))))[:16]; got != want || len(rows[key]) != 202 {
			t.Errorf("%s: %d rows have the digest %s, Mulan's %s", key, len(rows[key]), got, want)
		}
	}
}
