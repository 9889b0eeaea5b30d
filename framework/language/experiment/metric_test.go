package experiment

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Options stand in a metric's default name in file order, on stands before the
// type, and labels that could be mistaken are in quotes.
func TestDefaultMetricNames(t *testing.T) {
	catalog := fakeCatalog()
	catalog.Components = append(catalog.Components, contract.Component{Kind: contract.KindMetric, Name: "fbeta", Params: []contract.Param{
		{Name: "beta", Type: "number"}, {Name: "average", Type: "string"},
		{Name: "classes", Type: "list(string)"}, {Name: "on", Type: "string", Default: "test", OneOf: []string{"test", "train"}},
	}})
	file, diags := ParseText("test.hcl", []byte(minimal+`
metric "fbeta" { beta = 2 }
metric "fbeta" { on = "test" }
metric "fbeta" { on = "train" }
metric "fbeta" {
  on      = "train"
  average = "none"
  beta    = 0.5
}
metric "fbeta" { classes = ["a b", "c,d", "e[f]", "", "\"g\"", " h", "i/j", 1] }
metric "fbeta" {
  on   = "train"
  name = "mine"
}
table "t" { metric = metric["train:fbeta"] }
`), nil)
	exp, more := file.Bind(catalog)
	if diags = append(diags, more...); len(diags) > 0 {
		t.Fatal(diags)
	}
	var got []string
	for _, m := range exp.Metrics {
		got = append(got, m.Name)
	}
	want := []string{"fbeta(beta=2)", "fbeta", "train:fbeta", "train:fbeta(average=none,beta=0.5)",
		`fbeta(classes=[a b,"c,d","e[f]","","\"g\""," h",i/j,1])`, "mine"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	if exp.Tables[0].Metric != "train:fbeta" {
		t.Errorf("the table is of %q", exp.Tables[0].Metric)
	}
}

// A second label names a metric. One that a plugin offers keeps what bench obeys itself
// apart from what the plugin gets, and a tuned learner depends on what offers it.
func TestPluginMetric(t *testing.T) {
	catalog := fakeCatalog()
	catalog.Components = append(catalog.Components, contract.Component{
		Kind: contract.KindMetric, Name: "worst_group", Params: []contract.Param{{Name: "least", Type: "number", Default: 1.0}},
		Capabilities: contract.Capabilities{
			Properties: contract.SmallerIsBetter, Needs: []contract.ScoreKind{contract.Probability}},
	})
	file, diags := ParseText("test.hcl", []byte(minimal+`
metric "f1" "mine" { average = "micro" }
metric "worst_group" "worst" {
  least = 3
  on    = "train"
  over  = "pooled"
}
metric "worst_group" {}
learner "logreg" "tuned" {
  tune {
    C      = [1, 2]
    metric = metric.worst_group
  }
}
`), nil)
	exp, more := file.Bind(catalog)
	if diags = append(diags, more...); len(diags) > 0 {
		t.Fatal(diags)
	}
	mine, worst, plain := exp.Metrics[0], exp.Metrics[1], exp.Metrics[2]
	if mine.Name != "mine" || mine.Type != "f1" || mine.Plugin != nil {
		t.Errorf("the first is %+v", mine.Spec)
	}
	if worst.Name != "worst" || string(worst.Config) != `{"least":3}` || !worst.OnTrain() || !worst.Pools(false) ||
		!worst.SmallerIsBetter() || !worst.NeedsProbabilities() || worst.MultiLabel() || !worst.SingleLabel() {
		t.Errorf("the second is %+v with %+v", worst.Spec, worst.Plugin)
	}
	if plain.Name != "worst_group" || plain.OnTrain() || plain.Pools(false) || !plain.Pools(true) {
		t.Errorf("the third is %+v", plain.Spec)
	}
	tune := exp.Learners[len(exp.Learners)-1].Host
	before := string(tune.Config())
	plain.Plugin.Part = "another build"
	if before == string(tune.Config()) {
		t.Error("what a learner is tuned by is not a part of its identity")
	}
}
