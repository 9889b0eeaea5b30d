package launch

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// Foreign says what an experiment of somebody else may use of this machine.
type Foreign struct {
	Dir string // absolute: where relative paths of the file start; it need not exist
	// Moved holds, by absolute path, the files and sources of plugins that there are. All others are missing.
	Moved map[string]string
	// Nowhere is a folder that does not exist.
	Nowhere string
	// May tells whether a plugin beside bench may be started.
	May func(host.Package) bool
}

// OpenForeign is Open for a file of somebody else: it opens no file of this machine that is not among those it is
// given, ignores the lock file, and starts no other plugins. Data and plugins may be missing: the combinations
// that need them are left out.
func (s *Session) OpenForeign(ctx context.Context, path string, f Foreign) error {
	s.foreign = &f
	files := blocks.Files{Dir: f.Dir, Moved: f.Moved, Nowhere: f.Nowhere}
	s.parse = func() (*experiment.File, diagnostic.List) { return experiment.ParseIn(path, files, s.Vars) }
	return s.start(ctx)
}

// leaveOut takes out the combinations whose data are missing, and all that is shown: it may name them.
func (s *Session) leaveOut() {
	e := s.Experiment
	e.Shown = experiment.Shown{}
	e.Combinations = slices.DeleteFunc(e.Combinations, func(c experiment.Combination) bool {
		return c.Learner == nil || s.lacks(c.Dataset)
	})
}

// lacks reports whether files of a dataset are missing.
func (s *Session) lacks(dataset *experiment.Instance) bool {
	var of source.Source
	if dataset.Config.Decode(&of) != nil {
		return true
	}
	if _, named := of.NameAlone(); named && dataset.Fetched == nil {
		return true
	}
	values := dataset.Values()
	return slices.ContainsFunc(dataset.Component.Params, func(p contract.Param) bool {
		path, _ := values[p.Name].(string)
		return p.Type == contract.PathType && strings.HasPrefix(path, s.foreign.Nowhere+string(filepath.Separator))
	})
}
