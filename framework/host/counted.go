package host

import (
	"os"
	"strings"

	"github.com/manyclass/bench/framework/host/own"
)

// Counted is a file of a package, or of code outside of one, that its digest is over.
type Counted struct {
	Path       string // with slashes, in the package; "." if that is one file
	At         string // where it lies
	Executable bool
	// Tied is set if it cannot be taken elsewhere: a link to a folder, what cannot be read, or what is installed in a
	// virtual environment, of which the digest has a part only.
	Tied bool
}

// CountedFiles lists the files that the digest of a package or of code is over.
func CountedFiles(root string) ([]Counted, error) {
	files, err := list(root)
	var all []Counted
	for _, f := range files.files {
		c := Counted{Path: f.path, At: f.at, Tied: f.mark != "" || strings.Contains(f.path, "/site-packages/")}
		if info, err := os.Stat(f.at); err == nil {
			c.Executable = info.Mode()&0o111 != 0
		}
		all = append(all, c)
	}
	return all, err
}

// Holds reports whether this program holds a plugin of a name.
func Holds(name string) bool { return own.Called(name) != nil }
