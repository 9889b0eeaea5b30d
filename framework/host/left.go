package host

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/manyclass/bench/framework/host/manifest"
)

// Folders and files that interpreters, tools and crashes leave in a package
// while it is used. They are not part of it.
var (
	leftFolders = []string{
		"__pycache__", ".git", ".hg", ".svn", ".ipynb_checkpoints", ".pytest_cache", ".mypy_cache", ".ruff_cache",
	}
	leftFiles = regexp.MustCompile(`^(core(\.[0-9]+)?|\.Rhistory|\.RData|Rplots\.pdf|.*\.(log|jsa))$`)
)

// Left reports whether a file or folder in a package is not part of it: what interpreters, tools and crashes
// leave there, results, lock files, and experiment files that require plugins.
func Left(path string, folder bool) bool {
	name := filepath.Base(path)
	if folder {
		return slices.Contains(leftFolders, name) || isResults(path)
	}
	return leftFiles.MatchString(name) || manifest.Beside(path)
}

// isResults reports whether a folder holds the results of an experiment: one that lies
// in the package and is run there must not change it.
func isResults(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, "journal"))
	return err == nil && info.IsDir()
}

// environmentMark is a file of every virtual environment of Python.
const environmentMark = "pyvenv.cfg"

// IsEnvironment reports whether a folder is a virtual environment of Python.
func IsEnvironment(dir string) bool {
	info, err := os.Lstat(filepath.Join(dir, environmentMark))
	return err == nil && info.Mode().IsRegular()
}
