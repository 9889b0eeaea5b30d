package experiment

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// composing is a catalog with an encoder that joins others, one of bench's own to join, and
// some of a plugin.
func composing() Catalog {
	c := fakeCatalog()
	ours := func(name string, validate func(contract.Config) []contract.Diagnostic, params ...contract.Param) contract.Component {
		return contract.Component{Kind: contract.KindEncoder, Name: name, BuiltIn: true, Params: params, Validate: validate}
	}
	c.Components = append(c.Components,
		ours("compose", checkParts, contract.Param{Name: "parts", Type: "list(any)", Required: true}), ours("bins", nil),
		contract.Component{Kind: contract.KindEncoder, Name: "rates", Params: []contract.Param{
			{Name: "prior", Type: "number", Default: 1.0, Above: contract.Bound(0)}, {Name: "text", Type: contract.FileType},
		}, Capabilities: contract.Capabilities{Properties: contract.LearnsTarget}},
		contract.Component{Kind: contract.KindEncoder, Name: "shares"},
	)
	c.Validate = func(c contract.Component, cfg contract.Config) (contract.Verdict, error) {
		v := contract.Verdict{Capabilities: c.Capabilities, Runtimes: map[string]string{"counting": "2"}}
		switch {
		case strings.Contains(string(cfg), "folds"):
			return v, fmt.Errorf("the plugin is told of folds")
		case strings.Contains(string(cfg), "12"):
			v.Capabilities.Properties &^= contract.LearnsTarget
		case strings.Contains(string(cfg), "13"):
			v.Diagnostics = append(v.Diagnostics, contract.Errorf([]any{"prior"}, "Unlucky", "Take 14."))
		case strings.Contains(string(cfg), "14"):
			v.Diagnostics = append(v.Diagnostics, contract.Warningf([]any{"prior"}, "Nearly unlucky", "Take 15."))
		case strings.Contains(string(cfg), "15"):
			return v, fmt.Errorf("the plugin ended")
		}
		return v, nil
	}
	return c
}

// checkParts refuses parts but those of bench's own, and columns that are not lists.
func checkParts(cfg contract.Config) (said []contract.Diagnostic) {
	var config struct{ Parts []map[string]any }
	if err := cfg.Decode(&config); err != nil {
		return []contract.Diagnostic{contract.Errorf(nil, "No parts", "%v", err)}
	}
	for n, part := range config.Parts {
		if typ := part["type"]; typ != "bins" && typ != "none" {
			said = append(said, contract.Errorf([]any{"parts", n}, "A part has no type of ours", "It is %v.", typ))
		}
		if _, list := part["columns"].([]any); part["columns"] != nil && !list {
			said = append(said, contract.Errorf([]any{"parts", n, "columns"}, "Columns are a list", "Write one."))
		}
	}
	return said
}

