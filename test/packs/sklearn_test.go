package packs

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/sdk/sdktest"
	"github.com/manyclass/bench/test/lengthy"
	"github.com/manyclass/bench/test/must"
)

// sklearnPack is a folder to run bench in, with the pack.
type sklearnPack struct {
	folder
	pack string
}

// newSklearnPack builds bench, or skips the test if the pack is not set up.
func newSklearnPack(t *testing.T) sklearnPack {
	t.Helper()
	return sklearnPack{newFolder(t), findSklearn(t)}
}

// findSklearn is the folder of the pack, or the test is skipped.
func findSklearn(t *testing.T) string {
	t.Helper()
	lengthy.Test(t, "packs")
	path, err := filepath.Abs("../../bin/plugins/sklearn")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(path, "venv/bin/python")); err != nil {
		t.Skip("bin/plugins/sklearn is not set up: make pack-sklearn")
	}
	return path
}

// python runs a script of testdata/sklearn with the interpreter of the pack.
func (p sklearnPack) python(script string, args ...string) string {
	p.t.Helper()
	path, err := filepath.Abs(filepath.Join("testdata/sklearn", script))
	if err != nil {
		p.t.Fatal(err)
	}
	cmd := exec.Command(filepath.Join(p.pack, "venv/bin/python"), append([]string{path}, args...)...)
	cmd.Dir = p.pack
	cmd.Env = append(os.Environ(), "OMP_NUM_THREADS=1", "PYTHONDONTWRITEBYTECODE=1", "PYTHONWARNINGS=ignore")
	out, err := cmd.CombinedOutput()
	if err != nil {
		p.t.Fatalf("%s: %v\n%s", script, err, out)
	}
	return string(out)
}

// experiment writes an experiment that requires the pack.
func (p sklearnPack) experiment(name, text string) {
	p.write(name, fmt.Sprintf("bench {\n  required_plugins {\n    sklearn = { source = %q }\n  }\n}\n", p.pack)+text)
}

