package experiment

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/test/must"
)

// withSets is minimal with a conformal block and a metric of its sets.
func withSets(attributes string) string {
	return must.Replace(minimal, `experiment "e" {}`, "experiment \"e\" {\n  on_incompatible = \"skip\"\n  conformal {\n"+attributes+"\n}\n}") +
		"metric \"set_size\" {}\n"
}

// setCatalog has the metrics of prediction sets too.
func setCatalog() Catalog {
	c := fakeCatalog()
	ofSets := func(m contract.Component) bool { return strings.HasPrefix(m.Name, "set_") }
	c.Components = append(c.Components, lists.Filter(metric.Components(), ofSets)...)
	return c
}

func TestConformal(t *testing.T) {
	for attributes, want := range map[string]conformal.Settings{
		"": {Level: 0.1, Score: "lac", Per: "all", Rows: "train", Folds: 5},
		"level = 0.2\nscore = \"raps\"\nper = \"class\"\nfolds = 4\nk_reg = 2\nlambda = 0.5\nrandomized = false": {
			Level: 0.2, Score: "raps", Per: "class", Rows: "train", Folds: 4, KReg: 2, Lambda: 0.5},
		"score = \"aps\"\nrows = \"test\"": {Level: 0.1, Score: "aps", Per: "all", Rows: "test", Randomized: true},
	} {
		file, _ := ParseText("test.hcl", []byte(withSets(attributes)), nil)
		exp, diags := file.Bind(setCatalog())
		if len(diags) > 0 || exp.Sets == nil || *exp.Sets != want {
			t.Errorf("%q: %+v, want %+v; %v", attributes, exp.Sets, want, diags)
		} else if err := exp.Sets.Check(); err != nil {
			t.Errorf("%q: %v", attributes, err)
		}
	}
	if exp := bound(t, minimal, nil); exp.Sets != nil {
		t.Errorf("sets without a block: %+v", exp.Sets)
	}
}

// What has no effect is an error, and so are metrics without sets.
func TestConformalMistakes(t *testing.T) {
	for src, want := range map[string][]string{
		withSets("k_reg = 2"):                                             {`Attribute "k_reg" has no effect`},
		withSets("score = \"aps\"\nlambda = 2"):                           {`Attribute "lambda" has no effect`},
		withSets("randomized = true"):                                     {`Attribute "randomized" has no effect`},
		withSets("rows = \"test\"\nfolds = 3"):                            {`Attribute "folds" has no effect`},
		withSets("score = \"abs\""):                                       {`Unknown value "abs" for "score"`},
		withSets("}\nconformal {"):                                        {"There is a second conformal block"},
		minimal + "metric \"set_size\" {}\n":                              {`Metric "set_size" has no prediction sets`},
		withSets("") + "metric \"set_coverage\" {\n  on = \"train\"\n}\n": {"Training rows have no prediction sets"},
		must.Replace(withSets(""), "metric \"set_size\" {}\n", ""):        {"No metric measures the prediction sets"},
		must.Replace(withSets(""), "conformal {", "conformal = {"): {`"conformal" is a block, not an attribute`,
			`Metric "set_size" has no prediction sets`},
	} {
		if got := summaries(src, nil, setCatalog()); !slices.Equal(got, want) {
			t.Errorf("%s\nsaid %q, want %q", src, got, want)
		}
	}
}
