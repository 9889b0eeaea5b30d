package contract

import (
	"strings"
	"testing"
)

var ridge = Component{
	Kind: KindLearner, Name: "ridge",
	Params: []Param{
		{Name: "alpha", Type: "number", Default: 1.0, Above: Bound(0), Max: Bound(10)},
		{Name: "steps", Type: "number", Integer: true, Default: 5.0, Min: Bound(1)},
		{Name: "solver", Type: "string", OneOf: []string{"exact", "descent"}, Default: "exact"},
		{Name: "free", Type: "bool"},
		{Name: "matrix", Type: "list( list(number) )", Min: Bound(-1)},
		{Name: "costs", Type: "map(number)"},
		{Name: "share", Type: "any", OneOf: []string{"auto"}, Min: Bound(0), Max: Bound(1)},
		{Name: "order", Type: "any"},
	},
}

func TestComplete(t *testing.T) {
	for given, want := range map[string]string{
		``:            `{"alpha":1,"solver":"exact","steps":5}`,
		`{"alpha":2}`: `{"alpha":2,"solver":"exact","steps":5}`,
		`{"share":"auto","free":true,"matrix":[[1,null],[0]],"costs":{"a":3},"order":[["x"],2]}`: `{"alpha":1,` +
			`"costs":{"a":3},` +
			`"free":true,"matrix":[[1,null],[0]],"order":[["x"],2],"share":"auto","solver":"exact","steps":5}`,
	} {
		if got, ds := ridge.Complete(Config(given)); len(ds) > 0 || string(got) != want {
			t.Errorf("%s: %s, %v; want %s", given, got, ds, want)
		}
	}
	whole := Config(`{"steps":3,"alpha":2,"solver":"exact"}`)
	if got, _ := ridge.Complete(whole); &got[0] != &whole[0] {
		t.Errorf("a complete configuration becomes %s", got)
	}
}

func TestRefused(t *testing.T) {
	for given, want := range map[string]string{
		`{`:                     "not an object",
		`null`:                  "not an object",
		`[1]`:                   "not an object",
		`{"beta":1}`:            `ridge has no attribute "beta": Its attributes are alpha, steps`,
		`{"alpha":0}`:           "alpha is 0: it must be a number above 0 and at most 10",
		`{"alpha":11}`:          "alpha is 11",
		`{"alpha":null}`:        "alpha is null",
		`{"alpha":"1"}`:         `alpha is "1": it must be a number above 0`,
		`{"steps":1.5}`:         "steps is 1.5: it must be a whole number of at least 1",
		`{"solver":"magic"}`:    `solver is "magic": it must be "exact" or "descent"`,
		`{"solver":1}`:          "solver is 1",
		`{"free":0}`:            "free is 0: it must be of type bool",
		`{"matrix":[1]}`:        "matrix is 1: it must be of type list(number)",
		`{"matrix":[[1],[-2]]}`: "matrix is -2: it must be a number of at least -1",
		`{"costs":[1]}`:         "costs is [1]",
		`{"costs":{"a":"x"}}`:   `costs is "x"`,
		`{"share":2}`:           `share is 2: it must be "auto" or a number of at least 0 and at most 1`,
		`{"share":true}`:        "share is true",
		`{"share":[1]}`:         "share is [1]",
	} {
		ds := ridge.Check(Config(given))
		if err := FirstError(ds); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", given, err, want)
		}
		if _, err := ridge.Learner(Config(given)); err == nil {
			t.Errorf("%s makes a learner", given)
		}
	}
	required := Component{Name: "r", Params: []Param{{Name: "n", Type: "number", Required: true}}}
	if err := FirstError(required.Check(nil)); err == nil || !strings.Contains(err.Error(), `r has no "n"`) {
		t.Error(err)
	}
}

// Narrow, Validate and the constructors see a complete configuration; an error of
// Validate is one of the constructor.
func TestWhatAComponentSees(t *testing.T) {
	c := ridge
	var seen []string
	note := func(cfg Config) { seen = append(seen, string(cfg)) }
	c.Validate = func(cfg Config) []Diagnostic {
		note(cfg)
		if strings.Contains(string(cfg), "descent") {
			return []Diagnostic{Warningf(nil, "slow", ""), Errorf(nil, "no descent", "")}
		}
		return nil
	}
	c.Narrow = func(cfg Config) Capabilities { note(cfg); return Capabilities{Properties: TakesSparse} }
	c.NewLearner = func(cfg Config) (Learner, error) { note(cfg); return nil, nil }
	if !c.Under(nil).Has(TakesSparse) || c.Under(Config(`{"beta":1}`)).Has(TakesSparse) {
		t.Error("capabilities are not those under the configuration")
	}
	if _, err := c.Learner(nil); err != nil {
		t.Error(err)
	}
	if _, err := c.Learner(Config(`{"solver":"descent"}`)); err == nil || !strings.Contains(err.Error(), "no descent") {
		t.Errorf("error %v", err)
	}
	for _, cfg := range seen {
		if !strings.Contains(cfg, `"steps":5`) {
			t.Errorf("it sees %s", cfg)
		}
	}
	if len(seen) != 4 {
		t.Errorf("it sees %d configurations", len(seen))
	}
}

func TestKnownType(t *testing.T) {
	for text, want := range map[string]bool{
		"number": true, "list(list(number))": true, "map( string )": true, FileType: false, "set(number)": false,
		"list(": false, "": false,
	} {
		if (Param{Type: text}).KnownType() != want {
			t.Errorf("%q: known is not %v", text, want)
		}
	}
}

// A type is one exactly if a list of it is.
func FuzzTypes(f *testing.F) {
	for _, text := range []string{"number", "list(string)", "map(list( any ))", "list(", "list()", ")", "object({})"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if (Param{Type: text}).KnownType() != (Param{Type: "list(" + text + ")"}).KnownType() {
			t.Errorf("%q and a list of it differ", text)
		}
	})
}

// Runtimes is asked about complete configurations in which nothing is wrong.
func TestJudge(t *testing.T) {
	c := ridge
	c.Narrow = func(Config) Capabilities { return Capabilities{Properties: TakesWeights} }
	c.Runtimes = func(full Config) map[string]string { return map[string]string{"asked": string(full)} }
	v := c.Judge(Config(`{"alpha":2}`))
	if len(v.Diagnostics) > 0 || !v.Capabilities.Has(TakesWeights) ||
		v.Runtimes["asked"] != `{"alpha":2,"solver":"exact","steps":5}` {
		t.Errorf("%+v", v)
	}
	if v := c.Judge(Config(`{"alpha":0}`)); len(v.Diagnostics) != 1 || v.Capabilities.Has(TakesWeights) ||
		v.Runtimes != nil {
		t.Errorf("of a wrong one: %+v", v)
	}
}
