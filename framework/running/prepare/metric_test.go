package prepare

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
)

// remarksOnMetrics binds metric blocks, the first of which begins on line 1,
// with the datasets abc and cde, named like their classes, and returns what is
// said as "line:column severity summary: detail".
func remarksOnMetrics(t *testing.T, metrics string) []string {
	t.Helper()
	dir := t.TempDir()
	for _, classes := range []string{"abc", "cde"} {
		rows := "x,y\n"
		for i := range 6 {
			rows += fmt.Sprintf("%d,%c\n", i, classes[i%3])
		}
		metrics += fmt.Sprintf("\ndataset %q {\n file = \"%s.csv\"\n target = \"y\"\n}", classes, classes)
		if err := os.WriteFile(filepath.Join(dir, classes+".csv"), []byte(rows), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	path := filepath.Join(dir, "e.hcl")
	text := metrics + "\nlearner \"l\" \"l\" {}\nreduction \"direct\" \"r\" {}\nvalidation { folds = 2 }\n"
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	native := contract.Capabilities{Tasks: []contract.Task{contract.Multiclass}}
	components := slices.Concat([]contract.Component{
		{Kind: contract.KindDataset, Name: "dataset", Params: loader.Params()},
		{Kind: contract.KindLearner, Name: "l", Capabilities: native},
		{Kind: contract.KindReducer, Name: "direct", Capabilities: native},
	}, encode.Components(), fold.Components(), metric.Components())
	file, diags := experiment.Parse(path, nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	exp, diags := file.Bind(experiment.Catalog{Components: components})
	p := &Prepared{Experiment: exp}
	for i := range exp.Datasets {
		d, found := (*Ahead)(nil).loadDataset(&exp.Datasets[i], exp)
		if found.HasErrors() {
			t.Fatal(found)
		}
		p.Datasets = append(p.Datasets, d)
	}
	var said []string
	for _, d := range append(diags, checkMetrics(p)...) {
		said = append(said, fmt.Sprintf("%d:%d %s %s: %s", d.Range.Start.Line, d.Range.Start.Column, d.Severity, d.Summary, d.Detail))
	}
	return said
}

func TestClassesOfMetrics(t *testing.T) {
	for _, c := range []struct {
		metrics string
		want    []string // beginnings
	}{
		{`metric "f1" { classes = ["a", "b"] }`, []string{
			`1:25 warning Not all datasets have the classes of metric "f1(classes=[a,b])": It is NaN, with status skipped, for: cde.`}},
		{`metric "f1" { classes = ["a", "b"] }` + "\n" + `metric "recall" { classes = ["d", "e"] }` + "\n" + `metric "mcc" { classes = ["b", "a"] }`, []string{
			`1:25 warning Not all datasets have the classes of 2 metrics: They are NaN, with status skipped, for: cde. They are: f1(classes=[a,b]), mcc(classes=[b,a]).`,
			`2:29 warning Not all datasets have the classes of metric "recall(classes=[d,e])": It is NaN, with status skipped, for: abc.`}},
		{`metric "f1" { classes = ["c", "C"] }`, []string{
			`1:31 error Dataset "abc" has no class "C": Did you mean "c"? The classes that occur in it are: a, b, c.`,
			`1:31 error Dataset "cde" has no class "C": Did you mean "c"? The classes that occur in it are: c, d, e.`}},
		{`metric "f1" { classes = ["a", "e"] }`, []string{
			`1:31 error Dataset "abc" has no class "e"`, `1:26 error Dataset "cde" has no class "a"`}},
		{`metric "f1" { classes = ["c"] }`, []string{`1:25 error The list of classes is wrong: It must name two`}},
		{`metric "f1" { classes = ["a", "b", "a"] }`, []string{`1:36 error The list of classes is wrong: It names "a" twice.`}},
		{`metric "f1" { k = 2 }`, []string{`1:15 error Unknown attribute "k"`}},
		{`metric "fbeta" { beta = 0 }`, []string{`1:25 error Value outside the range of "beta": This must be a number above 0`}},
		{`metric "ece" { bins = 0.5 }`, []string{`1:23 error Value outside the range of "bins": This must be a whole number of at least 1`}},
		{`metric "accuracy" { on = "tests" }`, []string{`1:26 error Unknown value "tests" for "on": Did you mean "test"?`}},
		{"metric \"auc\" {\n mode = \"ovo\"\n average = \"micro\"\n}", []string{`3:12 error Pairs of classes have no such average`}},
		{`metric "top_k" { k = 3 }`, []string{`1:22 warning Metric "top_k(k=3)" is always 1: There are no more than k = 3 classes in: abc, cde.`}},
		{`metric "top_k" {}`, nil},
		{`metric "confusion" { on = "train" }`, nil},
	} {
		got := remarksOnMetrics(t, c.metrics)
		good := len(got) == len(c.want)
		for i := range min(len(got), len(c.want)) {
			good = good && strings.HasPrefix(got[i], c.want[i])
		}
		if !good {
			t.Errorf("%s:\ngot %q\nwant %q", c.metrics, got, c.want)
		}
	}
}

// Of many metrics a warning names the first.
func TestManyMetricsOfOtherClasses(t *testing.T) {
	var metrics []string
	for i := range 7 {
		metrics = append(metrics, fmt.Sprintf("metric \"f1\" {\n name = \"m%d\"\n classes = [\"a\", \"b\"]\n}", i))
	}
	got := remarksOnMetrics(t, strings.Join(metrics, "\n"))
	want := `3:12 warning Not all datasets have the classes of 7 metrics: They are NaN, with status skipped, for: cde. They are: m0, m1, m2, m3, m4 and 2 more.`
	if len(got) != 1 || got[0] != want {
		t.Errorf("got %q", got)
	}
}