// A part of a plugin is an encoder of its own, with its defaults and what the plugin says of
// its configuration.
func TestPartsOfPlugins(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("a.txt", []byte("what it says"), 0o600); err != nil {
		t.Fatal(err)
	}
	src := minimal + `encoder "compose" "joined" {
  parts = [{ type = "bins" }, { type = "rates", columns = ["a"], text = "a.txt" }, { type = "rates", prior = 2 }]
}
encoder "compose" "own" { parts = [{ type = "bins" }] }
encoder "compose" "tuned" {
  tune { parts = [[{ type = "bins" }], [{ type = "bins" }, { type = "rates" }]] }
}
`
	file, diags := ParseText("test.hcl", []byte(src), nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	exp, diags := file.Bind(composing())
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	joined, own, tuned := &exp.Encoders[0], &exp.Encoders[1], &exp.Encoders[2]
	first := joined.Parts[1]
	if got := string(first.Config); joined.Parts[0] != nil || got != `{"prior":1,"text":"what it says"}` {
		t.Errorf("the first part is %v, the second has %s", joined.Parts[0], got)
	}
	if first.Component.Name != "rates" || !first.Capabilities.Has(contract.LearnsTarget) || first.Runtimes["counting"] != "2" || first.Name != "joined, part 1" {
		t.Errorf("a part is %+v", first)
	}
	if asked := joined.OfPlugins(); len(asked) != 2 || asked[0] != first || string(asked[1].Config) != `{"prior":2}` {
		t.Errorf("%v are asked", asked)
	}
	if want := `{"parts":[{"type":"bins"},{"columns":["a"],"text":"what it says","type":"rates"},{"prior":2,"type":"rates"}]}`; string(joined.Config) != want {
		t.Errorf("the configuration is %s", joined.Config)
	}
	if own.Parts != nil || len(own.OfPlugins()) > 0 || len(own.Composition()) > 0 {
		t.Errorf("bench's own has parts %v", own.Parts)
	}
	for i, want := range map[*Instance][]string{joined: {"part 1", "part 2"}, tuned: {"part 1 of candidate 1"}} {
		if got := slices.Sorted(maps.Keys(i.Composition())); !slices.Equal(got, want) {
			t.Errorf("%s has the parts %q", i.Name, got)
		}
	}
	if !exp.Uses(contract.KindEncoder, "rates") || exp.Uses(contract.KindEncoder, "shares") {
		t.Error("it does not use rates alone")
	}
}

// Mistakes in parts of plugins are found where they are written, each once.
func TestWrongPartsOfPlugins(t *testing.T) {
	for part, want := range map[string]struct{ said, at string }{
		`{ type = "bins" }`:                         {},
		`{ type = "rates", prior = 14 }`:            {"Nearly unlucky", `14`},
		`{ type = "rates", prior = 13 }`:            {"Unlucky", `13`},
		`{ type = "rates", prior = 15 }`:            {`Encoder type "rates" could not be checked`, `{ type = "rates", prior = 15 }`},
		`{ type = "rates", prior = 0 }`:             {`Wrong value for "prior"`, `0`},
		`{ type = "rates", priors = 1 }`:            {`rates has no attribute "priors"`, `1`},
		`{ type = "rates", text = "no.txt" }`:       {`The file "no.txt" cannot be read`, `"no.txt"`},
		`{ type = "rate" }`:                         {`There is no encoder type "rate"`, `"rate"`},
		`{ type = "rates", columns = "a" }`:         {"Columns are a list", `"a"`},
		`{ type = "rates", folds = 3 }`:             {},
		`{ type = "rates", folds = 1 }`:             {`Wrong value for "folds"`, `1`},
		`{ type = "shares", folds = 3 }`:            {`shares has no attribute "folds"`, `3`},
		`{ type = "rates", prior = 12, folds = 3 }`: {"There is nothing to fit out of fold", `3`},
		`{ type = "compose" }`:                      {"A part has no type of ours", `{ type = "compose" }`},
		`{ type = lower("RATES"), prior = "one" }`:  {`Wrong value for "prior"`, `"one"`},
	} {
		src := minimal + "encoder \"compose\" \"joined\" {\n  parts = [{ type = \"bins\" }, " + part + "]\n}\n"
		file, diags := ParseText("test.hcl", []byte(src), nil)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		_, diags = file.Bind(composing())
		if want.said == "" {
			if len(diags) > 0 {
				t.Errorf("%s: %v", part, diags)
			}
			continue
		}
		if len(diags) != 1 || diags[0].Summary != want.said {
			t.Errorf("%s: %v", part, diags)
			continue
		}
		line := strings.Split(src, "\n")[diags[0].Range.Start.Line-1]
		if got := line[diags[0].Range.Start.Column-1 : diags[0].Range.End.Column-1]; got != want.at {
			t.Errorf("%s: the place is %q", part, got)
		}
	}
	// Where a plugin is missing, the type may be one of its own.
	c := composing()
	c.Incomplete = true
	if said := summaries(minimal+"encoder \"compose\" \"joined\" {\n parts = [{ type = \"rate\" }]\n}\n", nil, c); len(said) > 0 {
		t.Errorf("with a plugin missing it says %q", said)
	}
}

// A file asks for the plugins of encoders that its composed ones may have as parts.
func TestAsksForParts(t *testing.T) {
	of := []contract.Component{{Kind: contract.KindEncoder, Name: "rates"}}
	for text, want := range map[string]bool{
		`encoder "compose" "c" { parts = [{ type = "rates" }] }`:                                     true,
		"locals { kind = \"rates\" }\nencoder \"compose\" \"c\" { parts = [{ type = local.kind }] }": true,
		`encoder "compose" "c" { parts = [{ type = "shares" }] }`:                                    false,
		`encoder "one_hot" "c" { numeric = "rates" }`:                                                false,
	} {
		if file, diags := ParseText("test.hcl", []byte(text), nil); file == nil || file.Asks(of) != want {
			t.Errorf("%s: %v", text, diags)
		}
	}
}

// Folds of an encoder of a plugin are bench's: they vary, are tuned and are an axis as what
// the plugin takes is, which is not told of them.
func TestFoldsOfPlugins(t *testing.T) {
	src := minimal + `encoder "rates" "few" { folds = grid(3, 9) }
encoder "rates" "usual" { prior = 2 }
encoder "rates" "tuned" {
  tune { grid = [{ folds = 4 }, { folds = 8 }] }
}
table "t" {
  metric  = metric.accuracy
  columns = ["encoder.folds"]
}
`
	file, diags := ParseText("test.hcl", []byte(src), nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	exp, diags := file.Bind(composing())
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	for i, want := range []string{"few[folds=3] 3", "few[folds=9] 9", "usual 0"} {
		if e := &exp.Encoders[i]; fmt.Sprint(e.Name, " ", e.FitFolds()) != want {
			t.Errorf("%s has %d folds, want %s", e.Name, e.FitFolds(), want)
		}
	}
	few, usual := &exp.Encoders[0], &exp.Encoders[2]
	if string(few.Config) != `{"folds":3,"prior":1}` || string(few.Own()) != `{"prior":1}` || string(usual.Config) != `{"prior":2}` {
		t.Errorf("the configurations are %s, for the plugin %s, and %s", few.Config, few.Own(), usual.Config)
	}
	if c := exp.Encoders[3].Candidates(); len(c) != 2 || c[1].Instance.FitFolds() != 8 {
		t.Errorf("%d candidates", len(c))
	}
	for block, want := range map[string]string{
		`encoder "shares" "b" { folds = 3 }`:                    `Unknown attribute "folds"`,
		`encoder "rates" "b" { folds = 1 }`:                     `Value outside the range of "folds"`,
		"encoder \"rates\" \"b\" {\n prior = 12\n folds = 3\n}": "There is nothing to fit out of fold",
		"encoder \"rates\" \"b\" {\n prior = 12\n}":             "",
	} {
		if said := strings.Join(summaries(minimal+block+"\n", nil, composing()), ", "); said != want {
			t.Errorf("%s: %q, want %q", block, said, want)
		}
	}
}
