package manifest

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestParse(t *testing.T) {
	m, diags := Parse("plugin.hcl", []byte(`
command    = ["venv/bin/python", "main.py"]
learners   = ["sklearn"]
reductions = ["forest"]
language   = "python"
requires   = ["grpcio", "numpy >= 1.23", "scikit-learn >=1.2, <2"]
install    = "make packs"
adapter    = true
`))
	want := &Manifest{
		Command: []string{"venv/bin/python", "main.py"}, Learners: []string{"sklearn"}, Reductions: []string{"forest"}, Language: "python",
		Requires: []string{"grpcio", "numpy >= 1.23", "scikit-learn >=1.2, <2"}, Install: "make packs", Adapter: true,
	}
	if len(diags) > 0 || !reflect.DeepEqual(m, want) {
		t.Fatalf("%+v, %v", m, diags)
	}
	needs := []Requirement{{"grpcio", ""}, {"numpy", ">= 1.23"}, {"scikit-learn", ">=1.2, <2"}}
	if got := m.Requirements(); !reflect.DeepEqual(got, needs) {
		t.Errorf("requirements %+v", got)
	}
	if !m.Offers(contract.KindLearner, "sklearn") || m.Offers(contract.KindReducer, "sklearn") || len(m.Components()) != 2 {
		t.Errorf("components %+v", m.Components())
	}
}

// Every mistake is told with the line it stands on and a caret.
func TestMistakes(t *testing.T) {
	for text, want := range map[string]string{
		`learners = ["a"]`:                                           "A plugin has a command",
		`command = []`:                                               "A plugin has a command",
		`command = "python main.py"`:                                 "This must be a list of text, not text. Write it in brackets.",
		`command = ["python", 3, [1]]`:                               `Wrong type of value for "command"`,
		"command = [\"x\"]\nlearner = [\"a\"]":                       `Unknown attribute "learner"`,
		"command = [\"x\"]\nlanguage = \"pyton\"":                    `Unknown value "pyton" for "language"`,
		"command = [\"x\"]\nrequires = [\"numpy\"]":                  "It is not said in which language",
		"command = [\"x\"]\nrequires = [\"numpy 2\"]":                "A requirement cannot be read",
		"command = [\"x\"]\nrequires = [\"numpy >= two\"]":           `"two" is not a version`,
		"command = [\"x\"]\nadapter = \"true\"":                      "Write true without quotes",
		"command = [\"x\"]\nplugin {}":                               `Unknown block "plugin"`,
		"command = [\"x\"\nlearners = []":                            "",
		"command = [\"x\"]\nlearners = [var.names]":                  "",
		"command = [\"x\", \"a\\u0000b\"]\nlearners = [\"l\"]":       "It holds the character NUL",
		"command = [\"x\"]\ncommand = [\"y\"]\nlearners = [\"l\"]\n": `Attribute "command" is set twice`,
	} {
		_, diags := Parse("dir/plugin.hcl", []byte(text))
		var all strings.Builder
		diags.Write(&all, 200, false)
		if !diags.HasErrors() || !strings.Contains(strings.Join(strings.Fields(all.String()), " "), want) {
			t.Errorf("%s\ngives\n%s", text, all.String())
		}
		if !strings.HasPrefix(text, "learners") && !strings.Contains(all.String(), "^") {
			t.Errorf("%s\nhas no place:\n%s", text, all.String())
		}
	}
}

func TestMet(t *testing.T) {
	for _, test := range []struct {
		requirement, version string
		want                 bool
	}{
		{"x", "whatever", true}, {"x >= 1.2", "1.10.0", true}, {"x >= 1.2", "1.1.9", false}, {"x == 2.0", "2.0rc1", true},
		{"x >= 6.0-90", "6.0-94", true}, {"x >= 6.0-95", "6.0-94", false}, {"x ~> 1.2", "1.9", true}, {"x>=1,<2", "2.0", false},
		{"x != 1.3", "1.3.0", false},
	} {
		r, err := parseRequirement(test.requirement)
		if err != nil {
			t.Fatal(err)
		}
		if met, err := r.Met(test.version); err != nil || met != test.want {
			t.Errorf("%s by %s: %v, %v", test.requirement, test.version, met, err)
		}
	}
	r, _ := parseRequirement("x > 1")
	if met, err := r.Met("unknown"); met || err == nil {
		t.Error("a version without a number passes")
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte(`command = ["a/b"]`))
	f.Add([]byte("command = [\"x\"]\nrequires = [\"numpy >= 1\"]\nlanguage = \"r\""))
	f.Fuzz(func(t *testing.T, text []byte) {
		if m, diags := Parse("plugin.hcl", text); !diags.HasErrors() && (m == nil || len(m.Command) == 0) {
			t.Errorf("%+v", m)
		}
	})
}
