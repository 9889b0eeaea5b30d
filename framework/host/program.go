package host

import (
	"fmt"
	"os"
	"path/filepath"
)

func isExecutable(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}

// AdapterVariable is the environment variable that names another adapter than the
// program bench-adapter beside bench.
const AdapterVariable = "BENCH_ADAPTER"

// Adapter finds the program that translates between bench and a command that speaks JSON
// lines.
func Adapter() (string, error) {
	path := os.Getenv(AdapterVariable)
	if path == "" {
		executable, err := os.Executable()
		if err != nil {
			return "", err
		}
		if real, err := filepath.EvalSymlinks(executable); err == nil {
			executable = real
		}
		path = filepath.Join(filepath.Dir(executable), "bench-adapter")
	}
	if !isExecutable(path) {
		return "", fmt.Errorf("bench's adapter is not at %s; run make build", path)
	}
	return path, nil
}

// inFolder is what to type for a command in a folder.
func inFolder(folder, command string) string { return "cd " + folder + " && " + command }
