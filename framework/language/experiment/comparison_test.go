package experiment

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/language/tables"
	"github.com/manyclass/bench/framework/results/plan"
)

func TestComparisons(t *testing.T) {
	exp := bound(t, minimal+`
metric "accuracy" {}
comparison "plain" { metric = metric.accuracy }
comparison "means" {
  metric  = metric.accuracy
  average = "learner.C"
  control = "lr/direct"
}
comparison "told" {
  metric  = metric.accuracy
  test    = ["friedman", "bayes_sign", "mcnemar"]
  control = "lr/direct"
  post_hoc = "hommel"
  rope    = 0
  level   = 0.1
}
`, nil)
	want := []plan.Comparison{
		{Name: "plain", Metric: "accuracy", Rope: 0.01, Level: 0.05},
		{Name: "means", Metric: "accuracy", Control: "lr/direct", Rope: 0.01, Level: 0.05, Average: []string{"learner.C"}},
		{Name: "told", Metric: "accuracy", Tests: []string{"friedman", "bayes_sign", "mcnemar"}, PostHoc: "hommel", Control: "lr/direct",
			Level: 0.1},
	}
	if !reflect.DeepEqual(exp.Comparisons, want) {
		t.Errorf("got %+v\nwant %+v", exp.Comparisons, want)
	}
}

// said is all that is said of a text.
func said(text string) string {
	file, diags := ParseText("test.hcl", []byte(text), nil)
	if file != nil {
		_, more := file.Bind(fakeCatalog())
		diags = append(diags, more...)
	}
	var b strings.Builder
	for _, d := range diags {
		b.WriteString(d.Summary + "\n" + d.Detail + "\n")
	}
	return b.String()
}

func TestComparisonsRefused(t *testing.T) {
	for name, c := range map[string]struct{ block, want string }{
		"metric":    {`comparison "c" {}`, `Attribute "metric" is missing`},
		"a table":   {`comparison "c" { metric = metric.confusion }`, `Metric "confusion" is not a number`},
		"per class": {`comparison "c" { metric = metric.f1 }`, `is a number for each class`},
		"test":      {"comparison \"c\" {\n metric = metric.accuracy\n test = [\"fridman\"]\n}", "friedman"},
		"mcnemar": {"comparison \"c\" {\n metric = metric.log_loss\n test = [\"friedman\", \"mcnemar\"]\n}",
			`McNemar's test cannot be made of metric "log_loss"`},
		"control": {"comparison \"c\" {\n metric = metric.accuracy\n control = \"lr/ovo\"\n}",
			`there is no method "lr/ovo". The methods are: lr/direct.`},
		"post-hoc": {"comparison \"c\" {\n metric = metric.accuracy\n control = \"lr/direct\"\n post_hoc = \"nemenyi\"\n}",
			"nemenyi compares all pairs"},
		"level": {"comparison \"c\" {\n metric = metric.accuracy\n level = 1\n}",
			"the level is 1; it must be between 0 and 1"},
		"rope": {"comparison \"c\" {\n metric = metric.accuracy\n rope = -1\n}", "rope"},
		"twice": {strings.Repeat("comparison \"c\" { metric = metric.accuracy }\n", 2),
			`There is a second comparison "c"`},
		"average of all": {"comparison \"c\" {\n metric = metric.accuracy\n average = [\"learner\"]\n}",
			"This must be a parameter of encoders, learners or reductions"},
		"average of datasets": {"comparison \"c\" {\n metric = metric.accuracy\n average = [\"learner.C\", \"dataset.name\"]\n}",
			`No dataset has a parameter "name"`},
		"average of nothing": {"comparison \"c\" {\n metric = metric.accuracy\n average = \"reduction.draw\"\n}",
			`No reduction has a parameter "draw"`},
		"mcnemar of means": {"comparison \"c\" {\n metric = metric.accuracy\n average = \"learner.C\"\n test = [\"mcnemar\"]\n}",
			"McNemar's test cannot be made of means"},
		"control of a variant": {"comparison \"c\" {\n metric = metric.accuracy\n average = \"learner.C\"\n control = \"v[C=1]/direct\"\n}",
			`there is no method "v[C=1]/direct". The methods are: lr/direct, v/direct.`},
		"attribute": {"comparison \"c\" {\n metric = metric.accuracy\n tests = []\n}", `"test"`},
	} {
		text := minimal + "metric \"accuracy\" {}\nmetric \"confusion\" {}\nmetric \"f1\" { average = \"none\" }\n" +
			"metric \"log_loss\" {}\n" +
			c.block + "\n"
		if name == "control of a variant" {
			text += "learner \"logreg\" \"v\" { C = grid(1, 2) }\n"
		}
		if got := said(text); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s\nwant %s", name, got, c.want)
		} else if strings.Contains(got, "..") {
			t.Errorf("%s: two full stops: %s", name, got)
		}
	}
}

func TestComparisonParamsAreDescribed(t *testing.T) {
	for _, p := range tables.ComparisonParams() {
		if p.Doc == "" {
			t.Errorf("%s is not described", p.Name)
		}
	}
}
