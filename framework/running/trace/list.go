package trace

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/inputfile"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/results/store"
)

// Declared are the files and folders that a plugin may open without being named: its package, code, data, what bench
// gives it. Paths are absolute and without links.
type Declared map[string]bool

// Add adds a path as it is and without links.
func (d Declared) Add(path string) {
	if path == "" {
		return
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		d[real] = true
	}
	d[filepath.Clean(path)] = true
}

// holds reports whether a path is one of them, or below one.
func (d Declared) holds(path string) bool {
	for ; path != "/" && path != "."; path = filepath.Dir(path) {
		if d[path] {
			return true
		}
	}
	return false
}

func within(path, folder string) bool {
	return path == folder || strings.HasPrefix(path, strings.TrimSuffix(folder, "/")+"/")
}

// ofKernel reports whether a path is not of a file: it is the kernel's or the process's own. /dev/shm has files.
func ofKernel(path string) bool {
	return within(path, "/proc") || within(path, "/sys") || within(path, "/dev") && !within(path, "/dev/shm")
}

// system are folders of the operating system, of which only the number of files is told.
var system = []string{"/usr", "/lib", "/lib64", "/lib32", "/bin", "/sbin", "/etc", "/nix/store", "/run", "/var/lib",
	"/var/cache"}

// libraries find packages of interpreters, wherever they are: what matches is the package.
var libraries = []*regexp.Regexp{
	regexp.MustCompile(`^.*/(?:site|dist)-packages/[^/]+`),
	regexp.MustCompile(`^.*/python[0-9.]*/lib-dynload`),
	regexp.MustCompile(`^.*/lib/python[0-9.]+`),
	regexp.MustCompile(`^.*/pyvenv\.cfg$`),
	regexp.MustCompile(`^.*/(?:site-library|R/library|lib/R)/[^/]+`),
	regexp.MustCompile(`^.*/jvm/[^/]+`),
}

// List says what a plugin opened that is not declared, what matters most first: files by their paths, with digests,
// then packages of interpreters and folders of the system with the number of files.
func List(plugin string, paths []string, declared Declared) []store.Opened {
	groups := map[string]int{}
	var list []store.Opened
	for _, path := range paths {
		if ofKernel(path) || scratch.Within(path) || declared.holds(path) {
			continue
		}
		if group := groupOf(path); group != "" {
			groups[group]++
			continue
		}
		o := store.Opened{Plugin: plugin, Path: path, Files: 1}
		if bytes, sum, err := inputfile.Sum(path); err == nil { // it may be gone
			o.Bytes, o.SHA256 = bytes, sum
		}
		list = append(list, o)
	}
	for group, files := range groups {
		list = append(list, store.Opened{Plugin: plugin, Path: group, Files: files, Group: true})
	}
	slices.SortFunc(list, store.Opened.Compare)
	return list
}

// groupOf is the package or the folder that a path is counted with, "" if it is told by itself.
func groupOf(path string) string {
	for _, library := range libraries {
		if match := library.FindString(path); match != "" {
			return match
		}
	}
	for _, folder := range system {
		if within(path, folder) {
			parts := strings.SplitN(path, "/", 4) // "", "usr", "lib", …
			return strings.Join(parts[:min(len(parts)-1, 3)], "/")
		}
	}
	return ""
}
