// Package sdk runs the tests of the SDKs of other languages, which are written in
// these languages.
package sdk

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

const limit = 20 * time.Minute // only ends what hangs

// python returns an interpreter that imports what is named, or skips the test.
func python(t *testing.T, modules string) string {
	t.Helper()
	candidates := []string{"python3", "/usr/bin/python3"}
	if named := os.Getenv("BENCH_PYTHON"); named != "" {
		candidates = []string{named}
	}
	for _, name := range candidates {
		path, err := exec.LookPath(name)
		if err == nil && exec.Command(path, "-c", "import "+modules).Run() == nil {
			return path
		}
	}
	t.Skipf("none of %s imports %s: install them, or name an interpreter that does with BENCH_PYTHON",
		strings.Join(candidates, ", "), modules)
	return ""
}

// run runs a command in the folder of the Python SDK and returns what it prints.
func run(t *testing.T, command ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, command[0], command[1:]...)
	cmd.Dir = filepath.Join("..", "..", "sdk", "python")
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(command, " "), err, out)
	}
	return string(out)
}

func TestPython(t *testing.T) {
	out := run(t, python(t, "grpc, numpy"), "-m", "unittest", "discover", "tests")
	if !strings.Contains(out, "\nOK") {
		t.Errorf("the tests said:\n%s", out)
	}
}

// The packages and the example have no error under mypy --strict.
func TestPythonTypes(t *testing.T) {
	interpreter := python(t, "mypy, numpy")
	cache := "--cache-dir=" + t.TempDir()
	run(t, interpreter, "-m", "mypy", cache, "--strict", "bench", "bench_plugin",
		"../../examples/plugins/python/learner.py")
}
