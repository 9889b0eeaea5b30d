package packs

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strconv"
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
reduction "classifier_chain" "chain" {}
reduction "calibrated_label_ranking" "ranking" {}
reduction "label_powerset" "powerset" {}
reduction "pruned_sets" "pruned" {
  grid = [{ prune = 1, subsets = 1 }, { prune = 3, subsets = 2 }, { prune = 8, subsets = 3 }]
}
reduction "pruned_sets" "larger" {
  prune       = 8
  larger_than = 1
}
reduction "copy_transformation" "labels" { method = grid("copy", "copy_weight", "ignore") }
validation { method = "predefined" }
metric "hamming_loss" {}
grid "both" { reductions = [reduction.relevance, reduction.chain, reduction.ranking] }
grid "bayes" {
  learners   = [learner.NaiveBayes]
  reductions = [reduction.powerset, reduction.pruned, reduction.larger, reduction.labels]
}
`

// Reductions of labels with WEKA's learners predict what Mulan and MEKA predict with them,
// as Mulan.java and MekaSets.java of test/peers/programs print it. Mulan's calibrated label
// ranking takes the labels with as many votes as the virtual label, too, which have the
// score 0; the paper leaves them open.
func TestWekaPredictsAsMulanAndMeka(t *testing.T) {
	f := newWekaFolder(t)
	path := filepath.Join(realdata.Path(t, "reference/ml_emotions"), "emotions")
	f.experiment("mulan.hcl", fmt.Sprintf(mulanWithWeka, path+"-train.arff", path+"-test.arff", path+".xml"))
	f.must("run", "mulan.hcl")
	_, predictions := f.table("export", "predictions", "results/mulan")
	rows, voted := map[string][]string{}, map[string][]string{}
	add := func(list map[string][]string, key string, first bool, label string) {
		if first {
			list[key] = append(list[key], "")
		}
		list[key][len(list[key])-1] += label
	}
	for i, p := range predictions {
		key := p["reduction"] + " " + p["learner"]
		add(rows, key, i%6 == 0, p["prediction"])
		if p["reduction"] == "ranking" {
			votes := "0"
			if wekaMust(strconv.ParseFloat(p["score"], 64)) >= 0 {
				votes = "1"
			}
			add(voted, key, i%6 == 0, votes)
		}
	}
	for key, want := range map[string]string{
		"relevance J48": "4a8d470c2e377955", "relevance NaiveBayes": "199c620e8f5548bf",
		"chain J48": "8f11a087178e690b", "chain NaiveBayes": "344d4269f2306254",
		"ranking J48": "8c4517fefa353abc", "ranking NaiveBayes": "7793abe86d77f95b",
		"powerset NaiveBayes":                   "63bb76334671fbe5", // MEKA's LC too
		"pruned[prune=1,subsets=1] NaiveBayes":  "2b24030b8c276fe5", // MEKA
		"pruned[prune=3,subsets=2] NaiveBayes":  "ea6d46d53f4c5677", // both
		"pruned[prune=8,subsets=3] NaiveBayes":  "c4b4973b3114e237", // MEKA
		"larger NaiveBayes":                     "9f17d74be59d2f6d", // Mulan's strategy B
		"labels[method=copy] NaiveBayes":        "6db2e804b934e1a3", // MEKA's RT too
		"labels[method=copy_weight] NaiveBayes": "f609a5a67e84df7d",
		"labels[method=ignore] NaiveBayes":      "444b002b4482c9ed",
	} {
		have := rows[key]
		if strings.HasPrefix(key, "ranking") {
			have = voted[key]
		}
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(have, " "))))[:16]; got != want || len(have) != 202 {
			t.Errorf("%s: %d rows have the digest %s, the peer's %s", key, len(have), got, want)
		}
	}
}
