// Package e2e runs bench as its users do: a built executable, real plugin
// processes, experiment files and data on disk.
package e2e

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// Where TestMain builds what the tests run.
var (
	built   string // holds bench, plugins/ and extra/
	benchAt string
)

// repository is the root of the module, as seen from this folder.
const repository = "../.."

func TestMain(m *testing.M) {
	flag.Parse()
	if f := flag.Lookup("test.parallel"); f.Value.String() == f.DefValue {
		_ = f.Value.Set("6") // many tests wait for a limit rather than work
	}
	code, err := buildAndRun(m)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

func buildAndRun(m *testing.M) (int, error) {
	var err error
	if built, err = os.MkdirTemp("/tmp", "e2e"); err != nil {
		return 1, err
	}
	defer os.RemoveAll(built)
	benchAt = filepath.Join(built, "bench")
	if err := touchSources(); err != nil {
		return 1, err
	}
	for _, b := range [][]string{
		{benchAt, "./cmd/bench"},
		{built + "/bench-adapter", "./cmd/bench-adapter"},
		{built + "/plugins/", "./plugins/..."},
		{built + "/extra/", "./test/plugins/...", "./examples/plugins/..."},
	} {
		build := exec.Command("go", append([]string{"build", "-trimpath", "-buildvcs=false", "-o"}, b...)...)
		build.Dir, build.Env = repository, append(os.Environ(), "CGO_ENABLED=0") // as make build does
		if out, err := build.CombinedOutput(); err != nil {
			return 1, fmt.Errorf("building %s: %w\n%s", b[1:], err, out)
		}
	}
	return m.Run(), nil
}

// touchSources opens every file that the executables are built from, so that go
// test knows that the result depends on them and does not answer from its cache.
func touchSources() error {
	for _, dir := range []string{"cmd", "framework", "plugins", "sdk", "examples", "experiments", "test"} {
		err := filepath.WalkDir(filepath.Join(repository, dir), func(path string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || strings.HasSuffix(path, ".pyc") {
				return err
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			return f.Close()
		})
		if err != nil {
			return fmt.Errorf("reading sources: %w", err)
		}
	}
	return nil
}
