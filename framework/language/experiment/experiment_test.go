package experiment

import (
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/test/must"
)

// bound binds a text that must have no errors.
func bound(t *testing.T, src string, vars map[string]string) *Experiment {
	t.Helper()
	file, diags := ParseText("dir/test.hcl", []byte(src), vars)
	if file == nil {
		t.Fatalf("not parsed:\n%v", diags)
	}
	exp, more := file.Bind(fakeCatalog())
	if all := append(diags, more...); all.HasErrors() {
		t.Fatalf("not bound:\n%v", all)
	}
	return exp
}

// summaries returns what is said of a text.
func summaries(src string, vars map[string]string, c Catalog) []string {
	file, diags := ParseText("test.hcl", []byte(src), vars)
	if file != nil {
		_, more := file.Bind(c)
		diags = append(diags, more...)
	}
	var all []string
	for _, d := range diags.Sorted() {
		all = append(all, d.Summary)
	}
	return all
}

func names(instances []Instance) []string {
	var all []string
	for _, i := range instances {
		all = append(all, i.Name)
	}
	return all
}

// minimal is a file to which tests add what they are about.
const minimal = `
experiment "e" {}
dataset "d" {}
learner "logreg" "lr" {}
`

func TestSample(t *testing.T) {
	file, diags := Parse("testdata/sample.hcl", map[string]string{"folds": "5"})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	dir, err := filepath.Abs("testdata")
	if err != nil {
		t.Fatal(err)
	}
	if file.RequiredVersion != ">= 0.1" || file.VersionErrorf("", "s", "d").Range.Start != (diagnostic.Pos{Line: 8, Column: 22}) {
		t.Errorf("required version %q at %v", file.RequiredVersion, file.VersionErrorf("", "s", "d").Range)
	}
	if p := file.RequiredPlugins; len(p) != 1 || p[0].Name != "sklearn" || p[0].Source != filepath.Join(dir, "plugins/sklearn") {
		t.Errorf("required plugins %v", p)
	}
	exp, diags := file.Bind(fakeCatalog())
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if exp.Name != "uci" || exp.Title != "OvA, OvO and ECOC on UCI sets" || exp.Seed != 7 || !exp.SkipIncompatible {
		t.Errorf("experiment %+v", exp)
	}
	for _, c := range []struct {
		got  []Instance
		want []string
	}{
		{exp.Datasets, []string{"glass", "vowel", "moons"}},
		{exp.Encoders, []string{"plain", "counts"}},
		{exp.Learners, []string{"lr", "lda", "svm", "path[C=0.1]", "path[C=1]", "path[C=10]"}},
		{exp.Reductions, []string{"ova", "ovo", "dense", "mine[decoding=hamming]", "mine[decoding=loss_based]", "native"}},
	} {
		if got := names(c.got); !slices.Equal(got, c.want) {
			t.Errorf("got %v, want %v", got, c.want)
		}
	}
	if got, want := string(exp.Validation.Config), `{"folds":5,"repeats":1}`; got != want {
		t.Errorf("validation %s, want %s", got, want)
	}
	if got, want := string(exp.Datasets[0].Config), `{"file":"`+dir+`/data/glass.csv","target":"Type"}`; got != want {
		t.Errorf("dataset %s, want %s", got, want)
	}
	if got, want := string(exp.Reductions[3].Config), `{"decoding":"hamming","matrix":[[1,-1,-1,1],[-1,1,-1,-1],[-1,-1,1,0]]}`; got != want {
		t.Errorf("reduction %s, want %s", got, want)
	}
	wantTable := plan.Table{Name: "accuracy", Metric: "accuracy", Rows: []string{"dataset"}, Columns: []string{"learner", "reduction"}, Baseline: "lr/ova"}
	if len(exp.Tables) != 1 || !reflect.DeepEqual(exp.Tables[0], wantTable) {
		t.Errorf("tables %+v", exp.Tables)
	}
	if got, want := combinations(exp), []string{"glass plain lr ova", "glass plain lr ovo", "glass plain lda ova", "glass plain lda ovo"}; !slices.Equal(got, want) {
		t.Errorf("combinations %v, want %v", got, want)
	}
}

func combinations(exp *Experiment) []string {
	var all []string
	for _, c := range exp.Combinations {
		all = append(all, strings.Join([]string{c.Dataset.Name, c.Encoder.Name, c.Learner.Name, c.Reduction.Name}, " "))
	}
	return all
}

