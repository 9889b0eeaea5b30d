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
	file, diags := parse("test.hcl", []byte(minimal+`
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
