package experiment

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/results/plan"
)

// clustered is an executor with classes, as a file has it.
const clustered = `
executor "slurm" {
  shared_dir = "../shared"
  local_dir  = "/scratch"
  slots      = 20
  throttle   = 5
  detach     = true
  poll       = 60
  sbatch     = ["--partition=cpu", "--time=${2 * 60}"]
  setup      = ["module load python"]
  class "big" {
    match  = { dataset = ["letter", "shuttle"], learner = ["path"] }
    sbatch = ["--mem=16G"]
  }
  class "slow" { match = { learner = ["path[C=10]"] } }
}
dataset "letter" {}
dataset "shuttle" {}
dataset "d" {}
learner "svm" "path" { C = grid(1, 10) }
learner "lda" "lda" {}
reduction "ova" "ova" {}
`

func TestExecutor(t *testing.T) {
	here := Executor{Type: LocalExecutor}
	if got := bound(t, minimal, nil).Executor; !reflect.DeepEqual(got, here) {
		t.Errorf("without a block: %+v", got)
	}
	if got := bound(t, minimal+`executor "local" {}`, nil).Executor; !reflect.DeepEqual(got, here) {
		t.Errorf("local: %+v", got)
	}
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	got := bound(t, minimal+`executor "slurm" { shared_dir = "s/../t" }`, nil).Executor
	want := Executor{Type: SlurmExecutor, SharedDir: filepath.Join(folder, "dir/t"), Slots: 8}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("defaults: got %+v, want %+v", got, want)
	}
	want = Executor{
		Type: SlurmExecutor, SharedDir: filepath.Join(folder, "shared"), LocalDir: "/scratch", Slots: 20,
		Throttle: 5, Detach: true, Poll: 60,
		Options: []string{"--partition=cpu", "--time=120"}, Setup: []string{"module load python"},
		Classes: []ResourceClass{
			{Name: "big", Options: []string{"--mem=16G"},
				Match: map[string][]string{"dataset": {"letter", "shuttle"}, "learner": {"path"}}},
			{Name: "slow", Match: map[string][]string{"learner": {"path[C=10]"}}},
		},
	}
	if got := bound(t, clustered, nil).Executor; !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestClassOf(t *testing.T) {
	e := bound(t, clustered, nil).Executor
	for cell, want := range map[plan.Combination]string{
		{Dataset: "letter", Learner: "path[C=1]"}:   "big",
		{Dataset: "shuttle", Learner: "path[C=10]"}: "big",
		{Dataset: "d", Learner: "path[C=10]"}:       "slow",
		{Dataset: "d", Learner: "path[C=1]"}:        DefaultClass,
		{Dataset: "letter", Learner: "lda"}:         DefaultClass,
	} {
		if got := e.ClassOf(plan.Cell{Combination: cell}); got != want {
			t.Errorf("%s is of class %q, want %q", cell.Name(), got, want)
		}
	}
}

// A dataset whose rows have labels gets the reduction that stands in for them; a class
// may be for it.
func TestClassOfLabels(t *testing.T) {
	catalog := fakeCatalog()
	catalog.Components = append(catalog.Components, contract.Component{
		Kind: contract.KindReducer, Name: labelReduction,
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}},
	})
	src := `
dataset "d" { file = "a.arff" }
learner "logreg" "l" {}
executor "slurm" {
  shared_dir = "/s"
  class "labels" { match = { reduction = ["binary_relevance"] } }
}
`
	if got := summaries(src, nil, catalog); len(got) > 0 {
		t.Errorf("said: %q", got)
	}
	want := []string{`There is no reduction "binary_relevance"`}
	if got := summaries(src, nil, fakeCatalog()); !slices.Equal(got, want) {
		t.Errorf("without the reduction: %q", got)
	}
}

