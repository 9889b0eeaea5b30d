package experiment

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/requires"
)

// entry parses a file with one required plugin, whose keys are given.
func entry(keys string) (*File, diagnostic.List) {
	text := "variable \"gpu\" {\n  default = \"0\"\n}\nbench {\n  plan_timeout = \"2h\"\n  required_plugins {\n" +
		"    own = { source = \"./own\", " + keys + " }\n  }\n}\n"
	return ParseText("dir/e.hcl", []byte(text), nil)
}

func TestRequiredPluginKeys(t *testing.T) {
	file, diags := entry(`env = { PYTHONPATH = "./lib", CUDA_VISIBLE_DEVICES = var.gpu, _x1 = "" }, start_timeout = 90`)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	p := file.RequiredPlugins[0]
	if want := map[string]string{"PYTHONPATH": "./lib", "CUDA_VISIBLE_DEVICES": "0", "_x1": ""}; !maps.Equal(p.Env, want) {
		t.Errorf("env %v, want %v", p.Env, want)
	}
	if want := (requires.Limits{Start: 90 * time.Second, Plan: 2 * time.Hour}); p.Limits != want {
		t.Errorf("limits %v, want %v", p.Limits, want)
	}
	if want := (requires.Limits{Plan: 2 * time.Hour}); file.PluginLimits != want {
		t.Errorf("limits of the others %v, want %v", file.PluginLimits, want)
	}
}

// What cannot be in an environment is an error with its place.
func TestBadEnvironments(t *testing.T) {
	for keys, want := range map[string]string{
		`env = { A = 1 }`:                `"A" cannot be set: 7:43: Its value must be text`,
		`env = { A = null }`:             `"A" cannot be set: 7:43: Its value must be text`,
		`env = { "A B" = "x" }`:          `"A B" cannot be set: 7:47: A name has letters`,
		`env = { "1A" = "x" }`:           `"1A" cannot be set: 7:46: A name has letters`,
		`env = { A = "x", TMPDIR = "" }`: `"TMPDIR" cannot be set: 7:57: bench sets it itself`,
		`env = { BENCH_KERNELS = "x" }`:  `"BENCH_KERNELS" cannot be set: 7:55: bench sets it itself`,
		`env = { A = "\u0000" }`:         `"A" cannot be set: 7:43: No environment can hold`,
		`pass_env = ["A", "A B"]`:        `"A B" cannot be passed on: 7:48: A name has letters`,
		`pass_env = ["TMPDIR"]`:          `"TMPDIR" cannot be passed on: 7:43: bench sets it itself`,
		`pass_env = [1]`:                 `"" cannot be passed on: 7:43: Write the name of a variable in quotes`,
		`pass_env = "A"`:                 `pass_env must be a list of names`,
		`env = ["A"]`:                    `env must hold variables: 7:37: Write env`,
		`env = missing.x`:                `7:37`,
		`start_timeout = "soon"`:         `Bad start_timeout: 7:47: "soon" is not a duration`,
		`plan_timeout = 0`:               `Bad plan_timeout: 7:46: 0s is too short`,
		`plan_timeout = true`:            `Bad plan_timeout: 7:46: write seconds`,
		`environment = {}`:               `Unknown key "environment": 7:31`,
	} {
		_, diags := entry(keys)
		var said strings.Builder
		for _, d := range diags {
			fmt.Fprintf(&said, "%s: %d:%d: %s\n", d.Summary, d.Range.Start.Line, d.Range.Start.Column, d.Detail)
		}
		if !diags.HasErrors() || !strings.Contains(said.String(), want) {
			t.Errorf("%s: lacks %q:\n%s", keys, want, &said)
		}
	}
}

// The lock file holds the environment, and another one is a change.
func TestLockOfAnEnvironment(t *testing.T) {
	file, diags := entry(`env = { A = "${"$"}{x}", B = "\"" }`)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	digests := map[string]string{"own": hash("1")}
	var none *requires.Lock
	lock := none.With([]requires.Locked{{Name: "own", SHA256: hash("1"), Env: file.RequiredPlugins[0].Env}})
	lock, diags = requires.ParseLock("dir/bench.lock.hcl", lock.Bytes())
	if len(diags) > 0 {
		t.Fatal(diags)
	}
	if diags := lock.Check(file.RequiredPlugins, digests, "dir/e.hcl"); len(diags) > 0 {
		t.Errorf("the same: %v", diags)
	}
	other, _ := entry(`env = { A = "y" }`)
	diags = lock.Check(other.RequiredPlugins, digests, "dir/e.hcl")
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, `Its env is { A = "y" }`) {
		t.Errorf("another one: %v", diags)
	}
}

// Blocks ask for plugins by the names of their types, synonyms included.
func TestAsks(t *testing.T) {
	file, _ := ParseText("test.hcl", []byte("learner \"forest\" \"f\" {}\nreduction \"ovo\" \"o\" {}\n"), nil)
	of := func(kind contract.Kind, name string) []contract.Component {
		return []contract.Component{{Kind: kind, Name: name}}
	}
	for _, test := range []struct {
		components []contract.Component
		want       bool
	}{
		{of(contract.KindLearner, "forest"), true}, {of(contract.KindReducer, "forest"), false}, {of(contract.KindLearner, "f"), false},
		{of(contract.KindReducer, "one_vs_one"), true}, {nil, false},
		{append(of(contract.KindLearner, "tree"), of(contract.KindLearner, "forest")...), true},
	} {
		if got := file.Asks(test.components); got != test.want {
			t.Errorf("%v: %v", test.components, got)
		}
	}
	if d := file.AskingErrorf("", of(contract.KindReducer, "one_vs_one"), "No", "%d", 1); d.Range == nil || d.Range.Start.Line != 2 {
		t.Errorf("%+v", d)
	}
	catalog := fakeCatalog()
	catalog.Idle = of(contract.KindLearner, "forest")
	file, _ = ParseText("test.hcl", []byte(withLearner("learner \"fores\" \"f\" {}")), nil)
	if _, diags := file.Bind(catalog); len(diags) != 1 || !strings.Contains(diags[0].Detail, `Did you mean "forest"?`) {
		t.Errorf("%v", diags)
	}
}
