package experiment

import (
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/tuning"
	"github.com/manyclass/bench/test/must"
)

// resourceCatalog has more numbers of codes.
func resourceCatalog() Catalog {
	c := codeCatalog()
	at := slices.IndexFunc(c.Components, func(c contract.Component) bool { return c.Name == "ecoc" })
	params := &c.Components[at].Params
	for i := range *params {
		if (*params)[i].Name == "columns" {
			(*params)[i].Min, (*params)[i].Max = contract.Bound(2), contract.Bound(1e6)
		}
	}
	for _, name := range []string{"draw", "candidates"} {
		*params = append(*params, contract.Param{Name: name, Type: "number", Integer: true, Min: contract.Bound(0)})
	}
	return c
}

// Each candidate has a configuration for each round, and is what it is in the last.
func TestResourceOfAReduction(t *testing.T) {
	text := withCode("code = \"dense_random\"\ntune {\n decoding = [\"hamming\", \"loss_based\"]\n"+
		" halving {\n resource = \"columns\"\n factor = 2\n max_resources = 30\n }\n}", "")
	file, _ := ParseText("test.hcl", []byte(text), nil)
	exp, diags := file.Bind(resourceCatalog())
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	got := lists.Map(exp.Candidates(), func(i *Instance) string { return i.Name })
	want := []string{"c{decoding=hamming,columns=15}", "c{decoding=hamming,columns=30}",
		"c{decoding=loss_based,columns=15}", "c{decoding=loss_based,columns=30}"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	smallest := must.Replace(text, "factor = 2", "factor = 2\n min_resources = \"smallest\"")
	if file, _ := ParseText("test.hcl", []byte(smallest), nil); file != nil {
		few, _ := file.Bind(resourceCatalog())
		rounds := few.Reductions[0].Host.Tune.Rounds(2, 50, 3)
		if !slices.Equal(rounds, []tuning.Round{{Candidates: 2, Rows: 50, Amount: 2}, {Candidates: 1, Rows: 50, Amount: 4}}) {
			t.Errorf("from the least that columns can be: %v", rounds)
		}
	}
	code := &exp.Reductions[0]
	first, last := code.InRound(0)[1], code.InRound(1)[1]
	if !reflect.DeepEqual(first.Values, map[string]any{"decoding": "loss_based", "columns": 15.0}) || first.Instance.Values()["columns"] != 15.0 ||
		!reflect.DeepEqual(last.Values, map[string]any{"decoding": "loss_based", "columns": 30.0}) || last.Instance != code.Candidates()[1].Instance {
		t.Errorf("%+v and %+v", first, last)
	}
	if host := string(code.Host.Config()); host != `{"tune":{"folds":3,"halving":{"factor":2,"max_resources":30,"resource":"columns"},`+
		`"metric":{"config":{},"type":"accuracy"},"parameters":["decoding","columns"],"values":{"decoding":["hamming","loss_based"]}}}` {
		t.Errorf("%s", host)
	}
}

// Where the resource allows fewer rounds than the candidates need, the first are with the
// same amount of it, and the same configuration.
func TestAggressiveResource(t *testing.T) {
	text := withCode("code = \"dense_random\"\ntune {\n decoding = [\"hamming\", \"loss_based\", \"vote\"]\n"+
		" halving {\n resource = \"columns\"\n factor = 2\n min_resources = 20\n max_resources = 30\n aggressive_elimination = true\n }\n}", "")
	file, _ := ParseText("test.hcl", []byte(text), nil)
	exp, diags := file.Bind(resourceCatalog())
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	code := &exp.Reductions[0]
	if rounds := code.Host.Tune.Rounds(3, 50, 2); !slices.Equal(rounds, []tuning.Round{{Candidates: 3, Rows: 50, Amount: 20}, {Candidates: 2, Rows: 50, Amount: 20}}) {
		t.Errorf("%v", rounds)
	}
	if all := exp.Candidates(); len(all) != 3 || code.InRound(0)[0].Instance != code.InRound(1)[0].Instance {
		t.Errorf("%d configurations", len(all))
	}
}

func TestMistakesInResources(t *testing.T) {
	for halving, want := range map[string]string{
		"resource = \"column\"\nmax_resources = 9":                      `Reduction "ecoc" has no parameter "column"`,
		"resource = \"loss\"\nmax_resources = 9":                        `Attribute "loss" cannot be the resource`,
		"resource = \"columns\"":                                        "The halving does not say how far its resource grows",
		"resource = \"columns\"\nmin_resources = 9\nmax_resources = 4":  "The last round has less than the first",
		"resource = \"columns\"\nmax_resources = 1e8":                   `Value outside the range of "columns"`,
		"resource = \"candidates\"\nmax_resources = 9":                  `Attribute "candidates" is both set and the resource`,
		"resource = \"draw\"\nmax_resources = 9":                        `Attribute "draw" is both tuned and the resource`,
		"resource = columns\nmax_resources = 9":                         `Unknown reference "columns"`,
		"resource = \"rows\"\nmin_resources = 100\nmax_resources = 200": "",
	} {
		text := withCode("code = \"dense_random\"\ncandidates = 3\ntune {\n draw = [1, 2]\n halving {\n"+halving+"\n}\n}", "")
		got := summaries(text, nil, resourceCatalog())
		if want == "" && len(got) == 0 {
			continue
		}
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", halving, got, want)
		}
	}
	listed := withCode("grid = [{ code = \"dense_random\", columns = 5 }]\ntune {\n draw = [1, 2]\n halving {\n resource = \"columns\"\n max_resources = 9\n }\n}", "")
	if got := summaries(listed, nil, resourceCatalog()); !slices.Equal(got, []string{`Attribute "columns" is both set and the resource`}) {
		t.Errorf("in a listed grid: %q", got)
	}
	together := withCode("code = \"dense_random\"\ntune {\n draw = [1, 2]\n halving {\n resource = \"columns\"\n max_resources = 9\n }\n}",
		"tune { numeric = [\"none\", \"minmax\"] }")
	want := `Reduction "c" is tuned with columns as the resource of its halving, and then nothing else can be tuned with it`
	if got := summaries(together, nil, resourceCatalog()); !slices.Equal(got, []string{want}) {
		t.Errorf("%q, want %q", got, want)
	}
}