func TestExecutorTypes(t *testing.T) {
	for src, want := range map[string]string{
		`executor "slum" { shared_dir = "/s" }`:                      `There is no executor type "slum"`,
		`executor "local" { slots = 2 }`:                             `Unknown attribute "slots"`,
		`executor "slurm" { shared_dir = "" }`:                       "The folder has no name",
		`executor "slurm" {}`:                                        `Attribute "shared_dir" is missing`,
		"executor {}":                                                "An executor block needs a type",
		"executor \"local\" {\nclass \"a\" {}\n}":                    `Unknown block "class"`,
		`executor "slurm" { shared_dir = grid("/a", "/b") }`:         "grid() cannot be used here",
		"executor \"local\" {}\nexecutor \"local\" {}":               "There is a second executor block",
		"executor \"slurm\" {\nshared_dir = null\n}":                 `Attribute "shared_dir" is null`,
		"executor \"slurm\" {\nshared_dir = \"/s\"\nslots = 1.5\n}":  `Value outside the range of "slots"`,
		"executor \"slurm\" {\nshared_dir = \"/s\"\nsbatch = [1]\n}": "",
	} {
		got := summaries(minimal+src, nil, fakeCatalog())
		if want == "" && len(got) > 0 || want != "" && !slices.Equal(got, []string{want}) {
			t.Errorf("%s: said %q, want %q", src, got, want)
		}
	}
}

// Options that would break those of bench are reported where they stand.
func TestOptionsOfSbatch(t *testing.T) {
	catalog := fakeCatalog()
	catalog.CheckSbatch = func(options []string) error {
		if slices.Contains(options, "--array=0-9") {
			return fmt.Errorf("bench sets --array itself")
		}
		return nil
	}
	file, _ := ParseText("test.hcl", []byte(minimal+`executor "slurm" {
  shared_dir = "/s"
  sbatch     = ["--array=0-9"]
  class "c" {
    match  = { dataset = ["d"] }
    sbatch = ["--mem=1G", "--array=0-9"]
  }
}
`), nil)
	_, diags := file.Bind(catalog)
	if len(diags) != 2 || diags[0].Range.Start.Line != 7 || diags[1].Range.Start.Line != 10 {
		t.Fatalf("got %v", diags)
	}
	for _, d := range diags {
		if d.Detail != "Bench sets --array itself." {
			t.Errorf("got %q", d.Detail)
		}
	}
}

// An experiment that was taken elsewhere reads the copies of its files; what it says of
// them is what the original says.
func TestParseMoved(t *testing.T) {
	home, node := t.TempDir(), t.TempDir()
	write := func(path, text string) string {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	src := `
bench {
  required_plugins {
    p = { source = "./plugins/p" }
  }
}
dataset "d" {
  file      = "data/../a.csv"
  test_file = "b.csv"
}
dataset "again" { file = "a.csv" }
learner "logreg" "l" {}
reduction "written" "r" { code = "c.txt" }
`
	catalog := fakeCatalog()
	catalog.Components = append(catalog.Components, contract.Component{Kind: contract.KindReducer, Name: "written",
		Params:       []contract.Param{{Name: "code", Type: contract.FileType}},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}}})
	at := func(name string) string { return filepath.Join(home, name) }
	moved := map[string]string{
		at("a.csv"): filepath.Join(node, "1/a.csv"), at("plugins/p"): filepath.Join(node, "p"),
		at("c.txt"): write(filepath.Join(node, "2/c.txt"), "1 -1"),
	}
	file, diags := ParseMoved(write(filepath.Join(node, "e.hcl"), src), home, moved, nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if p := file.RequiredPlugins[0]; p.Source != filepath.Join(node, "p") || p.Written != "./plugins/p" {
		t.Errorf("plugin %+v", p)
	}
	exp, diags := file.Bind(catalog)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	values := exp.Datasets[0].Values()
	if values["file"] != moved[at("a.csv")] || values["test_file"] != at("b.csv") {
		t.Errorf("dataset %v", values)
	}
	if got := exp.Reductions[0].Values()["code"]; got != "1 -1" {
		t.Errorf("the file of the reduction holds %q", got)
	}
	want := map[string]blocks.Named{at("a.csv"): {Written: "a.csv", Located: moved[at("a.csv")], Data: true},
		at("b.csv"): {Written: "b.csv", Located: at("b.csv"), Data: true},
		at("c.txt"): {Written: "c.txt", Located: moved[at("c.txt")]}}
	if got := file.Files.Named; !maps.Equal(got, want) {
		t.Errorf("files %v, want %v", got, want)
	}
}

// Without anything moved, Files are those that are read.
func TestFiles(t *testing.T) {
	file, diags := Parse("testdata/sample.hcl", nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	file.Bind(fakeCatalog())
	dir, err := filepath.Abs("testdata/data")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{filepath.Join(dir, "glass.csv"), filepath.Join(dir, "vowel.arff")}
	if got := slices.Sorted(maps.Keys(file.Files.Named)); !slices.Equal(got, want) {
		t.Errorf("files %q, want %q", got, want)
	}
}
