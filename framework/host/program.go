package host

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/host/own"
)

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// AdapterVariable is the environment variable that names another adapter than the
// one that bench holds, or than the program bench-adapter beside it.
const AdapterVariable = "BENCH_ADAPTER"

// adapter is the command that translates between bench and a command that speaks JSON lines,
// which follows its words.
type adapter struct {
	words    []string
	identity string // of one that bench holds, if it is known
}

// findAdapter finds the adapter.
func findAdapter() (adapter, error) {
	path := os.Getenv(AdapterVariable)
	if path == "" {
		self, err := own.Program()
		if err != nil {
			return adapter{}, err
		}
		if held := own.Called(own.Adapter); held != nil {
			return adapter{append([]string{self}, own.AdapterWords...), held.Identity}, nil
		}
		path = filepath.Join(filepath.Dir(self), own.Adapter)
	}
	if !isExecutable(path) {
		return adapter{}, fmt.Errorf("bench's adapter is not at %s; run make build", path)
	}
	return adapter{words: []string{path}}, nil
}

// Adapter is the path of the adapter's program; "" if bench holds it itself.
func Adapter() (string, error) {
	a, err := findAdapter()
	if err != nil || len(a.words) > 1 {
		return "", err
	}
	return a.words[0], nil
}

// before is the command of a script with the adapter before it.
func (a adapter) before(script []string) []string { return append(slices.Clone(a.words), script...) }

// inFolder is what to type for a command in a folder.
func inFolder(folder, command string) string { return "cd " + folder + " && " + command }
