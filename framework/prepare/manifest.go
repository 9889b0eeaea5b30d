package prepare

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
)

// Resolved returns what the experiment says, variants and defaults included.
func (p *Prepared) Resolved() Resolved {
	e := p.Experiment
	r := Resolved{
		Name: e.Name, Title: e.Title, Seed: e.Seed,
		Datasets: resolve(e.Datasets), Encoders: resolve(e.Encoders), Learners: resolve(e.Learners),
		Reductions: resolve(e.Reductions), Validation: resolve([]experiment.Instance{e.Validation})[0],
		Metrics: p.Plan.Metrics, Tables: e.Tables,
	}
	for _, c := range e.Combinations {
		r.Combinations = append(r.Combinations, [4]string{c.Dataset.Name, c.Encoder.Name, c.Learner.Name, c.Reduction.Name})
	}
	r.Codes = p.codes()
	return r
}

// codes lists the code matrices, reduction by reduction in file order.
func (p *Prepared) codes() []ResolvedCode {
	codes := []ResolvedCode{}
	for i := range p.Experiment.Reductions {
		reduction := &p.Experiment.Reductions[i]
		for _, d := range p.Datasets {
			stage, ok := d.Stages[reduction]
			if !ok || stage.Task != contract.Binary || stage.Code.Columns() == 0 {
				continue
			}
			code := ResolvedCode{Reduction: reduction.Name, Dataset: d.Instance.Name}
			for _, row := range stage.Code {
				signs := make([]byte, len(row))
				for l, entry := range row {
					signs[l] = codeSigns[entry+1]
				}
				code.Rows = append(code.Rows, string(signs))
			}
			codes = append(codes, code)
		}
	}
	return codes
}

func resolve(instances []experiment.Instance) []ResolvedBlock {
	var blocks []ResolvedBlock
	for _, i := range instances {
		blocks = append(blocks, ResolvedBlock{Name: i.Name, Type: i.Component.Name, Config: withoutFolders(&i), Host: i.Host.Config()})
	}
	return blocks
}
