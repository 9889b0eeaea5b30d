package sdktest

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
)

// The test binary is a plugin too, if it is started as one: under the name of a
// fake (see fakes_test.go).
func TestMain(m *testing.M) {
	if os.Getenv("BENCH_PLUGIN") != "" {
		serveFake(filepath.Base(os.Args[0]))
		return
	}
	os.Exit(m.Run())
}

// fake returns the package of a fake.
func fake(t *testing.T, name string) host.Package {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), name)
	if err := os.Symlink(self, path); err != nil {
		t.Fatal(err)
	}
	pkg, err := host.OpenPackage(name, path)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// Each fake breaks one promise, and the checks that can see it, and no others, say
// so.
func TestBrokenPromisesAreFound(t *testing.T) {
	for name, want := range map[string][]string{
		"sound": nil,
		"drifting": {"same seed, same bytes", "a model does not depend on other problems of the call", "swapped signs negate the scores",
			"sparse features are as good as dense ones"},
		"sociable":  {"a model does not depend on other problems of the call", "sparse features are as good as dense ones"},
		"lopsided":  {"swapped signs negate the scores"},
		"unscaled":  {"columns are shifted and scaled"},
		"scattered": {"sparse features are as good as dense ones"},
		"herding":   {"sparse features are as good as dense ones"},
		"hasty":     {"rows are those of the ranges", "targets come in files too"},
		"greedy":    {"swapped signs negate the scores", "rows are those of the ranges", "targets come in files too"},
		"crowded":   {"rows are those of the ranges", "targets come in files too"},
		"worldly":   nil, // does as it declares
		"nostalgic": {"leave-one-out scores are those of models without the row"},
		"columnar":  {"targets come in files too"},
		"listless":  {"targets come in files too"},
		"choosy":    {"one feature, two classes"},
		"dividing":  {"a constant feature"},
		"uncertain": {"nominal columns, and values that no training row has"},
		"brittle":   {"NaN among the features"},
		"hanging":   {"NaN among the features"},
		"impatient": {"rows of one class only"},
		"mindful":   {"models are forgotten, unknown ones refused"},
		"narrow":    {"a message of more than 4 MiB"},
		"immortal":  {"ends with its stdin"},
		"parent":    {"ends with its stdin"},
		"stubborn":  {"ends when it is asked to"},
		"nameless":  {"describes itself"},
		"fickle":    {"same seed, same plan"},
		"wrong": {"plans and decodes 2 classes", "plans and decodes 3 classes", "plans and decodes 4 classes",
			"plans and decodes 7 classes"},
		"doubtful": {"plans and decodes 2 classes", "plans and decodes 3 classes", "plans and decodes 4 classes",
			"plans and decodes 7 classes"},
		"bare":      {"decodes no rows"},
		"comparing": {"decodes each row by itself"},
		"unworried": {"refuses scores of NaN"},
		"onesided": {"plans and decodes 2 labels", "plans and decodes 3 labels", "plans and decodes 4 labels",
			"plans and decodes 7 labels"},
		"measured":  nil,
		"whimsical": {"same rows, same value", "a value does not depend on other rows"},
		"communal":  {"a value does not depend on other rows"},
		"boundless": {"measures 2 classes", "measures 3 classes", "measures 7 classes", "same rows, same value",
			"a value does not depend on other rows"},
		"divided":  nil,
		"restless": {"same rows and seed, same folds"},
		"overlapping": {"divides rows of 2 classes", "divides rows of 3 classes", "divides rows of 7 classes",
			"same rows and seed, same folds", "rows with labels", "rows without weights and groups", "two rows"},
		"abrupt":      {"two rows"},
		"trusting":    {"rows without weights and groups"},
		"deaf":        {"rows without weights and groups"},
		"encoding":    nil,
		"gossiping":   {"the features of a row do not depend on other rows"},
		"remembering": {"same seed, same features"},
		"shifty":      {"same seed, same features"},
		"overflowing": {"encodes rows of 2 classes", "encodes rows of 3 classes", "encodes rows of 7 classes",
			"encodes rows of labels", "same seed, same features", "the features of a row do not depend on other rows",
			"one training row"},
		"twofold": {"encodes rows of 2 classes", "encodes rows of 3 classes", "encodes rows of 7 classes",
			"encodes rows of labels", "same seed, same features", "the features of a row do not depend on other rows"},
		"gradual":  nil,
		"labelled": nil,
		"blind": {"plans and decodes 2 labels", "plans and decodes 3 labels", "plans and decodes 4 labels",
			"plans and decodes 7 labels", "decodes each row by itself"},
		"forgetful": {"plans and decodes 2 labels", "plans and decodes 3 labels", "plans and decodes 4 labels",
			"plans and decodes 7 labels"},
		"endless": {"plans and decodes 2 classes", "plans and decodes 3 classes", "plans and decodes 4 classes",
			"plans and decodes 7 classes"},
		"moody":      {"same seed, same plan"},
		"unsettled":  {"takes its default configuration"},
		"contrarian": {"trains and scores"},
		"scribbling": {"trains and scores"},
		"namesake":   {"trains and scores"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			options, pkg := Options{}, fake(t, name)
			if name == "hanging" {
				options.within = untilItHangs(pkg.Root)
			}
			checks, err := Run(t.Context(), pkg, options)
			if err != nil {
				t.Fatal(err)
			}
			var failed []string
			for _, c := range checks {
				if c.Failed() {
					_, promise, _ := strings.Cut(": "+c.Name, ": ")
					if _, after, found := strings.Cut(promise, ": "); found {
						promise = after
					}
					failed = append(failed, promise)
					t.Logf("%s: %s", c.Name, c.Problem)
				}
			}
			if !slices.Equal(failed, want) {
				t.Errorf("failed %q, want %q", failed, want)
			}
		})
	}
}

