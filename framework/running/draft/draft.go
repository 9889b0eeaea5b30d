// Package draft writes a first experiment for a data file: it reads the file as a run would,
// says in comments what it saw, and chooses encoders, learners and reductions that suit.
package draft

import (
	"path/filepath"
	"strings"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
)

// Draft is what was found out about a data file.
type Draft struct {
	Name   string        // of the dataset, and of the experiment
	Source source.Source // what the dataset block will say
	Guess  bool          // the class column was not named by the user
	table  *data.Table
	notes  []string // what was seen, a sentence each
}

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

// load reads the file with what is known so far.
func (d *Draft) load() error {
	table, _, err := loader.Table(d.Source)
	if err == nil {
		d.table = table
	}
	return err
}

func (d *Draft) note(text string) { d.notes = append(d.notes, text) }

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
