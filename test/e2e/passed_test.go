package e2e

import (
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

const passing = `
bench {
  pass_env = ["SWAN_LIBRARY_PATH"]
  required_plugins {
    passed = { source = "./plugin", pass_env = ["CUDA_VISIBLE_DEVICES"] }
  }
}
experiment "e" {}
dataset "rows" { generate = "blobs" }
learner "passed" "passed" {}
reduction "one_vs_rest" "ova" {}
validation { folds = 2 }
`

// Plugins get the variables that are named, and no others. The device may be another one for
// the same cells; a path by which code is found may not.
func TestPassedVariables(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.scripted("surprises", "plugin", "passed.py", "sdk/python/bench_plugin", `command = ["`+findPython(t)+`", "passed.py"]`)
	variables := func(device, path string) {
		d.env = []string{"CUDA_VISIBLE_DEVICES=" + device, "SWAN_LIBRARY_PATH=" + path}
	}
	variables("0", "/opt/a")
	d.write("none.hcl", must.Replace(passing, `, pass_env = ["CUDA_VISIBLE_DEVICES"]`, ""))
	contains(t, "stderr", d.must(1, "run", "none.hcl", "-out", "none").stderr, "LookupError: CUDA_VISIBLE_DEVICES is not set")
	d.write("e.hcl", passing)
	contains(t, "stderr", d.must(0, "run", "e.hcl").stderr, "2 cells ok, 0 failed")
	variables("1", "/opt/a")
	contains(t, "stderr", d.must(0, "run", "e.hcl").stderr, "2 of 2 cells have results already")
	variables("1", "/opt/b")
	if o := d.must(0, "run", "e.hcl"); strings.Contains(o.stderr, "have results already") {
		t.Errorf("cells of another path count: %s", o.stderr)
	}
	manifest := d.read("results/e/manifest.json")
	contains(t, "manifest", manifest, `"SWAN_LIBRARY_PATH": "/opt/b"`)
	if strings.Contains(manifest, `"CUDA_VISIBLE_DEVICES": "1"`) {
		t.Error("the manifest holds a device")
	}
}
