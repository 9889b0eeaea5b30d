package planned

import (
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
)

// AddKept says what a results folder keeps of binary scores, if the experiment keeps any.
func (o *Output) AddKept(dir string, p *prepare.Prepared, results store.Results) error {
	if !p.Experiment.KeepScores {
		return nil
	}
	scores, err := store.ReadKeptScores(dir)
	if err != nil {
		return err
	}
	k := p.Kept(scores.Has, func(c plan.Cell) bool {
		_, done := results.ByKey[c.Key]
		return done || c.Skipped != ""
	})
	o.FitsKept, o.FitsMissing, o.KeptBytes = &k.Fits, &k.Train, &k.Bytes
	return nil
}
