package experiment

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/plan"
)

func TestTables(t *testing.T) {
	exp := bound(t, minimal+`
variable "rule" { default = "worst" }
metric "accuracy" {}
metric "f1" { average = "none" }
metric "confusion" {}
table "plain" { metric = metric.accuracy }
table "null" {
  metric   = metric.accuracy
  missing  = null
  baseline = null
}
table "drop" {
  metric  = metric.accuracy
  missing = "drop"
}
table "worst" {
  missing  = var.rule
  metric   = metric.accuracy
  baseline = "lr/direct"
}
table "per class" {
  metric  = metric.f1
  rows    = "reduction"
  columns = ["learner", "encoder"]
}
`, nil)
	usual := plan.Table{Metric: "accuracy", Rows: []string{"dataset"}, Columns: []string{"learner", "reduction"}}
	var want []plan.Table
	for _, change := range []func(*plan.Table){
		func(t *plan.Table) { t.Name = "plain" },
		func(t *plan.Table) { t.Name = "null" },
		func(t *plan.Table) { t.Name, t.Missing = "drop", "drop" },
		func(t *plan.Table) { t.Name, t.Missing, t.Baseline = "worst", "worst", "lr/direct" },
		func(t *plan.Table) {
			*t = plan.Table{Name: "per class", Metric: "f1(average=none)", Rows: []string{"reduction"}, Columns: []string{"learner", "encoder"}}
		},
	} {
		table := usual
		change(&table)
		want = append(want, table)
	}
	if !reflect.DeepEqual(exp.Tables, want) {
		t.Errorf("got %+v\nwant %+v", exp.Tables, want)
	}
}

// What the reference says of rows and columns is what a table without them has.
func TestTableParamsTellTheDefaults(t *testing.T) {
	exp := bound(t, minimal+"\nmetric \"accuracy\" {}\ntable \"plain\" { metric = metric.accuracy }\n", nil)
	defaults := map[string]any{}
	for _, p := range TableParams() {
		if p.Doc == "" {
			t.Errorf("%s is not described", p.Name)
		}
		defaults[p.Name] = p.Default
	}
	if len(defaults) != 5 || !reflect.DeepEqual(defaults["rows"], exp.Tables[0].Rows) || !reflect.DeepEqual(defaults["columns"], exp.Tables[0].Columns) {
		t.Errorf("defaults %v, table %+v", defaults, exp.Tables[0])
	}
}
