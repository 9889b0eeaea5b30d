package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/plugins/shipped"
)

// Our own plugins keep the promises of a plugin.
func TestShippedPluginsConform(t *testing.T) {
	for _, p := range shipped.Plugins() {
		name := p.Name
		t.Run(name, func(t *testing.T) {
			o := newDir(t).must(0, "plugin", "test", name)
			contains(t, "stdout", o.stdout, "ok       ends when it is asked to", " 0 failed")
		})
	}
}

// The example plugins do, by path of an executable and of a folder.
func TestCentroidConforms(t *testing.T) {
	d := newDir(t)
	contains(t, "stdout", d.must(0, "plugin", "test", "plugins/centroid").stdout,
		"ok       centroid, binary: swapped signs negate the scores\n", "21 checks: 20 ok, 0 failed, 1 skipped")
}

// Components are tested with the attributes that a file says.
func TestConfiguredConformance(t *testing.T) {
	d := newDir(t)
	d.write("c.json", `{"centroid": {"forest": true}}`)
	contains(t, "stdout", d.must(0, "plugin", "test", "plugins/library", "-config", "c.json").stdout, " 0 failed")
	d.write("c.json", `{"centroid": {"wood": true}}`)
	contains(t, "stdout", d.must(1, "plugin", "test", "plugins/library", "-config", "c.json").stdout,
		`FAILED   centroid: takes its default configuration: it refuses the configuration {"wood":true}`)
	d.write("c.json", `{"forest": {"trees": 1}}`)
	contains(t, "stderr", d.must(2, "plugin", "test", "plugins/library", "-config", "c.json").stderr,
		`has no component "forest"; it has: centroid`)
}

func TestPythonConforms(t *testing.T) {
	python := findPython(t)
	d := newDir(t)
	d.write("python/python3", fmt.Sprintf("#!/bin/sh\nexec %q \"$@\"\n", python))
	if err := os.Chmod(d.file("python/python3"), 0o755); err != nil {
		t.Fatal(err)
	}
	d.env = []string{"PATH=" + d.file("python") + ":" + os.Getenv("PATH")}
	folder, err := filepath.Abs(filepath.Join(repository, "examples/plugins/python"))
	if err != nil {
		t.Fatal(err)
	}
	contains(t, "stdout", d.must(0, "plugin", "test", folder).stdout,
		"ok       centroid, binary: swapped signs negate the scores\n",
		"ok       centroid, binary: NaN among the features (refused with an error)\n", "21 checks: 20 ok, 0 failed, 1 skipped")
}

// findPython returns an interpreter that has what the Python SDK imports, or skips
// the test.
func findPython(t *testing.T) string {
	t.Helper()
	candidates := []string{os.Getenv("BENCH_PYTHON")}
	if candidates[0] == "" {
		candidates = []string{"python3", "/usr/bin/python3"}
	}
	for _, name := range candidates {
		path, err := exec.LookPath(name)
		if err == nil && exec.Command(path, "-c", "import grpc, numpy").Run() == nil {
			return path
		}
	}
	t.Skipf("none of %s imports grpc and numpy: install them (Debian: python3-grpcio python3-numpy), or name an "+
		"interpreter that does with BENCH_PYTHON", strings.Join(candidates, ", "))
	return ""
}

// Bad plugins fail the checks of what is bad in them, and leave nothing.
func TestBadPluginsDoNotConform(t *testing.T) {
	for _, test := range []struct{ plugin, component, failure string }{
		{"quitter", "", "starts and shakes hands: plugin quitter, starting: the process ended before the handshake; the " +
			"process ended (exit status 7); its last words: quitter: the licence has run out"},
		{"outdated", "", "starts and shakes hands: plugin outdated, starting: incompatible API version"},
		{"babbler", "", "starts and shakes hands: plugin babbler, starting: Unrecognized remote plugin message: \"bla bla"},
		{"faulty", "crashing", "crashing, binary: trains and scores: plugin faulty, training crashing: the connection to " +
			"the process broke; the process ended (exit status 3)"},
		{"faulty", "panicking", "panicking, binary: trains and scores: problem 1 of 4: panic: faulty: all is lost"},
		{"faulty", "undecided", "undecided, binary: trains and scores: problem 1 of 4: a score is NaN"},
		{"faulty", "forgetful", "forgetful, binary: trains and scores: the scores: 11 × 1 values were written where 12 × 4 " +
			"were asked for"},
		{"faulty", "hanging", "hanging, binary: trains and scores: no answer within 3s"},
	} {
		t.Run(test.plugin+" "+test.component, func(t *testing.T) {
			t.Parallel()
			args := []string{"plugin", "test", "plugins/" + test.plugin, "-limit", "3s"}
			if test.component != "" {
				args = append(args, test.component)
			}
			o := newDir(t).must(1, args...)
			contains(t, "stdout", o.stdout, "FAILED   "+test.failure, " 1 failed, 0 skipped\n")
			contains(t, "stderr", o.stderr, "bench: plugin "+test.plugin+" failed 1 check\n")
		})
	}
}

func TestPluginTestOfNothing(t *testing.T) {
	d := newDir(t)
	d.write("notes.txt", "no plugin")
	contains(t, "stderr", d.must(2, "plugin", "test", "gone").stderr, `plugin "gone": there is nothing at `)
	contains(t, "stderr", d.must(2, "plugin", "test", "notes.txt").stderr, "is not executable")
	contains(t, "stderr", d.must(2, "plugin", "test").stderr, "PATH is missing")
	contains(t, "stderr", d.must(2, "plugin", "test", "lda", "qda").stderr,
		`plugin lda has no component "qda"; it has: lda`)
	contains(t, "stderr", d.must(2, "plugin", "test", "lda", "-limit", "0s").stderr, "write a time above 0")
}
