package launch

import (
	"github.com/manyclass/bench/framework/language/experiment"
)

// Unstarted reads the experiment file of a results folder, and binds it to what is part of bench: it tells which data
// and plugins the file names, and starts nothing. Mistakes are not reported.
func (s *Session) Unstarted(dir string) (*experiment.File, *experiment.Experiment, error) {
	if err := s.goOn(dir); err != nil {
		return nil, nil, err
	}
	file, diags := s.parse()
	if file == nil {
		return nil, nil, s.refuse(diags)
	}
	bound, _ := file.Bind(experiment.Catalog{Components: BuiltIn(), Incomplete: true, Unfetched: true})
	return file, bound, nil
}
