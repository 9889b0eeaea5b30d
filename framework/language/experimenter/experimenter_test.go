package experimenter

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/test/must"
)

// imported is the experiment file of a setup in testdata, written in a folder with some data.
func imported(t *testing.T, setup string, weka bool) (text string, left int) {
	t.Helper()
	folder := t.TempDir()
	for name, data := range map[string]string{
		"iris.arff":    "@relation iris\n@attribute x numeric\n@attribute c {a,b}\n@data\n1,a\n2,b\n",
		"glass.arff":   "@relation glass\n@attribute x numeric\n@attribute c {a,b}\n@data\n1,a\n2,b\n",
		"soybean.arff": "@relation soybean\n@attribute x {p,q}\n@attribute c {a,b}\n@data\np,a\nq,b\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	content, err := os.ReadFile(filepath.Join("testdata", setup))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Parse(content)
	if err != nil {
		t.Fatal(err)
	}
	file, left, diags := s.Text(Target{Name: "it", Setup: filepath.Join(folder, setup), Folder: folder, WEKA: weka})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	path := filepath.Join(folder, "it.hcl")
	if err := os.WriteFile(path, file, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, diags := experiment.Parse(path, nil); diags.HasErrors() {
		t.Fatalf("%v\n%s", diags, file)
	}
	return string(file), left
}

// lacks says what a text has not, comments joined and blanks as one.
func lacks(t *testing.T, text string, wants ...string) {
	t.Helper()
	plain := strings.Join(strings.Fields(must.ReplaceAll(text, "\n#", "\n")), " ")
	for _, want := range wants {
		if !strings.Contains(plain, want) {
			t.Errorf("lacks %s\n%s", want, text)
		}
	}
}

// Setups that WEKA wrote: each classifier is there, as a learner with its reduction or as a comment.
func TestSetup(t *testing.T) {
	text, left := imported(t, "setup.xml", false)
	lacks(t, text, "2 runs of 5-fold cross-validation, 10 classifiers on 2 datasets", `file = "iris.arff"`,
		`learner "logreg" "logistic" { C = 50000000`, `learner "kernel_svm" "smo" { kernel = "linear" C = 1 tol = 0.001 }`,
		`learner "tree" "j48" { criterion = "entropy" min_samples_leaf = 2 }`, `learner "naive_bayes" "naive_bayes" {}`,
		`learner "knn" "ibk" { k = 3 }`, `Not imported: weka.classifiers.trees.RandomForest -P 100 -I 20`,
		`bench has no learner of its own like RandomForest.`, `classifier = "weka.classifiers.trees.RandomForest"`,
		`grid "ova_standard" { encoders = [encoder.standard] learners = [learner.logistic] reductions = [reduction.ova] }`,
		`grid "ovo_range" { encoders = [encoder.range] learners = [learner.smo] reductions = [reduction.ovo] }`,
		`reduction "ecoc" "random"`, `reduction "ecoc" "exhaustive"`, `folds = 5 repeats = 2`,
		`baseline = "logistic/direct"`)
	if left != 1 || strings.Contains(text, "datasets") && strings.Contains(text, "dataset.iris") {
		t.Errorf("%d left out\n%s", left, text)
	}
	text, left = imported(t, "setup.xml", true)
	lacks(t, text, `learner "weka" "random_forest" { classifier = "weka.classifiers.trees.RandomForest"`,
		`options = "-M 3 -R 2.0 -S 1 -W weka.classifiers.functions.Logistic -- -R 1.0E-8 -M -1 -num-decimal-places 4"`,
		`\"weka.classifiers.functions.supportVector.PolyKernel -E 1.0 -C 250007\"`, `baseline = "logistic/direct"`)
	if left != 0 || strings.Count(text, `learner "weka"`) != 10 {
		t.Errorf("%d left out\n%s", left, text)
	}
}

// Datasets with categories, kernels, distances, and what has no counterpart.
func TestMixed(t *testing.T) {
	text, left := imported(t, "mixed.xml", false)
	lacks(t, text, "1 run of a split with 50 % of the rows for training", "gone.arff was not found: correct the path",
		`grid "direct_plain" { datasets = [dataset.iris, dataset.gone]`,
		`grid "direct_factors" { datasets = [dataset.soybean]`,
		`learner "naive_bayes" "naive_bayes_2" { kind = "mixed" }`,
		`kernel = "rbf" gamma = 0.1 C = 1 tol = 0.001 calibrate = "sigmoid"`,
		`kernel = "poly" degree = 2 gamma = 1 coef0 = 1`, `learner "majority" "zero_r" {}`,
		`k = 1 weights = "distance" metric = "manhattan"`, "bench has no learner of its own like AdaBoostM1",
		"kernel_svm does not have the kernel Puk", "Two classifiers of the setup are the same here: smo_2 with ovo",
		`reduction "one_vs_one" "coupled" { decoding = "coupling"`, "trains on the first rows of the file",
		`test = 0.5 # of 50 % for training stratify = false repeats = 1`)
	if left != 2 {
		t.Errorf("%d left out", left)
	}
	text, _ = imported(t, "split.xml", false)
	lacks(t, text, `learner "logreg" "logistic" { C = 50 # 1/(2·ridge), ridge 0.01 }`, `test = 0.34`, `repeats = 5`)
}

// What is not a setup, or of a kind that cannot be imported, is an error that says what to do.
func TestMistakes(t *testing.T) {
	whole, err := os.ReadFile("testdata/split.xml")
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ old, new, want string }{
		"Java":   {string(whole), "\xac\xed\x00", "save it with the ending .xml"},
		"no XML": {"</object>\n", "</objct>\n", "this is not XML"},
		"other class": {"weka.experiment.Experiment\"", "weka.core.Range\"", "no object of the class " +
			"weka.experiment.Experiment"},
		"no runs":   {`name="runUpper" primitive="yes">5`, `name="runUpper" primitive="yes">many`, `runUpper "many"`},
		"many runs": {`name="runUpper" primitive="yes">5`, `name="runUpper" primitive="yes">5000000`, `up to 10000 runs`},
		"producer": {"RandomSplitResultProducer", "LearningRateResultProducer",
			"cross-validation and percentage split are"},
		"share":      {">66.0<", ">166<", "options that do not divide the data"},
		"regression": {"ClassifierSplitEvaluator", "RegressionSplitEvaluator", "bench compares classifiers only"},
		"property":   {">classifier<", ">ridge<", `goes through values of the property "ridge"`},
		"empty":      {string(whole), "<object/>", "no object of the class"},
		"nothing":    {string(whole), " ", "there is no object in the file"},
	} {
		text := must.ReplaceAll(string(whole), c.old, c.new)
		if _, err := Parse([]byte(text)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", name, err, c.want)
		}
	}
	if _, err := Parse([]byte(strings.Repeat("<object>", 200))); err == nil || !strings.Contains(err.Error(),
		"within each other") {
		t.Error(err)
	}
}

// One classifier that the evaluator holds, below producers that wrap others.
func TestSingleClassifier(t *testing.T) {
	producer := func(options ...string) string {
		text := `<object class="weka.experiment.Experiment" name="__root__"><object name="runLower">3</object>` +
			`<object name="runUpper">4</object><object name="usePropertyIterator">false</object>` +
			`<object class="weka.experiment.AveragingResultProducer" name="resultProducer"><object name="options">`
		for _, o := range options {
			text += "<object>" + o + "</object>"
		}
		return text + "</object></object></object>"
	}
	s, err := Parse([]byte(producer("-W", "weka.experiment.CrossValidationResultProducer", "--", "-X", "3", "-W",
		"weka.experiment.ClassifierSplitEvaluator", "--", "-W", "weka.classifiers.lazy.IBk", "-I", "0", "--", "-K", "7")))
	if err != nil {
		t.Fatal(err)
	}
	file, _, diags := s.Text(Target{Name: "my setup", Setup: "x.xml", Folder: "."})
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	lacks(t, string(file), `experiment "my_setup"`, "k = 7", "folds = 3 repeats = 2", "begins with run 3", "means "+
		"over folds only",
		"The setup names no datasets")
}

func FuzzParse(f *testing.F) {
	for _, classifier := range []string{
		`functions.SMO" name="0"><object name="options"><object>-K</object><object>a.PolyKernel -L</object></object></object>`,
		`lazy.IBk" name="0"><object name="options"><object>-A</object><object>S -A "D -R \"1\""</object></object></object>`,
		`meta.MultiClassClassifier" name="0"><object name="options"><object>-M</object><object>3</object></object></object>`,
	} {
		f.Add([]byte(`<object class="weka.experiment.Experiment"><object name="runLower">1</object>` +
			`<object name="runUpper">1</object><object name="usePropertyIterator">true</object><object name="propertyPath"><object><object name="property">` +
			`classifier</object></object></object><object name="propertyArray"><object class="weka.classifiers.` + classifier +
			`</object><object class="weka.experiment.RandomSplitResultProducer" name="resultProducer"><object name="options">` +
			`<object>-W</object><object>weka.experiment.ClassifierSplitEvaluator</object></object></object></object>`))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		s, err := Parse(content)
		if err != nil {
			return
		}
		if len(s.Datasets) > 100 || len(s.Classifiers) > 100 {
			return
		}
		for _, weka := range []bool{false, true} {
			file, _, diags := s.Text(Target{Name: "it", Setup: "testdata/x.xml", Folder: "/nowhere", WEKA: weka})
			if diags.HasErrors() {
				t.Fatalf("%v\n%s", diags, file)
			}
		}
	})
}