func TestVariants(t *testing.T) {
	tests := []struct {
		block string
		want  []string
	}{
		{`learner "svm" "v" { C = grid(0.1, 1) }`, []string{"v[C=0.1]", "v[C=1]"}},
		{`learner "svm" "v" { C = grid(1) }`, []string{"v[C=1]"}},
		{"learner \"svm\" \"v\" {\n loss = grid(\"hinge\", \"squared_hinge\")\n C = grid(1, 1e-7)\n}",
			[]string{"v[loss=hinge,C=1]", "v[loss=hinge,C=1e-7]", "v[loss=squared_hinge,C=1]", "v[loss=squared_hinge,C=1e-7]"}},
		{`learner "svm" "v" { C = logspace(-2, 1, 4) }`, []string{"v[C=0.01]", "v[C=0.1]", "v[C=1]", "v[C=10]"}},
		{`learner "svm" "v" { C = linspace(0.1, 0.5, 5) }`, []string{"v[C=0.1]", "v[C=0.2]", "v[C=0.3]", "v[C=0.4]", "v[C=0.5]"}},
		{`learner "svm" "v" { C = local.path }`, []string{"v[C=1]", "v[C=2]"}},
		{`learner "svm" "v" { C = grid([1, 2]...) }`, []string{"v[C=1]", "v[C=2]"}},
		{`learner "logreg" "v" { intercept = (grid(true, false)) }`, []string{"v[intercept=true]", "v[intercept=false]"}},
		{`learner "lda" "v" { priors = grid([0.5, 0.5], [1, 0]) }`, []string{"v[priors=[0.5,0.5]]", "v[priors=[1,0]]"}},
	}
	for _, test := range tests {
		exp := bound(t, "locals {\n path = grid(local.one, 2)\n one = 1\n}\ndataset \"d\" {}\nreduction \"ova\" \"ova\" {}\n"+test.block, nil)
		if got := names(exp.Learners); !slices.Equal(got, test.want) {
			t.Errorf("%s: got %v, want %v", test.block, got, test.want)
		}
		if exp.Learners[0].Block != "v" {
			t.Errorf("%s: block is named %q", test.block, exp.Learners[0].Block)
		}
	}
}

