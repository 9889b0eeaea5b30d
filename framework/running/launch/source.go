package launch

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/results/folder"
)

// goOn takes the experiment file of a results folder, with the variables that it was run
// with where no others are given.
func (s *Session) goOn(dir string) error {
	stored, err := folder.ReadSource(dir)
	if err != nil {
		return err
	}
	if _, err := os.Stat(stored.Dir); err != nil {
		s.Tell(fmt.Sprintf("warning: %s, the original folder of %s, does not exist, and relative paths start in it. "+
			"bench export experiment %s prints the file: save it next to its data, and run it with -out %s",
			stored.Dir, stored.Name, dir, dir))
	}
	vars := maps.Clone(stored.Vars)
	if vars == nil {
		vars = map[string]string{}
	}
	maps.Copy(vars, s.Vars)
	s.Vars, s.Command, s.Results = vars, stored.Command, dir
	s.parse = func() (*experiment.File, diagnostic.List) {
		return experiment.ParseMoved(stored.Path(dir), stored.Dir, stored.Moved(), vars)
	}
	return nil
}

// Stored is the experiment file with all that a results folder holds of it.
func (s *Session) Stored() (folder.Source, error) {
	kept := folder.Source{
		Name: filepath.Base(s.File.Path), Text: s.File.Bytes(), Dir: s.File.Files.Absolute("."),
		Command: s.Command, Vars: s.Vars,
		Lock: map[string][]byte{}, Code: map[string][]byte{},
	}
	lock, err := os.ReadFile(requires.LockPath(s.File.Path))
	switch {
	case err == nil:
		kept.Lock[requires.LockFile] = lock
	case !errors.Is(err, fs.ErrNotExist):
		return kept, err
	}
	if kept.Seal, err = os.ReadFile(s.SealPath()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return kept, err
	}
	for _, file := range s.File.Files.Named {
		if file.Data {
			continue
		}
		if kept.Code[file.Written], err = os.ReadFile(file.Located); err != nil {
			return kept, err
		}
	}
	return kept, nil
}
