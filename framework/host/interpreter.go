package host

import (
	"context"
	"os"
	"path/filepath"
	"regexp"

	"github.com/manyclass/bench/framework/host/manifest"
)

// pythons are the names of interpreters of Python.
var pythons = regexp.MustCompile(`^python(3(\.[0-9]+)?)?$`)

// Suited finds an interpreter that has what a package in Python requires: the one it names,
// else one of an active environment, in PATH, or of another package. It is "" if there is none,
// or the package's own has all; lack then says what that one lacks.
func (p Package) Suited(ctx context.Context, others []Package) (interpreter string, lack error) {
	if lack = p.Lacks(ctx); lack == nil || p.Manifest.Language != manifest.Python {
		return "", lack
	}
	for _, candidate := range candidates(others) {
		p.Interpreter = candidate
		if p.Lacks(ctx) == nil {
			return candidate, lack
		}
	}
	return "", lack
}

// candidates lists interpreters of Python.
func candidates(others []Package) (list []string) {
	folders := append([]string{filepath.Join(os.Getenv("VIRTUAL_ENV"), "bin")}, filepath.SplitList(os.Getenv("PATH"))...)
	for _, folder := range folders {
		entries, _ := os.ReadDir(folder)
		for _, e := range entries {
			path := filepath.Join(folder, e.Name())
			if filepath.IsAbs(path) && pythons.MatchString(e.Name()) && isExecutable(path) {
				list = append(list, path)
			}
		}
	}
	for _, p := range others {
		if p.Manifest != nil && p.Manifest.Language == manifest.Python {
			if words, err := p.words(); err == nil {
				list = append(list, words[0])
			}
		}
	}
	return list
}
