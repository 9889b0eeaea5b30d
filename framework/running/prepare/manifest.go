package prepare

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
)

// Resolved returns what the experiment says, variants and defaults included.
func (p *Prepared) Resolved() folder.Experiment {
	e := p.Experiment
	r := folder.Experiment{
		Name: e.Name, Title: e.Title, Seed: e.Seed,
		Datasets: resolve(e.Datasets), Encoders: resolve(e.Encoders), Learners: resolve(e.Learners),
		Reductions: resolve(e.Reductions), Validation: resolve([]experiment.Instance{e.Validation})[0],
		Metrics: p.Plan.Metrics,
		Outputs: plan.Outputs{Tables: e.Tables, Comparisons: e.Comparisons, Curves: p.Plan.Curves},
	}
	for _, c := range e.Combinations {
		r.Combinations = append(r.Combinations, [4]string{c.Dataset.Name, c.Encoder.Name, c.Learner.Name, c.Reduction.Name})
	}
	r.Codes = p.codes()
	return r
}

// codes lists the code matrices, reduction by reduction in file order.
func (p *Prepared) codes() []folder.Code {
	codes := []folder.Code{}
	for _, reduction := range p.Experiment.Candidates() {
		for _, d := range p.Datasets {
			if code := d.Stages[reduction].Code(); code != nil {
				codes = append(codes, folder.NewCode(reduction.Name, d.Instance.Name, code))
			}
		}
	}
	return codes
}

func resolve(instances []experiment.Instance) []folder.Block {
	return lists.Map(instances, func(i experiment.Instance) folder.Block {
		block := folder.Block{Name: i.Name, Type: i.Component.Name, Config: withoutFolders(&i), Host: i.Host.Config()}
		if i.Validation != nil {
			own := resolve([]experiment.Instance{*i.Validation})[0]
			block.Validation = &own
		}
		return block
	})
}
