// Package e2e runs bench as its users do: a built executable, real plugin
// processes, experiment files and data on disk.
package e2e

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/manyclass/bench/test/programs"
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
	if built, err = os.MkdirTemp(short(), "e2e"); err != nil {
		return 1, err
	}
	defer os.RemoveAll(built)
	benchAt = filepath.Join(built, "bench")
	if err := programs.Into(built, repository, "bench", "bench-adapter", "plugins", "extra"); err != nil {
		return 1, err
	}
	return m.Run(), checkOrphans()
}

// short is a folder for temporary files whose path leaves room for those of sockets.
func short() string {
	if folder := os.TempDir(); len(folder) <= len("/dev/shm") {
		return folder
	}
	return "/tmp"
}
