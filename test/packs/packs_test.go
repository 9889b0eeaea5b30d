// Package packs tests the packs of plugins of other languages, as make packs sets
// them up in bin/plugins.
package packs

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/lengthy"
	"github.com/manyclass/bench/test/programs"
)

// folder is a folder to run bench in.
type folder struct {
	t    *testing.T
	path string
}

// newFolder has bench and its reductions.
func newFolder(t *testing.T) folder {
	t.Helper()
	lengthy.Test(t, "packs")
	f := folder{t: t, path: t.TempDir()}
	if err := programs.Into(filepath.Join(f.path, "bin"), "../..", "bench", "plugins/reducers"); err != nil {
		t.Fatal(err)
	}
	return f
}

// write writes a file.
func (f folder) write(name, text string) {
	f.t.Helper()
	path := filepath.Join(f.path, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		f.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		f.t.Fatal(err)
	}
}

// bench runs a command and returns what it prints and its status.
func (f folder) bench(args ...string) (stdout, stderr string, status int) {
	f.t.Helper()
	cmd := exec.Command(filepath.Join(f.path, "bin/bench"), args...)
	cmd.Dir = f.path
	cmd.Env = append(os.Environ(), "NO_COLOR=1", "HOME="+f.path)
	var out, words strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &words
	if err := cmd.Run(); err != nil && cmd.ProcessState == nil {
		f.t.Fatal(err)
	}
	return out.String(), words.String(), cmd.ProcessState.ExitCode()
}

// must runs a command that succeeds and returns what it prints.
func (f folder) must(args ...string) string {
	f.t.Helper()
	out, words, status := f.bench(args...)
	if status != 0 {
		f.t.Fatalf("bench %s: status %d\n%s", strings.Join(args, " "), status, words)
	}
	return out
}
