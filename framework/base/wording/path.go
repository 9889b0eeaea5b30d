package wording

import (
	"os"
	"path/filepath"
)

// mostSiblings is how many names of a folder are looked at for the one that was meant.
const mostSiblings = 10_000

// Absent says that there is no such path, and which one was probably meant.
func Absent(path string) string { return "there is no " + path + MeantPath(path) }

// MeantPath is the question, behind a blank and in brackets, after the path that was
// probably meant by one that does not exist: the first of its names that is not there is
// nearly that of a neighbour. It is "" if none is near, or if what follows is not there.
func MeantPath(path string) string {
	there, missing, rest := filepath.Clean(path), "", ""
	for {
		if _, err := os.Lstat(there); err == nil {
			break
		}
		rest = filepath.Join(missing, rest)
		there, missing = filepath.Dir(there), filepath.Base(there)
		if there == filepath.Dir(there) {
			break
		}
	}
	name := Nearest(missing, siblings(there))
	if missing == "" || name == "" {
		return ""
	}
	meant := filepath.Join(there, name, rest)
	if _, err := os.Stat(meant); err != nil {
		return ""
	}
	return " (did you mean " + meant + "?)"
}

// siblings are names in a folder, as many as are looked at.
func siblings(folder string) []string {
	f, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(mostSiblings)
	return names
}