func TestSpaced(t *testing.T) {
	call := func(name string, lo, hi, n float64) []float64 {
		v, err := expression.Functions[name].Call([]cty.Value{cty.NumberFloatVal(lo), cty.NumberFloatVal(hi), cty.NumberFloatVal(n)})
		if err != nil {
			t.Fatal(err)
		}
		var out []float64
		for _, x := range v.EncapsulatedValue().(*expression.Choices).Values {
			f, _ := x.AsBigFloat().Float64()
			out = append(out, f)
		}
		return out
	}
	// Whole powers are the float64 nearest to the decimal.
	if got, want := call("logspace", -5, 5, 11), []float64{1e-5, 1e-4, 1e-3, 0.01, 0.1, 1, 10, 100, 1e3, 1e4, 1e5}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	// numpy.logspace(-1, 1, 5).
	for i, want := range []float64{0.1, 0.31622776601683794, 1, 3.1622776601683795, 10} {
		if got := call("logspace", -1, 1, 5)[i]; math.Abs(got-want) > 1e-15*want {
			t.Errorf("value %d is %v, want %v", i, got, want)
		}
	}
	if got, want := call("linspace", 0, 1, 5), []float64{0, 0.25, 0.5, 0.75, 1}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := call("linspace", 3, 7, 1), []float64{3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSynonymsAndDefaults(t *testing.T) {
	exp := bound(t, minimal+`
encoder "onehot" "a" {}
encoder "counters" "b" {}
reduction "one_vs_all" "a" {}
reduction "ova" "b" {}
reduction "all_pairs" "c" {}
reduction "ovo" "d" {}
`, nil)
	var types []string
	for _, i := range slices.Concat(exp.Encoders, exp.Reductions) {
		types = append(types, i.Component.Name)
	}
	if want := []string{"one_hot", "target", "one_vs_rest", "one_vs_rest", "one_vs_one", "one_vs_one"}; !slices.Equal(types, want) {
		t.Errorf("types %v, want %v", types, want)
	}
	exp = bound(t, minimal, nil)
	if got, want := combinations(exp), []string{"d one_hot lr direct"}; !slices.Equal(got, want) {
		t.Errorf("combinations %v, want %v", got, want)
	}
	if exp.Validation.Name != "stratified_kfold" || string(exp.Validation.Config) != `{"folds":10,"repeats":1}` {
		t.Errorf("validation %s %s", exp.Validation.Name, exp.Validation.Config)
	}
	if len(exp.Metrics) != 1 || exp.Metrics[0].Name != "accuracy" {
		t.Errorf("metrics %v", exp.Metrics)
	}
	if got, want := string(exp.Learners[0].Config), `{"C":1,"intercept":true,"penalty":"l2"}`; got != want {
		t.Errorf("learner %s, want %s", got, want)
	}
	if d := exp.Validation.Errorf("", []any{"folds"}, "Too many folds", "%d rows", 3); d.Range != nil || d.Detail != "3 rows" {
		t.Errorf("a default points at %v", d.Range)
	}
	if exp := bound(t, `dataset "d" {}`+"\n"+`learner "lda" "l" {}`, nil); exp.Name != "test" {
		t.Errorf("without an experiment block the name is %q", exp.Name)
	}
}

func TestNull(t *testing.T) {
	exp := bound(t, minimal+`learner "svm" "s" { C = null }`+"\n"+`reduction "ova" "ova" {}`, nil)
	if got, want := string(exp.Learners[1].Config), `{"C":1,"loss":"squared_hinge"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestPathsAreAbsolute(t *testing.T) {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	exp := bound(t, minimal+`
dataset "f" {
  file      = "../a.csv"
  test_file = "/data/b.csv"
}`, nil)
	if got, want := string(exp.Datasets[1].Config), `{"file":"`+dir+`/a.csv","test_file":"/data/b.csv"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestMetricNames(t *testing.T) {
	exp := bound(t, minimal+`
metric "f1" {}
metric "f1" { average = "macro" }
metric "f1" {
  classes = ["a", "b"]
  average = "micro"
}
metric "f1" {
  average = "none"
  name    = "per_class"
}
table "t" { metric = metric.f1 }
table "u" { metric = metric["f1(average=macro)"] }
`, nil)
	var got []string
	for _, m := range exp.Metrics {
		got = append(got, m.Name)
	}
	if want := []string{"f1", "f1(average=macro)", "f1(classes=[a,b],average=micro)", "per_class"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if exp.Tables[0].Metric != "f1" || exp.Tables[1].Metric != "f1(average=macro)" {
		t.Errorf("tables %+v", exp.Tables)
	}
	if got, want := string(exp.Metrics[3].Config), `{"average":"none"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestVariables(t *testing.T) {
	const src = minimal + `
variable "folds" { default = 10 }
variable "penalty" { default = "l2" }
variable "on" { default = true }
variable "cs" { default = [1, 2] }
variable "c" { type = number }
learner "logreg" "v" {
  C         = var.c
  penalty   = lower(var.penalty)
  intercept = !var.on
}
learner "logreg" "w" { C = grid(var.cs...) }
validation { folds = var.folds * 2 }
`
	exp := bound(t, src, map[string]string{"folds": "3", "penalty": "L1", "on": "false", "cs": "[5]", "c": "0.25"})
	if got, want := string(exp.Learners[1].Config), `{"C":0.25,"intercept":true,"penalty":"l1"}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := names(exp.Learners); got[2] != "w[C=5]" {
		t.Errorf("learners %v", got)
	}
	if got, want := string(exp.Validation.Config), `{"folds":6,"repeats":1}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	tests := []struct {
		vars map[string]string
		want string
	}{
		{map[string]string{}, `Variable "c" has no value`},
		{map[string]string{"c": "1", "fold": "5"}, `-var fold: test.hcl has no such variable`},
		{map[string]string{"c": "1", "folds": "many"}, `-var folds=many cannot be used`},
		{map[string]string{"c": "1", "folds": "1e999"}, `-var folds=1e999 cannot be used`},
		{map[string]string{"c": "NaN"}, `-var c=NaN cannot be used`},
		{map[string]string{"c": "1", "on": "yes"}, `-var on=yes cannot be used`},
		{map[string]string{"c": "1", "cs": "5"}, `-var cs=5 cannot be used`},
		{map[string]string{"c": "1", "cs": "[5"}, `-var cs=[5 cannot be used`},
	}
	for _, test := range tests {
		if got := summaries(src, test.vars, fakeCatalog()); !slices.Equal(got, []string{test.want}) {
			t.Errorf("%v: got %q, want %q", test.vars, got, test.want)
		}
	}
}

func TestGrids(t *testing.T) {
	exp := bound(t, `
dataset "a" {}
dataset "b" {}
learner "logreg" "lr" { C = grid(1, 10) }
learner "lda" "lda" {}
grid "one" {
  datasets = [dataset.b]
  learners = [learner.lr]
}
grid "two" { learners = concat([learner.lda], [learner.lr]) }
`, nil)
	want := []string{
		"b one_hot lr[C=1] direct", "b one_hot lr[C=10] direct",
		"a one_hot lr[C=1] direct", "a one_hot lr[C=10] direct", "a one_hot lda direct", "b one_hot lda direct",
	}
	if got := combinations(exp); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// The datasets that grids need are known before the plugins are.
func TestNeededDatasets(t *testing.T) {
	for text, want := range map[string]map[string]bool{
		"":                                       nil,
		`grid "one" { learners = [learner.lr] }`: {"a": true, "b": true},
		"grid \"one\" {\n datasets = [dataset.b]\n learners = [learner.lr]\n}":             {"b": true},
		"grid \"one\" { datasets = [dataset.b] }\ngrid \"two\" { datasets = [dataset.b] }": {"b": true},
	} {
		src := "dataset \"a\" {}\ndataset \"b\" {}\nlearner \"logreg\" \"lr\" {}\n" + text + "\n"
		file, diags := ParseText("test.hcl", []byte(src), nil)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		without := fakeCatalog()
		without.Components = slices.DeleteFunc(slices.Clone(without.Components), func(c contract.Component) bool {
			return c.Kind == contract.KindLearner || c.Kind == contract.KindReducer
		})
		without.Incomplete = true
		if exp, _ := file.Bind(without); !maps.Equal(exp.Needed, want) {
			t.Errorf("%s: %v, want %v", text, exp.Needed, want)
		}
	}
}

func TestSkipIncompatible(t *testing.T) {
	exp := bound(t, `
experiment "e" { on_incompatible = "skip" }
dataset "d" {}
learner "svm" "svm" {}
learner "lda" "lda" {}
reduction "direct" "native" {}
reduction "ecoc" "dense" {}
metric "log_loss" {}
`, nil)
	var reasons []string
	var gives []bool
	for _, c := range exp.Combinations {
		reasons = append(reasons, c.Incompatible())
		gives = append(gives, c.GivesProbabilities())
	}
	if want := []string{`learner "svm" cannot do the multiclass problems of reduction "native"`, "", "", ""}; !slices.Equal(reasons, want) {
		t.Errorf("reasons %q", reasons)
	}
	// The probabilities of lda count as log-odds.
	if want := []bool{false, false, true, true}; !slices.Equal(gives, want) {
		t.Errorf("probabilities %v, want %v", gives, want)
	}
}

func TestNarrowed(t *testing.T) {
	catalog := fakeCatalog()
	catalog.Validate = func(c contract.Component, cfg contract.Config) (contract.Verdict, error) {
		narrowed := c.Capabilities
		if strings.Contains(string(cfg), "coupling") {
			narrowed.Probabilities = []contract.ScoreKind{contract.LogOdds}
		}
		return contract.Verdict{Capabilities: narrowed}, nil
	}
	const src = minimal + `
reduction "ovo" "vote" {}
reduction "ovo" "coupling" { decoding = "coupling" }
metric "log_loss" {}
`
	file, _ := ParseText("test.hcl", []byte(src), nil)
	_, diags := file.Bind(catalog)
	if len(diags) != 1 || !strings.HasPrefix(diags[0].Detail, "None come from: vote. Choose a reduction or a decoding ") {
		t.Errorf("got %v", diags)
	}
}

func TestMissingTypes(t *testing.T) {
	catalog := fakeCatalog()
	catalog.Components = slices.DeleteFunc(catalog.Components, func(c contract.Component) bool { return c.Kind == contract.KindReducer })
	if got, want := summaries(minimal, nil, catalog), []string{`There is no reduction type "direct"`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := summaries(minimal, nil, Catalog{}); len(got) != 6 {
		t.Errorf("an empty catalog: got %q", got)
	}
	file, _ := ParseText("test.hcl", []byte(minimal+"learner \"weka\" \"j48\" {}\n"), nil)
	if _, diags := file.Bind(fakeCatalog()); len(diags) != 1 || !strings.Contains(diags[0].Detail, "type make packs in the") {
		t.Errorf("a pack: %v", diags)
	}
	for name, want := range map[string]string{
		"RandomForest": "The pack sklearn is not set up: type make packs in the folder that bench was built in, and write\n\n" +
			"  learner \"sklearn\" \"RandomForest\" {\n    estimator = \"sklearn.ensemble.RandomForestClassifier\"\n  }",
		"random_forrest":            "sklearn.ensemble.RandomForestClassifier",
		"gbm":                       "sklearn.ensemble.HistGradientBoostingClassifier",
		"mlp":                       "sklearn.neural_network.MLPClassifier",
		"MLPClassifier":             "sklearn.neural_network.MLPClassifier",
		"C4.5":                      "classifier = \"weka.classifiers.trees.J48\"",
		"Support Vector Classifier": "The learner types are",
		"linear_svc":                `Write learner "svm" "linear_svc" {}.`,
		"svn":                       `Did you mean "svm"? The learner types are`,
	} {
		file, _ := ParseText("test.hcl", []byte(minimal+"learner "+fmt.Sprintf("%q", name)+" \"l\" {}\n"), nil)
		if _, diags := file.Bind(fakeCatalog()); len(diags) != 1 || !strings.Contains(diags[0].Detail, want) {
			t.Errorf("%s: %v", name, diags)
		}
	}
	set := fakeCatalog()
	set.Idle = []contract.Component{{Kind: contract.KindLearner, Name: "sklearn"}}
	file, _ = ParseText("test.hcl", []byte(minimal+"learner \"xgboost\" \"l\" {}\n"), nil)
	if _, diags := file.Bind(set); len(diags) != 1 || !strings.HasPrefix(diags[0].Detail, "It is in the pack sklearn. Write\n\n") {
		t.Errorf("a pack that is set up: %v", diags)
	}
	strange := fakeCatalog()
	strange.Components = append([]contract.Component{{Kind: contract.KindLearner, Name: "odd",
		Params: []contract.Param{{Name: "x", Type: "object({a=number})"}, {Name: "y", Type: "list("}}}}, strange.Components...)
	got := summaries(minimal+`learner "odd" "o" {
  x = 1
  y = 2
}`, nil, strange)
	if want := []string{`Attribute "x" cannot be used`, `Attribute "y" cannot be used`}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestNames(t *testing.T) {
	for _, name := range []string{"", "a/b", "a,b", "a[b", "a]b", `a\nb`} {
		src := `dataset "` + name + `" {}` + "\n" + `learner "logreg" "lr" {}`
		if got := summaries(src, nil, fakeCatalog()); len(got) != 1 {
			t.Errorf("dataset %q: got %q", name, got)
		}
	}
	for _, name := range []string{"", ".", "..", "a/b", `a\\b`, "a..b"} {
		src := `experiment "` + name + `" {}` + "\n" + `dataset "d" {}` + "\n" + `learner "logreg" "lr" {}`
		if got := summaries(src, nil, fakeCatalog()); len(got) != 1 {
			t.Errorf("experiment %q: got %q", name, got)
		}
	}
	exp := bound(t, minimal+"dataset \"my data\" {}\ngrid \"g\" { datasets = [dataset[\"my data\"], dataset.d] }", nil)
	if len(exp.Combinations) != 2 {
		t.Errorf("combinations %v", combinations(exp))
	}
}

func TestUnreadable(t *testing.T) {
	file, diags := Parse("testdata/none.hcl", nil)
	if file != nil || len(diags) != 1 || !diags.HasErrors() {
		t.Errorf("got %v, %v", file, diags)
	}
}

// Scores of inner folds are kept beside those of test rows, not alone.
func TestKeepInnerScores(t *testing.T) {
	with := func(attributes string) string {
		return must.Replace(minimal, `experiment "e" {}`, "experiment \"e\" {\n"+attributes+"\n}")
	}
	if exp := bound(t, with("keep_scores = true\nkeep_inner_scores = true"), nil); !exp.KeepScores || !exp.KeepInner {
		t.Errorf("%+v", exp)
	}
	if exp := bound(t, with("keep_scores = true"), nil); !exp.KeepScores || exp.KeepInner {
		t.Errorf("%+v", exp)
	}
	if got := summaries(with("keep_inner_scores = true"), nil, fakeCatalog()); !slices.Equal(got, []string{"Scores of inner folds alone are not kept"}) {
		t.Errorf("%q", got)
	}
}
