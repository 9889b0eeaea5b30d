package e2e

import (
	"crypto/sha256"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/realdata"
)

const mulanExperiment = `
experiment "mulan" { seed = 1 }
%s
encoder %s
learner "logreg" "logreg" { tol = 1e-9 }
reduction "binary_relevance" "relevance" {}
reduction "classifier_chain" "chain" {}
validation { method = "predefined" }
metric "hamming_loss" {}
metric "subset_accuracy" {}
metric "f1" {
  name    = "micro"
  average = "micro"
}
metric "f1" {
  name    = "macro"
  average = "macro"
}
grid "relevance" { reductions = [reduction.relevance] }
grid "chain" {
  datasets   = [dataset.%s]
  reductions = [reduction.chain]
}
`

// TestMulan compares with scikit-learn's figures on the divisions that Mulan's
// sets come with: logistic regression with C = 1 on features of unit deviation, except for
// enron's words, which are 0 or 1.
func TestMulan(t *testing.T) {
	folder := filepath.Dir(realdata.Path(t, "reference/ml_emotions"))
	t.Parallel()
	block := func(name string) string {
		path := filepath.Join(folder, "ml_"+name, name)
		return fmt.Sprintf("dataset %q {\n  file = %q\n  test_file = %q\n  labels_xml = %q\n}\n", name, path+"-train.arff",
			path+"-test.arff", path+".xml")
	}
	d := newDir(t)
	d.write("dense.hcl", fmt.Sprintf(mulanExperiment, block("emotions")+block("scene")+block("yeast"),
		`"one_hot" "scaled" {}`, "emotions"))
	words := fmt.Sprintf(mulanExperiment, block("enron"), `"ordinal" "raw" { numeric = "none" }`, "enron")
	words, _, _ = strings.Cut(words, "grid \"chain\"")
	d.write("words.hcl", words)
	d.must(0, "run", "dense.hcl", "-out", "dense")
	d.must(0, "run", "words.hcl", "-out", "words")
	// hamming loss, subset accuracy, micro and macro F1
	want := map[string]string{
		"emotions/relevance": "0.2211 0.1980 0.6408 0.6262", "emotions/chain": "0.2417 0.2129 0.6190 0.6007",
		"scene/relevance": "0.1300 0.4415 0.6354 0.6426", "yeast/relevance": "0.2108 0.1505 0.6250 0.3986",
		"enron/relevance": "0.0495 0.1347 0.5464 0.2012",
	}
	got := map[string][]string{}
	for _, s := range append(d.table("dense/scores.csv"), d.table("words/scores.csv")...) {
		v, err := strconv.ParseFloat(s["value"], 64)
		if err != nil {
			t.Fatal(err)
		}
		key := s["dataset"] + "/" + s["reduction"]
		got[key] = append(got[key], fmt.Sprintf("%.4f", v))
	}
	for key, figures := range want {
		if have := strings.Join(got[key], " "); have != figures {
			t.Errorf("%s: %s, want %s", key, have, figures)
		}
	}
}

const neighbourExperiment = `
experiment "neighbours" { seed = 1 }
%s
encoder "ordinal" "ranges" { numeric = "minmax" }
learner "ml_knn" "ten" {}
learner "ml_knn" "three" {
  k      = 3
  smooth = 0.5
}
reduction "binary_relevance" "labels" {}
validation { method = "predefined" }
metric "hamming_loss" {}
`

// TestMulanNeighbours has the predictions of Mulan's MLkNN, label by label, as
// test/peers/programs/Mulan.java prints them.
func TestMulanNeighbours(t *testing.T) {
	folder := filepath.Dir(realdata.Path(t, "reference/ml_emotions"))
	t.Parallel()
	d := newDir(t)
	var blocks strings.Builder
	for _, name := range []string{"emotions", "scene", "yeast"} {
		path := filepath.Join(folder, "ml_"+name, name)
		fmt.Fprintf(&blocks, "dataset %q {\n  file = %q\n  test_file = %q\n  labels_xml = %q\n}\n", name, path+"-train.arff",
			path+"-test.arff", path+".xml")
	}
	d.write("e.hcl", fmt.Sprintf(neighbourExperiment, blocks.String()))
	d.must(0, "run", "e.hcl", "-out", "out")
	d.write("predictions.csv", d.must(0, "export", "predictions", "out", "-format", "csv").stdout)
	texts, rows := map[string]*strings.Builder{}, map[string]string{}
	for _, p := range d.table("predictions.csv") {
		key := p["dataset"] + " " + p["learner"]
		if texts[key] == nil {
			texts[key] = &strings.Builder{}
		} else if p["row"] != rows[key] {
			texts[key].WriteString(" ")
		}
		rows[key] = p["row"]
		texts[key].WriteString(p["prediction"])
	}
	for key, want := range map[string]string{
		"emotions ten": "d8fa70fd9932c7c9", "emotions three": "cb3024ceb8c32dd7",
		"scene ten": "2de23167316b3ad7", "scene three": "a0785147d1779113",
		"yeast ten": "26ec113c314f1410", "yeast three": "c113b06f5e3d70e7",
	} {
		if texts[key] == nil {
			t.Fatalf("no predictions of %s", key)
		}
		if got := fmt.Sprintf("%x", sha256.Sum256([]byte(texts[key].String())))[:16]; got != want {
			t.Errorf("%s: the predictions have the digest %s, Mulan's %s", key, got, want)
		}
	}
}
