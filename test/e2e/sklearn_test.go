package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// sklearnExperiment names the folder of the plugin.
const sklearnExperiment = `
bench {
  required_plugins {
    sklearn = { source = %q }
  }
}
experiment "sklearn" {}
dataset "glass" {
  file   = "data/glass.csv"
  target = "Type"
}
dataset "penguins" {
  file    = "data/penguins.csv"
  target  = "species"
  missing = ["NA"]
}
learner "sklearn_logreg" "lr" { C = 2 }
reduction "one_vs_rest" "ova" {}
reduction "direct" "native" {}
validation { folds = 3 }
metric "accuracy" {}
`

// A learner in Python, without SDK, predicts what scikit-learn predicts by
// itself on the same rows: testdata/reference.py encodes, splits and trains
// anew.
func TestScikitLearn(t *testing.T) {
	python := findPython(t)
	d := newDir(t)
	if err := os.Mkdir(d.file("python"), 0o755); err != nil {
		t.Fatal(err)
	}
	wrapper := fmt.Sprintf("#!/bin/sh\nexec %q \"$@\"\n", python)
	if err := os.WriteFile(d.file("python/python3"), []byte(wrapper), 0o755); err != nil {
		t.Fatal(err)
	}
	d.env = []string{"PATH=" + d.file("python") + ":" + os.Getenv("PATH")}
	plugin, err := filepath.Abs(filepath.Join(repository, "examples/plugins/sklearn"))
	if err != nil {
		t.Fatal(err)
	}
	d.write("sklearn.hcl", fmt.Sprintf(sklearnExperiment, plugin))
	contains(t, "stderr", d.must(0, "run", "sklearn.hcl").stderr, "12 cells ok")
	d.write("predictions.csv", d.must(0, "export", "predictions", "results/sklearn").stdout)
	out, err := exec.Command(python, "testdata/reference.py", d.file("predictions.csv"), d.file("data")).CombinedOutput()
	if err != nil {
		t.Fatalf("reference.py: %v\n%s", err, out)
	}
	// 214 and 344 rows, each predicted by both reductions.
	if want := "1116 predictions, 0 differ\n"; string(out) != want {
		t.Errorf("reference.py says %q, want %q", out, want)
	}
}

// findPython returns an interpreter that has what the plugin imports, or skips
// the test.
func findPython(t *testing.T) string {
	t.Helper()
	candidates := []string{os.Getenv("BENCH_PYTHON")}
	if candidates[0] == "" {
		candidates = []string{"python3", "/usr/bin/python3"}
	}
	for _, name := range candidates {
		path, err := exec.LookPath(name)
		if err == nil && exec.Command(path, "-c", "import grpc, google.protobuf, sklearn, numpy").Run() == nil {
			return path
		}
	}
	t.Skipf("none of %s imports grpc, google.protobuf, sklearn and numpy: install them "+
		"(Debian: python3-grpcio python3-protobuf python3-sklearn), or name an interpreter that does with BENCH_PYTHON",
		strings.Join(candidates, ", "))
	return ""
}
