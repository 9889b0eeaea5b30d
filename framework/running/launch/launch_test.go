package launch

import (
	"context"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run"
)

// quiet opens experiments, and collects what is shown and told.
func quiet(shown *diagnostic.List, told *[]string) *Session {
	return &Session{Options: Options{
		Build: store.Build{Version: "1.2.0"},
		Show:  func(l diagnostic.List) { *shown = append(*shown, l...) },
		Tell:  func(line string) { *told = append(*told, line) },
	}}
}

// parsed is a file with a text.
func parsed(t *testing.T, text string) *experiment.File {
	t.Helper()
	path := filepath.Join(t.TempDir(), "e.hcl")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	file, diags := experiment.Parse(path, nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	return file
}

// Without plugins there is one error, which says where they are looked for.
func TestNoPlugins(t *testing.T) {
	s := &Session{}
	diags := s.noPlugins(nil)
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, PluginFolder()) {
		t.Errorf("got %v", diags)
	}
	if more := (&Session{Plugin: Plugin{Described: make([]host.Described, 1)}}).noPlugins(nil); more != nil {
		t.Errorf("with plugins: %v", more)
	}
	if more := s.noPlugins(diagnostic.List{{Severity: contract.Error}}); more != nil {
		t.Errorf("with a failure that says why: %v", more)
	}
}

func TestVersionOfBench(t *testing.T) {
	for constraint, want := range map[string]string{"": "", ">= 1": "", "~> 1.2.0": "", "< 1": "This is bench 1.2.0"} {
		text := ""
		if constraint != "" {
			text = `bench { required_version = "` + constraint + `" }`
		}
		diags := checkVersion(parsed(t, text), "1.2.0")
		if len(diags) > 0 != (want != "") || want != "" && diags[0].Summary != want {
			t.Errorf("%q: %v", constraint, diags)
		}
	}
}

// A file that cannot be read is refused, with the remarks shown once.
func TestRefused(t *testing.T) {
	var shown diagnostic.List
	var told []string
	s := quiet(&shown, &told)
	defer s.Close()
	err := s.Open(context.Background(), filepath.Join(t.TempDir(), "absent.hcl"))
	var refused *Refused
	if !errors.As(err, &refused) || err.Error() != "1 error; nothing was run" || len(shown) != 1 {
		t.Errorf("%v, shown %v", err, shown)
	}
	s.Warnings = diagnostic.List{{Summary: "kept"}}
	s.ShowWarnings()
	if len(shown) != 2 || shown[1].Summary != "kept" || s.Warnings != nil {
		t.Errorf("shown %v, kept %v", shown, s.Warnings)
	}
}

// Cells with a result are done; those without one, with a damaged one or with a status to
// retry are missing, with the number of their next attempt.
func TestMissingIn(t *testing.T) {
	p := &plan.Plan{Cells: []plan.Cell{{Key: "ok"}, {Key: "failed"}, {Key: "slow"}, {Key: "damaged"}, {Key: "new"}}}
	results := store.Results{
		ByKey: map[string]store.Result{
			"ok": {Status: store.OK}, "failed": {Status: store.Failed, Attempt: 2}, "slow": {Status: store.Timeout}},
		Damaged: map[string]int{"damaged": 4},
	}
	m := MissingIn(p, results, []string{string(store.Failed)})
	if m.Cells != 3 || !maps.Equal(m.Done, map[string]bool{"ok": true, "slow": true}) ||
		!maps.Equal(m.Attempts, map[string]int{"failed": 3, "damaged": 5}) {
		t.Errorf("%+v", m)
	}
	if all := MissingIn(p, store.Results{}, nil); all.Cells != 5 || len(all.Done)+len(all.Attempts) != 0 {
		t.Errorf("of nothing %+v", all)
	}
}

func TestSlots(t *testing.T) {
	shared, isolated := &prepare.Prepared{Experiment: &experiment.Experiment{}}, &prepare.Prepared{Experiment: &experiment.Experiment{}}
	isolated.Experiment.Isolated = true
	l := Local{Workers: 4, Missing: Missing{Cells: 9}}
	few := Local{Workers: 4, Missing: Missing{Cells: 2}}
	if got := []int{l.Slots(shared), few.Slots(shared), l.Slots(isolated)}; !slices.Equal(got, []int{4, 2, 1}) {
		t.Errorf("%v slots", got)
	}
}

// Each worker has a journal, and what is open is closed though a later one cannot be opened.
func TestJournals(t *testing.T) {
	dir := t.TempDir()
	recorders, end, err := Journals(dir, numbered(3), nil)
	if err != nil || len(recorders) != 3 || end() != nil {
		t.Fatalf("%d journals, %v", len(recorders), err)
	}
	if err := recorders[0].Result(store.Result{Key: "x", Status: store.OK}, store.Output{}); err == nil {
		t.Error("a closed journal takes a result")
	}
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, end, err := Journals(file, numbered(1), nil); err == nil || end() != nil {
		t.Errorf("a journal is in a file: %v", err)
	}
}

