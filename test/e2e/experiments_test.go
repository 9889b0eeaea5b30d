package e2e

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/lengthy"
)

// Every experiment that is shipped can be run; the first one is.
func TestExperiments(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(repository, "experiments/*.hcl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d experiments, %v", len(files), err)
	}
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		if elsewhere := []string{"named.hcl", "packs.hcl"}; slices.Contains(elsewhere, filepath.Base(file)) {
			continue // TestNamedExperiment runs the one, TestDocuments the other
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			contains(t, "stdout", d.must(0, "validate", path).stdout, "is valid")
			p := readJSON[map[string]any](t, d.must(0, "plan", path, "-json").stdout)
			if cells, _ := p["cells"].(float64); cells == 0 {
				t.Error("no cells are planned")
			}
		})
	}
}

// Every experiment of experiments/papers is valid in both sizes that make papers asks for.
func TestPapers(t *testing.T) {
	files, err := filepath.Glob(filepath.Join(repository, "experiments/papers/*.hcl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d experiments, %v", len(files), err)
	}
	for _, file := range files {
		path, err := filepath.Abs(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, size := range []string{"small", "full"} {
			t.Run(filepath.Base(file)+" "+size, func(t *testing.T) {
				t.Parallel()
				if size == "full" {
					lengthy.Test(t, "papers")
				}
				contains(t, "stdout", newDir(t).must(0, "validate", path, "-var", "size="+size).stdout, "is valid")
			})
		}
	}
}

// welcomes checks what a run of the quickstart said and wrote: the first that a user sees.
func (d *dir) welcomes(o outcome, results string) {
	t := d.t
	t.Helper()
	contains(t, "stdout", o.stdout, "accuracy", "glass", "digits", "vehicle", "penguins")
	if strings.Contains(o.stderr, "Warning") {
		t.Errorf("the first experiment of a user warns:\n%s", o.stderr)
	}
	for _, row := range readCSV(t, d.read(results+"/summary.csv")) {
		mean := number(t, row["mean"])
		// Each dataset's accuracy is far above that of guessing.
		if least := map[string]float64{"glass": 0.5, "digits": 0.85, "vehicle": 0.7,
			"penguins": 0.95}[row["dataset"]]; row["metric"] == "accuracy" && !(mean > least) {
			t.Errorf("accuracy %v of %s/%s on %s", mean, row["learner"], row["reduction"], row["dataset"])
		}
	}
	if strings.Contains(d.read(results+"/scores.csv"), "NaN") {
		t.Error("a score is missing")
	}
}