// The pack keeps the promises of the guide with a forest, and with an estimator of
// margins that takes sparse rows.
func TestSklearnPromises(t *testing.T) {
	pack := findSklearn(t)
	var configs map[string]map[string]any
	content, err := os.ReadFile(filepath.Join(pack, "conformance.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(content, &configs); err != nil {
		t.Fatal(err)
	}
	sdktest.Test(t, pack, sdktest.Options{Configs: configs})
	svc := map[string]map[string]any{"sklearn": {"estimator": "sklearn.svm.SVC"}}
	sdktest.Test(t, pack, sdktest.Options{Configs: svc})
}

// What the learner does with seeds, weights, nominal columns and the rest.
func TestSklearnCalls(t *testing.T) {
	if out := (sklearnPack{folder{t: t}, findSklearn(t)}).python("test_pack.py"); !strings.Contains(out, "\nOK") {
		t.Error(out)
	}
}

const sklearnExperiment = `
experiment "equal" { keep_scores = true }
dataset "iris" {
  file   = "data/iris.csv"
  target = "class"
}
dataset "wine" {
  file   = "data/wine.csv"
  target = "class"
}
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
encoder "one_hot" "raw" { numeric = "none" }
learner "sklearn" "forest" {
  estimator = "sklearn.ensemble.RandomForestClassifier"
  params    = { n_estimators = 20, random_state = 1 }
}
learner "sklearn" "boosting" {
  estimator = "sklearn.ensemble.HistGradientBoostingClassifier"
  params    = { max_iter = 10, random_state = 1 }
}
learner "sklearn" "neighbours" {
  estimator = "sklearn.neighbors.KNeighborsClassifier"
  params    = { n_neighbors = 3 }
}
learner "sklearn" "network" {
  estimator = "sklearn.pipeline.Pipeline"
  params = {
    steps = [
      ["scale", { estimator = "sklearn.preprocessing.StandardScaler" }],
      ["mlp", {
        estimator = "sklearn.neural_network.MLPClassifier"
        params    = { hidden_layer_sizes = [5], max_iter = 30, random_state = 1 }
      }],
    ]
  }
}
learner "sklearn" "svc" {
  estimator = "sklearn.svm.SVC"
  params    = { C = 2 }
}
learner "sklearn" "ada" {
  estimator = "sklearn.ensemble.AdaBoostClassifier"
  params = {
    estimator    = { estimator = "sklearn.tree.DecisionTreeClassifier", params = { max_depth = 1 } }
    n_estimators = 10
    random_state = 1
  }
}
learner "sklearn" "process" {
  estimator = "sklearn.gaussian_process.GaussianProcessClassifier"
  params    = { random_state = 1 }
}
learner "sklearn" "bayes" { estimator = "sklearn.naive_bayes.GaussianNB" }
learner "sklearn" "light" {
  estimator = "lightgbm.LGBMClassifier"
  params    = { n_estimators = 10, random_state = 1, n_jobs = 1, verbosity = -1 }
}
learner "sklearn" "xgb" {
  estimator = "xgboost.XGBClassifier"
  params    = { n_estimators = 10, random_state = 1, n_jobs = 1 }
}
reduction "one_vs_one" "ovo" {}
reduction "one_vs_rest" "ova" {}
reduction "direct" "direct" {}
validation { folds = 3 }
metric "accuracy" {}
`

// The scores of the pack are those of scikit-learn by itself on the same folds, for
// pairs of classes, classes against the rest, and all classes at once.
func TestSklearnEqualsScikitLearn(t *testing.T) {
	p := newSklearnPack(t)
	glass, err := os.ReadFile("../../experiments/data/glass.csv")
	if err != nil {
		t.Fatal(err)
	}
	p.write("data/glass.csv", string(glass))
	p.python("reference.py", filepath.Join(p.path, "data"))
	p.experiment("equal.hcl", sklearnExperiment)
	p.must("run", "equal.hcl")
	p.write("binary.csv", p.must("export", "scores", "-binary", "results/equal"))
	p.write("predictions.csv", p.must("export", "predictions", "results/equal"))
	out := p.python("reference.py", filepath.Join(p.path, "data"), filepath.Join(p.path, "binary.csv"),
		filepath.Join(p.path, "predictions.csv"))
	// 10 learners on 3 folds: 3 pairs and 3 rests of 3 classes, 15 and 6 of 6, and all.
	if want := "of 1080 models, the largest difference is"; !strings.Contains(out, want) {
		t.Errorf("got %q, want %q in it", out, want)
	}
}

// What is wrong in configurations is told, each with its place, before anything
// trains. Lines of places count from the block's.
func TestSklearnRefuses(t *testing.T) {
	p := newSklearnPack(t)
	tests := []struct {
		body       string
		line, from int
		words      string
	}{
		{`estimator = "sklearn.ensembel.RandomForestClassifier"`, 1, 15,
			`There is no module sklearn.ensembel|Did you mean "sklearn.ensemble.RandomForestClassifier"?`},
		{`estimator = "sklearn.neighbors.KNeighborClassifier"`, 1, 15,
			`no class sklearn.neighbors.KNeighborClassifier|Did you mean "sklearn.neighbors.KNeighborsClassifier"?`},
		{`estimator = "SVC"`, 1, 15, `There is no class SVC|Did you mean "sklearn.svm.SVC"?`},
		{`estimator = "no_such_library.Forest"`, 1, 15, "no module no_such_library|-m pip install"},
		{`estimator = "sklearn.metrics.accuracy_score"`, 1, 15, "is no estimator"},
		{`estimator = "sklearn.preprocessing.StandardScaler"`, 1, 15, "is no classifier and no regressor"},
		{`estimator = "sklearn.svm.SVR"`, 1, 15, `SVR is a regressor|Learner "l6" cannot do the binary problems`},
		{`estimator = "sklearn.multiclass.OneVsOneClassifier"`, 1, 15, "OneVsOneClassifier needs estimator"},
		{"estimator = \"sklearn.svm.SVC\"\n  params = { c = 1 }", 2, 18, `SVC has no parameter c|Did you mean "C"?`},
		{"estimator = \"sklearn.svm.SVC\"\n  params = { C = -1 }", 2, 18, "The 'C' parameter of SVC must be a float"},
		{"estimator = \"sklearn.svm.SVC\"\n  output = \"predict_proba\"", 2, 12, "has no predict_proba"},
		{"estimator = \"sklearn.svm.SVC\"\n  params = { decision_function_shape = \"ovo\" }", 2, 40, "pairs of classes"},
		{"estimator = \"sklearn.ensemble.BaggingClassifier\"\n  params = {\n    estimator = {\n      estimator = " +
			"\"sklearn.tree.DecisionTreeClassifier\"\n      params    = { max_dept = 1 }\n    }\n  }", 5, 32,
			`DecisionTreeClassifier has no parameter max_dept|Did you mean "max_depth"?`},
	}
	text := fmt.Sprintf("bench {\n  required_plugins {\n    sklearn = { source = %q }\n  }\n}\n", p.pack) +
		"dataset \"d\" {\n  generate = \"blobs\"\n  rows     = 30\n}\nreduction \"one_vs_rest\" \"ova\" {}\n"
	var wanted []string
	for i, test := range tests {
		place := fmt.Sprintf("bad.hcl:%d:%d", strings.Count(text, "\n")+1+test.line, test.from)
		wanted = append(wanted, append(strings.Split(test.words, "|"), place)...)
		text += fmt.Sprintf("learner \"sklearn\" \"l%d\" {\n  %s\n}\n", i, test.body)
	}
	p.write("bad.hcl", text)
	_, stderr, status := p.bench("validate", "bad.hcl")
	flat := strings.Join(strings.Fields(stderr), " ")
	for _, words := range wanted {
		if !strings.Contains(flat, words) {
			t.Errorf("no %q", words)
		}
	}
	if t.Failed() || status != 2 {
		t.Errorf("status %d:\n%s", status, stderr)
	}
}

// Data that an estimator refuses fail its cells, and the run goes on.
func TestSklearnRefusesData(t *testing.T) {
	p := newSklearnPack(t)
	p.experiment("data.hcl", `
experiment "data" {}
dataset "d" {
  generate = "blobs"
  rows     = 30
}
learner "sklearn" "counts" { estimator = "sklearn.naive_bayes.MultinomialNB" }
learner "sklearn" "normal" { estimator = "sklearn.naive_bayes.GaussianNB" }
reduction "one_vs_rest" "ova" {}
validation { folds = 3 }
`)
	_, stderr, status := p.bench("run", "data.hcl")
	for _, words := range []string{"ValueError: Negative values in data passed to MultinomialNB", "3 cells ok, 3 failed"} {
		if status == 0 || !strings.Contains(strings.Join(strings.Fields(stderr), " "), words) {
			t.Errorf("status %d, no %q in:\n%s", status, words, stderr)
		}
	}
	if cells := p.must("export", "cells", "results/data"); !strings.Contains(cells, `File ""main.py""`) {
		t.Errorf("the cells do not say where:\n%s", cells)
	}
}

// Boosted stumps of lightgbm and xgboost are told which columns are categories: one
// split separates values that no threshold on their numbers separates.
func TestCategoriesReachEstimators(t *testing.T) {
	p := newSklearnPack(t)
	rows := "hue,class\n"
	for i := range 160 {
		hue := i % 8
		rows += fmt.Sprintf("%c,%c\n", 'a'+hue, "xyyxyxxy"[hue])
	}
	p.write("hues.csv", rows)
	p.experiment("hues.hcl", `
experiment "hues" {}
dataset "hues" {
  file   = "hues.csv"
  target = "class"
}
encoder "ordinal" "factors" { numeric = "none" }
learner "sklearn" "light" {
  estimator = "lightgbm.LGBMClassifier"
  params    = { n_estimators = 1, max_depth = 1, min_data_per_group = 1, cat_smooth = 1, verbosity = -1 }
}
learner "sklearn" "xgb" {
  estimator = "xgboost.XGBClassifier"
  params    = { n_estimators = 1, max_depth = 1, max_cat_to_onehot = 1 }
}
learner "sklearn" "numbers" {
  estimator = "sklearn.tree.DecisionTreeClassifier"
  params    = { max_depth = 1 }
}
reduction "direct" "direct" {}
validation { folds = 2 }
metric "accuracy" {}
`)
	p.must("run", "hues.hcl")
	summary, err := os.ReadFile(filepath.Join(p.path, "results/hues/summary.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"light", "xgb"} {
		if !strings.Contains(string(summary), "hues,factors,"+want+",direct,accuracy,1,") {
			t.Errorf("%s does not know the categories:\n%s", want, summary)
		}
	}
	if strings.Contains(string(summary), "hues,factors,numbers,direct,accuracy,1,") {
		t.Error("a threshold separates the hues")
	}
}

// nearest is an estimator of a user's own, which imports what lies beside it.
const nearest = `
import numpy as np
from sklearn.base import BaseEstimator, ClassifierMixin
from beside import FACTOR


class NearestMedian(ClassifierMixin, BaseEstimator):
    def fit(self, X, y):
        self.classes_ = np.unique(y)
        self.centers_ = np.array([FACTOR * np.median(X[y == c], axis=0) for c in self.classes_])
        return self

    def decision_function(self, X):
        d = ((X[:, None, :] - self.centers_[None]) ** 2).sum(axis=2)
        return d[:, 0] - d[:, 1]

    def predict(self, X):
        return self.classes_[(self.decision_function(X) > 0).astype(int)]
`

// An estimator of the user's own, named by its file or found on the path, is run anew
// when it is edited, or what it imports.
func TestSklearnOwnEstimator(t *testing.T) {
	p := newSklearnPack(t)
	for _, test := range []struct{ name, estimator, env string }{
		{"file", "./mine.py:NearestMedian", ""},
		{"path", "mine.NearestMedian", fmt.Sprintf(", env = { PYTHONPATH = %q }", p.path+"/path")},
	} {
		file := test.name + "/e.hcl"
		p.write(test.name+"/mine.py", nearest)
		p.write(test.name+"/beside.py", "FACTOR = +1\n")
		p.write(file, fmt.Sprintf("bench {\n  required_plugins {\n    sklearn = { source = %q%s }\n  }\n}\n", p.pack, test.env)+
			"dataset \"blobs\" { generate = \"blobs\" }\nreduction \"one_vs_rest\" \"ova\" {}\nmetric \"accuracy\" {}\n"+
			fmt.Sprintf("learner \"sklearn\" \"own\" { estimator = %q }\n", test.estimator))
		run := func() string {
			t.Helper()
			_, stderr, status := p.bench("run", file, "-out", test.name+"/results")
			if status != 0 {
				t.Fatalf("%s: status %d: %s", test.name, status, stderr)
			}
			scores, err := os.ReadFile(filepath.Join(p.path, test.name, "results/scores.csv"))
			if err != nil {
				t.Fatal(err)
			}
			return string(scores)
		}
		before := run()
		p.write(test.name+"/beside.py", "FACTOR = -1\n")
		stdout, _, _ := p.bench("plan", file, "-out", test.name+"/results")
		if after := run(); after == before || !strings.Contains(stdout, "10 of 10 cells changed") {
			t.Errorf("%s: what is imported was edited, and nothing is run anew: %s", test.name, stdout)
		}
		p.write(test.name+"/beside.py", "FACTOR = +1\n")
		if run() != before {
			t.Errorf("%s: the file is back, and the numbers are not", test.name)
		}
	}
	right, err := os.ReadFile(filepath.Join(p.path, "file/e.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	p.write("file/wrong.hcl", must.Replace(string(right), "./mine.py:", "mine."))
	if _, stderr, status := p.bench("validate", "file/wrong.hcl"); status != 2 ||
		!strings.Contains(strings.Join(strings.Fields(stderr), " "), `write "./mine.py:NearestMedian"`) || strings.Contains(stderr, "pip install mine") {
		t.Errorf("a file that lies beside the experiment is not seen: %d, %s", status, stderr)
	}
}