type counted struct{ finished int }

func (c *counted) Finished(plan.Cell, store.Result) { c.finished++ }
func (c *counted) Working(int, run.Work)            {}

// What is finished is done, if the run begins again.
func TestWatched(t *testing.T) {
	var c counted
	o := watched(&c, run.Options{Done: map[string]bool{}})
	o.Finished(plan.Cell{}, store.Result{Key: "x"})
	if !o.Done["x"] || c.finished != 1 || o.Working == nil {
		t.Errorf("%+v, %d finished", o.Done, c.finished)
	}
}

func TestOnlyLearners(t *testing.T) {
	learner, metric := contract.Component{Kind: contract.KindLearner}, contract.Component{Kind: contract.KindMetric}
	for _, test := range []struct {
		offered []contract.Component
		want    bool
	}{{nil, false}, {[]contract.Component{learner}, true}, {[]contract.Component{learner, metric}, false}} {
		if got := onlyLearners(host.Package{Offered: test.offered}); got != test.want {
			t.Errorf("%v: %v", test.offered, got)
		}
	}
}

// A required plugin replaces one of the same name; its version has to fit.
func TestRequired(t *testing.T) {
	packages := replacePackage([]host.Package{{Name: "a"}, {Name: "b"}}, host.Package{Name: "a", Root: "mine"})
	packages = replacePackage(packages, host.Package{Name: "c"})
	if len(packages) != 3 || packages[0].Root != "mine" || packages[2].Name != "c" {
		t.Errorf("%+v", packages)
	}
	r := Required{Origin: map[string]*requires.Plugin{"a": {Name: "a", Version: ">= 2"}, "b": {Name: "b"}}}
	described := []host.Described{{Package: host.Package{Name: "a"}}, {Package: host.Package{Name: "b"}}, {Package: host.Package{Name: "c"}}}
	described[0].Version = "1.0"
	if diags := r.checkVersions(described); len(diags) != 1 || diags[0].Summary != "Plugin a is version 1.0" {
		t.Errorf("%v", diags)
	}
	described[0].Version = "2.1"
	if diags := r.checkVersions(described); diags != nil {
		t.Errorf("%v", diags)
	}
	file := parsed(t, `bench {
  required_plugins { gone = { source = "./gone" } }
}`)
	if found, diags := openRequired(file); len(found.Packages) != 0 || len(diags) != 1 || diags[0].Summary != `Plugin "gone" cannot be used` {
		t.Errorf("%v", diags)
	}
	for name, want := range map[string]string{"python3": "python3", "./venv/python": filepath.Join(filepath.Dir(file.Path), "venv/python")} {
		if got := besideFile(file, name); got != want {
			t.Errorf("interpreter %s is %s", name, got)
		}
	}
}

// What a results folder is to hold of the experiment: the text, what attributes name, no data.
func TestStoredSource(t *testing.T) {
	file := parsed(t, "locals { a = 1 }\n")
	dir := filepath.Dir(file.Path)
	if err := os.WriteFile(filepath.Join(dir, "code.txt"), []byte("1 -1"), 0o600); err != nil {
		t.Fatal(err)
	}
	file.Files.Resolve("code.txt", false)
	file.Files.Resolve("data.csv", true)
	s := &Session{File: file, Source: Source{Vars: map[string]string{"v": "1"}}}
	kept, err := s.Stored()
	if err != nil || kept.Name != "e.hcl" || kept.Dir != dir || string(kept.Text) != "locals { a = 1 }\n" ||
		len(kept.Code) != 1 || string(kept.Code["code.txt"]) != "1 -1" || len(kept.Lock) != 0 || kept.Vars["v"] != "1" {
		t.Errorf("%+v, %v", kept, err)
	}
	file.Files.Resolve("absent.txt", false)
	if _, err := s.Stored(); err == nil {
		t.Error("a file that is absent is stored")
	}
}

func TestKernels(t *testing.T) {
	t.Setenv(host.KernelsVariable, "")
	if err := ChooseKernels("fast"); err == nil || Kernels() == PortableKernels {
		t.Errorf("%v, %s", err, Kernels())
	}
	if err := ChooseKernels(PortableKernels); err != nil || Kernels() != PortableKernels {
		t.Errorf("%v, %s", err, Kernels())
	}
}

// The automatic code of a results folder that goes on is that of its results.
func TestKernelsOfResults(t *testing.T) {
	t.Setenv(host.KernelsVariable, "")
	dir := t.TempDir()
	if err := folder.Write(dir, &store.Manifest{Kernels: PortableKernels}, folder.Experiment{}, &plan.Plan{}); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ dir, name, want string }{
		{t.TempDir(), AutoKernels, ""}, {dir, AVX2Kernels, AVX2Kernels}, {dir, AutoKernels, PortableKernels},
	} {
		if err := ChooseKernelsOf(test.dir, test.name); err != nil || os.Getenv(host.KernelsVariable) != test.want {
			t.Errorf("%s: %q, %v", test.name, os.Getenv(host.KernelsVariable), err)
		}
	}
}
