package draft

import (
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/data/source"
)

// Look reads a data file. target is the column of the class; if it is "", the likeliest column
// is taken. Errors are those of [loader.Table].
func Look(path, target string) (*Draft, error) {
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	d := &Draft{Name: nameOf(path), Source: source.Source{File: absolute}, Guess: target == ""}
	names, err := d.layout()
	if err != nil {
		return nil, err
	}
	if err := d.findTarget(names, target); err != nil {
		return nil, err
	}
	if err := d.missing(); err != nil {
		return nil, err
	}
	d.roles()
	return d, nil
}

// nameOf makes a name of a block of the name of a file.
func nameOf(path string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(filepath.Base(path), "."), ".")
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '_' {
			return r
		}
		return '_'
	}, name)
	if name == "" || name[0] >= '0' && name[0] <= '9' {
		name = "data_" + name
	}
	return name
}
