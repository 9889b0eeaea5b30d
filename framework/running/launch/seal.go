package launch

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/seal"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

// SealPath is where the seal of the experiment file is, also of one that is continued from a
// results folder.
func (s *Session) SealPath() string {
	if s.Results == "" {
		return seal.Path(s.File.Path)
	}
	return seal.Path(filepath.Join(s.File.Files.Absolute("."), filepath.Base(s.File.Path)))
}

// ReadSeal reads the seal of the experiment file. Without one the error is fs.ErrNotExist.
func (s *Session) ReadSeal() (seal.Seal, error) {
	path := s.SealPath()
	sealed, err := seal.Read(path)
	if err == nil && sealed.Experiment != s.Experiment.Name {
		err = fmt.Errorf("%s is the seal of experiment %q, and this is %q", path, sealed.Experiment, s.Experiment.Name)
	}
	return sealed, err
}

// NewSeal seals what is planned, with a date that is given, unless that is zero. It replaces
// an earlier seal if there is one.
func (s *Session) NewSeal(p *prepare.Prepared, out string, date time.Time, earlier string) (seal.Seal, error) {
	results, err := store.ReadResults(out)
	if err != nil {
		return seal.Seal{}, err
	}
	c := seal.Content{Date: date, Given: !date.IsZero(), Bench: s.Build.Version, Replaces: earlier,
		Finished: len(results.ByKey), Plan: seal.Of(p.Plan), Plugins: p.Plan.Plugins()}
	if !c.Given {
		c.Date = time.Now()
	}
	return seal.New(c), nil
}

// sealed finds what a run is to remember of the seal of its experiment file, nil without one, and
// keeps the seal in the results folder.
func (s *Session) sealed(p *prepare.Prepared, out string, cells int) (*store.Sealed, error) {
	found, err := s.ReadSeal()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("%s. Nothing was run. Put back the seal of this experiment, or remove the file to run "+
			"without a seal", wording.Reason(err))
	}
	if err := found.Keep(out); err != nil {
		return nil, err
	}
	s.tellSeal(found, p)
	seen := found.Seen()
	if cells > 0 {
		if seen, err = found.Begin(s.SealPath(), time.Now(), cells); err != nil {
			s.Tell(fmt.Sprintf("warning: the runs that began with the seal are not known: %s", wording.Reason(err)))
		}
	}
	return &seen, nil
}

// tellSeal says in a line, before anything is trained, if the experiment differs from its plan.
func (s *Session) tellSeal(found seal.Seal, p *prepare.Prepared) {
	verdicts, missing := seal.Compare(found.Plan, seal.Of(p.Plan))
	count := func(status seal.Status) int {
		return lists.Count(verdicts, func(v seal.Verdict) bool { return v.Status == status })
	}
	changed, added := count(seal.Changed), count(seal.Afterwards)
	if changed+added+len(missing) > 0 {
		s.Tell(fmt.Sprintf("The experiment differs from its seal of %s: of the tables and comparisons %d changed, %d "+
			"added, %d left out; bench seal -check says more", found.Date.Format(time.DateOnly), changed, added, len(missing)))
	}
}
