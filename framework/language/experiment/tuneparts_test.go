package experiment

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/must"
)

// withCode is minimal with a reduction and an encoder block.
func withCode(reduction, encoder string) string {
	return minimal + "metric \"f1\" {}\nreduction \"ecoc\" \"c\" {\n" + reduction + "\n}\nencoder \"one_hot\" \"e\" {\n" + encoder + "\n}"
}

func TestReductionsAndEncodersAreTuned(t *testing.T) {
	text := withCode("code = \"dense_random\"\ndecoding = grid(\"hamming\", \"loss_based\")\n"+
		"tune {\n columns = [5, 9]\n metric = metric.f1\n}", "tune {\n numeric = [\"minmax\", \"none\"]\n metric = metric.f1\n}")
	file, _ := ParseText("test.hcl", []byte(text), nil)
	exp, diags := file.Bind(codeCatalog())
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	var got []string
	for _, r := range exp.Reductions {
		got = append(got, r.Name)
	}
	for _, r := range exp.Candidates() {
		got = append(got, r.Name)
	}
	want := []string{"c[decoding=hamming]", "c[decoding=loss_based]",
		"c[decoding=hamming]{columns=5}", "c[decoding=hamming]{columns=9}", "c[decoding=loss_based]{columns=5}", "c[decoding=loss_based]{columns=9}"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	if tune := exp.Encoders[0].Host.Tune; len(tune.Candidates) != 2 || tune.Candidates[1].Values["numeric"] != "none" || exp.Encoders[0].Name != "e" {
		t.Errorf("%+v", tune)
	}
	a, b := string(exp.Reductions[0].Host.Config()), string(exp.Reductions[1].Host.Config())
	if want := `{"tune":{"folds":3,"metric":{"config":{"average":"macro"},"type":"f1"},"parameters":["columns"],"values":{"columns":[5,9]}}}`; a != want || b != want {
		t.Errorf("%s and %s", a, b)
	}
}

// Attributes of a tune block are its own where the component has parameters of the same
// name, which a listed grid can hold.
func TestFoldsOfTuneAreItsOwn(t *testing.T) {
	text := minimal + "encoder \"target\" \"e\" {\n tune {\n folds = 7\n grid = [{ folds = 2 }, { folds = 4 }]\n}\n}"
	tune := bound(t, text, nil).Encoders[0].Host.Tune
	if tune.Folds != 7 || len(tune.Candidates) != 2 || tune.Candidates[1].Values["folds"] != 4.0 {
		t.Errorf("%+v", tune)
	}
}

// What is tuned together is judged in one way.
func TestMistakesInTunedParts(t *testing.T) {
	for _, test := range []struct{ reduction, encoder, want string }{
		{"code = \"dense_random\"\ntune { columns = [5, 9] }", "tune {\n numeric = [\"none\"]\n folds = 5\n}",
			`Encoder "e" and reduction "c" are tuned together, and must be tuned by the same metric on the same inner folds, with the same halving`},
		{"code = \"dense_random\"\ntune { columns = [5, 9] }", "tune {\n numeric = [\"none\"]\n metric = metric.f1\n}",
			`Encoder "e" and reduction "c" are tuned together, and must be tuned by the same metric on the same inner folds, with the same halving`},
		{"code = \"dense_random\"\ntune { columns = [0] }", "", `Value outside the range of "columns"`},
		{"code = \"dense_random\"\ntune { colums = [5] }", "", `Unknown attribute "colums"`},
		{"code = \"dense_random\"\ncolumns = 3\ntune { columns = [5] }", "", `Attribute "columns" is both set and tuned`},
		{"code = \"dense_random\"\ntune { learner = [1] }", "", "This must be a reference to a learner"},
		{"code = \"dense_random\"\ntune { grid = [{ learner = learner.rl }] }", "", `There is no learner "rl"`},
		{"code = \"dense_random\"", "tune { numeric = [\"maxmin\"] }", `Unknown value "maxmin" for "numeric"`},
		{"code = \"dense_random\"", "tune {}", "Nothing is tuned"},
	} {
		got := summaries(withCode(test.reduction, test.encoder), nil, codeCatalog())
		if !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s %s: %q, want %q", test.reduction, test.encoder, got, test.want)
		}
	}
	byLoss := must.Replace(withCode("code = \"dense_random\"\ntune {\n decoding = [\"hamming\"]\n metric = metric.log_loss\n}", ""), `metric "f1" {}`, `metric "log_loss" {}`)
	if got := summaries(byLoss, nil, codeCatalog()); !slices.Contains(got, `Reduction "c" is tuned by "log_loss", which needs probabilities, and reduction "c" gives none`) {
		t.Errorf("%q", got)
	}
}

// codeCatalog is fakeCatalog with codes that have columns and refer to a learner.
func codeCatalog() Catalog {
	c := fakeCatalog()
	for i := range c.Components {
		if c.Components[i].Name == "ecoc" {
			c.Components[i].Params = append(c.Components[i].Params,
				contract.Param{Name: "columns", Type: "number", Integer: true, Min: contract.Bound(1)},
				contract.Param{Name: "learner", Type: contract.LearnerType})
			c.Components[i].Capabilities.Probabilities = nil
		}
	}
	return c
}
