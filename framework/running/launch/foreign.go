package launch

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/experiment"
)

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
