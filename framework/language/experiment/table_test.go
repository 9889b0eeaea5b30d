package experiment

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/language/tables"
	"github.com/manyclass/bench/framework/results/plan"
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
	for _, p := range tables.Params() {
		if p.Doc == "" {
			t.Errorf("%s is not described", p.Name)
		}
		defaults[p.Name] = p.Default
	}
	if len(defaults) != 19 || !reflect.DeepEqual(defaults["rows"], exp.Tables[0].Rows) || !reflect.DeepEqual(defaults["columns"], exp.Tables[0].Columns) {
		t.Errorf("defaults %v, table %+v", defaults, exp.Tables[0])
	}
}

func TestPrintedTables(t *testing.T) {
	exp := bound(t, minimal+`
metric "accuracy" {}
table "paper" {
  metric           = metric.accuracy
  baseline         = ["lr/direct"]
  correction       = "holm"
  digits           = "uncertainty"
  highlight        = "second_best"
  caption          = <<-EOT
    Two
    lines
  EOT
  label            = "tab:main_1"
  width            = "page"
  font_size        = "small"
  transpose        = false
  longtable        = false
  rows_per_page    = 20
  columns_per_page = 5
}
table "digits" {
  metric     = metric.accuracy
  baseline   = "lr/direct"
  correction = "none"
  digits     = 3
  confidence = "wald"
  transpose  = true
  longtable  = true
}
`, nil)
	yes, no := true, false
	rows, columns := []string{"dataset"}, []string{"learner", "reduction"}
	want := []plan.Table{
		{Name: "paper", Metric: "accuracy", Rows: rows, Columns: columns, Baseline: "lr/direct", Correction: "holm",
			Print: plan.Print{Digits: "uncertainty", Highlight: "second_best", Caption: "Two lines", Label: "tab:main_1",
				Width: "page", FontSize: "small", Transpose: &no, RowsPerPage: 20, ColumnsPerPage: 5}},
		{Name: "digits", Metric: "accuracy", Rows: rows, Columns: columns, Baseline: "lr/direct",
			Print: plan.Print{Digits: "3", Confidence: "wald", Transpose: &yes, LongTable: true}},
	}
	if !reflect.DeepEqual(exp.Tables, want) {
		t.Errorf("got %+v\nwant %+v", exp.Tables, want)
	}
}

// chooser has three datasets, of which is known what follows, and three learners.
const chooser = `
experiment "e" {}
variable "least" { default = 3 }
locals { left = ["b"] }
dataset "a" {}
dataset "b" {}
dataset "c" {}
learner "logreg" "lr" {}
learner "svm" "s" { C = grid(1, 10) }
reduction "one_vs_rest" "ova" {}
metric "accuracy" {}
`

var chosenFrom = []plan.Dataset{
	{Name: "a", Rows: 10, Numeric: 2, Categorical: 1, Target: target.Target{Names: []string{"x", "y"}}},
	{Name: "b", Rows: 20, Numeric: 4, Missing: 7, Target: target.Target{Names: []string{"x", "y", "z"}}},
	{Name: "c", Rows: 30, Numeric: 8, Target: target.Target{Names: []string{"l", "m"}, MultiLabel: true}},
}

func TestWhere(t *testing.T) {
	for where, want := range map[string]string{
		"true": "", "null": "",
		"dataset.classes >= var.least": "a/lr a/s[C=1] a/s[C=10] c/lr c/s[C=1] c/s[C=10]",
		"dataset.labels == 0":          "c/lr c/s[C=1] c/s[C=10]",
		"dataset.features == 3":        "b/lr b/s[C=1] b/s[C=10] c/lr c/s[C=1] c/s[C=10]",
		"dataset.missing == 0 && dataset.rows < 25 && dataset.numeric + dataset.categorical > 0": "b/lr b/s[C=1] b/s[C=10] c/lr " +
			"c/s[C=1] c/s[C=10]",
		`learner.name != "s[C=1]"`:            "a/s[C=1] b/s[C=1] c/s[C=1]",
		`"s" == (learner.block)`:              "a/lr b/lr c/lr",
		`learner.type == "logreg"`:            "a/s[C=1] a/s[C=10] b/s[C=1] b/s[C=10] c/s[C=1] c/s[C=10]",
		`!contains(local.left, dataset.name)`: "b/lr b/s[C=1] b/s[C=10]",
		`contains(["a", "c"], dataset.name) && encoder.type == "one_hot" && reduction.name == "ova"`: "b/lr b/s[C=1] b/s[C=10]",
	} {
		exp := bound(t, chooser+"table \"t\" {\n  metric = metric.accuracy\n  where = "+where+"\n}\n", nil)
		tables, diags := exp.Choose(chosenFrom)
		var left []string
		for _, c := range tables[0].Without {
			left = append(left, c.Dataset+"/"+c.Learner)
		}
		if got := strings.Join(left, " "); got != want || len(diags) > 0 {
			t.Errorf("%s leaves out %s, want %s; %v", where, got, want, diags)
		}
		if text := tables[0].Where; where != "null" && text != where {
			t.Errorf("kept as %s", text)
		}
	}
}

// What is wrong only of some data is said where it is written.
func TestWhereOfData(t *testing.T) {
	for where, want := range map[string]string{
		"10 / (dataset.classes - 2) > 1":                   "Division by zero",
		"dataset.rows > 15 ? dataset.name == \"a\" : null": `Wrong type of value for "where"`,
	} {
		exp := bound(t, chooser+"table \"t\" {\n  metric = metric.accuracy\n  where = "+where+"\n}\n", nil)
		_, diags := exp.Choose(chosenFrom)
		if len(diags) != 1 || diags[0].Summary != want || diags[0].Range == nil || diags[0].Range.Start.Line != 14 {
			t.Errorf("%s: %v", where, diags)
		}
	}
}

// An interval of shares of rows is refused of a metric that is not one.
func TestIntervalOfAnotherMetric(t *testing.T) {
	const block = "metric \"log_loss\" {}\ntable \"t\" {\n  metric = metric.log_loss\n  confidence = \"%s\"\n}\n"
	if got := said(minimal + fmt.Sprintf(block, "wald_within")); !strings.Contains(got, `Metric "log_loss" has no interval of this kind`) {
		t.Error(got)
	}
	if got := said(minimal + fmt.Sprintf(block, "corrected")); got != "" {
		t.Error(got)
	}
}
