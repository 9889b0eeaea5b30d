package e2e

import (
	"path/filepath"
	"strings"
	"testing"
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

func TestQuickstart(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	path, err := filepath.Abs(filepath.Join(repository, "experiments/quickstart.hcl"))
	if err != nil {
		t.Fatal(err)
	}
	d := newDir(t)
	o := d.must(0, "run", path)
	contains(t, "stdout", o.stdout, "accuracy", "glass", "digits", "vehicle", "penguins")
	for _, row := range readCSV(t, d.read("results/quickstart/summary.csv")) {
		mean := number(t, row["mean"])
		// Each dataset's accuracy is far above that of guessing.
		if least := map[string]float64{"glass": 0.5, "digits": 0.85, "vehicle": 0.7,
			"penguins": 0.95}[row["dataset"]]; row["metric"] == "accuracy" && !(mean > least) {
			t.Errorf("accuracy %v of %s/%s on %s", mean, row["learner"], row["reduction"], row["dataset"])
		}
	}
	if strings.Contains(d.read("results/quickstart/scores.csv"), "NaN") {
		t.Error("a score is missing")
	}
}