// untilItHangs lets the time of a check end when the fake at path says that it hangs.
func untilItHangs(path string) func(context.Context, time.Duration) (context.Context, context.CancelFunc) {
	return func(ctx context.Context, _ time.Duration) (context.Context, context.CancelFunc) {
		ctx, cancel := context.WithCancel(ctx)
		late := lateContext{ctx, make(chan struct{})}
		go func() {
			for ctx.Err() == nil {
				if os.Remove(path+hangs) == nil {
					close(late.done)
					return
				}
				time.Sleep(10 * time.Millisecond)
			}
		}()
		return late, cancel
	}
}

// lateContext is one whose deadline has come when its channel is closed.
type lateContext struct {
	context.Context
	done chan struct{}
}

func (c lateContext) Done() <-chan struct{} { return c.done }

func (c lateContext) Err() error {
	select {
	case <-c.done:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

func TestNotesAndSkips(t *testing.T) {
	checks, err := Run(t.Context(), fake(t, "stuck"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	last := checks[len(checks)-2] // before the end of the process
	if !strings.Contains(last.Skipped, "required attribute \"weights\"") {
		t.Errorf("checks %+v", checks)
	}
	checks, err = Run(t.Context(), fake(t, "stuck"),
		Options{Configs: map[string]map[string]any{"stuck": {"weights": []any{1.0}}}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range checks {
		if c.Skipped != "" || c.Failed() {
			t.Errorf("check %+v", c)
		}
	}
}

// recorder is a T that keeps what it is told.
type recorder struct {
	*testing.T
	errors []any
}

func (r *recorder) Error(args ...any) { r.errors = append(r.errors, args...) }

func TestTest(t *testing.T) {
	for name, failures := range map[string]int{"sound": 0, "lopsided": 1} {
		r := &recorder{T: t}
		Test(r, fake(t, name).Root, Options{})
		if len(r.errors) != failures {
			t.Errorf("%s: errors %q", name, r.errors)
		}
	}
}

func TestDescriptionsAreChecked(t *testing.T) {
	good := service.Description{Name: "p", Version: "1.0.0", Components: []contract.Component{{
		Kind: contract.KindLearner, Name: "l", Doc: "Learns.",
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin},
		Params: []contract.Param{
			{Name: "a", Type: "number", Doc: "A.", Default: 1.0, Min: contract.Bound(1), Integer: true},
			{Name: "b", Type: " list( list(string) ) ", Doc: "B.", OneOf: []string{"x"}, Default: []any{[]any{"x"}}},
			{Name: "c", Type: "map(any)", Doc: "C.", Default: map[string]any{"k": true}},
		},
	}}}
	if err := checkDescription(good); err != nil {
		t.Errorf("a good description: %v", err)
	}
	for want, spoil := range map[string]func(*service.Description, *contract.Component, *contract.Param){
		"version":      func(d *service.Description, _ *contract.Component, _ *contract.Param) { d.Version = "1.0" },
		"name":         func(d *service.Description, _ *contract.Component, _ *contract.Param) { d.Name = "a b" },
		"no component": func(d *service.Description, _ *contract.Component, _ *contract.Param) { d.Components = nil },
		"not a word":   func(_ *service.Description, c *contract.Component, _ *contract.Param) { c.Name = "1st" },
		"the kind": func(_ *service.Description, c *contract.Component,
			_ *contract.Param) {
			c.Kind = contract.KindDataset
		},
		"no tasks": func(_ *service.Description, c *contract.Component,
			_ *contract.Param) {
			c.Capabilities.Tasks = nil
		},
		"no task": func(_ *service.Description, c *contract.Component,
			_ *contract.Param) {
			c.Capabilities.Tasks[0] = "x"
		},
		"scores are": func(_ *service.Description, c *contract.Component,
			_ *contract.Param) {
			c.Capabilities.Scores = ""
		},
		"has no doc":    func(_ *service.Description, c *contract.Component, _ *contract.Param) { c.Doc = " " },
		"listed twice":  func(_ *service.Description, c *contract.Component, _ *contract.Param) { c.Params[1].Name = "a" },
		"the type":      func(_ *service.Description, _ *contract.Component, p *contract.Param) { p.Type = "list(number" },
		"a is 0.5":      func(_ *service.Description, _ *contract.Component, p *contract.Param) { p.Default = 0.5 },
		`a is "x"`:      func(_ *service.Description, _ *contract.Component, p *contract.Param) { p.Default = "x" },
		"has a default": func(_ *service.Description, _ *contract.Component, p *contract.Param) { p.Required = true },
		`must be "y"`: func(_ *service.Description, c *contract.Component, _ *contract.Param) {
			c.Params[1].OneOf = []string{"y"}
		},
		"of type map(any)": func(_ *service.Description, c *contract.Component,
			_ *contract.Param) {
			c.Params[2].Default = 1.0
		},
		"offers learner l": func(d *service.Description, _ *contract.Component, _ *contract.Param) {
			d.Components = slices.Repeat(d.Components, 2)
		},
	} {
		d := good
		d.Components = slices.Clone(good.Components)
		c := &d.Components[0]
		c.Params = slices.Clone(c.Params)
		c.Capabilities.Tasks = slices.Clone(c.Capabilities.Tasks)
		spoil(&d, c, &c.Params[0])
		if err := checkDescription(d); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v", want, err)
		}
	}
}

func TestGuesses(t *testing.T) {
	for _, test := range []struct {
		param contract.Param
		want  any
	}{
		{contract.Param{Type: "bool"}, false},
		{contract.Param{Type: "number"}, 1.0},
		{contract.Param{Type: "number", Above: contract.Bound(2)}, 3.0},
		{contract.Param{Type: "number", Max: contract.Bound(-1)}, -1.0},
		{contract.Param{Type: "number", Above: contract.Bound(0), Max: contract.Bound(0.5)}, 0.5},
		{contract.Param{Type: "number", Min: contract.Bound(0.5), Integer: true}, nil},
		{contract.Param{Type: "string", OneOf: []string{"x", "y"}}, "x"},
		{contract.Param{Type: "string"}, nil},
		{contract.Param{Type: "list(number)"}, nil},
	} {
		if got := guess(test.param); got != test.want {
			t.Errorf("%+v: %v, want %v", test.param, got, test.want)
		}
	}
}

func TestOneComponent(t *testing.T) {
	_, err := Run(t.Context(), fake(t, "sound"), Options{Component: "silence"})
	if err == nil || !strings.Contains(err.Error(), `no component "silence"; it has: sound`) {
		t.Errorf("error %v", err)
	}
}
