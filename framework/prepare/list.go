package prepare

import (
	"cmp"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
)

// list fills the plan and the blocks.
func (p *Prepared) list(plugins Plugins) {
	e := p.Experiment
	p.Plan = &plan.Plan{Experiment: e.Name, Title: e.Title, Seed: e.Seed, Tables: e.Tables}
	for _, m := range e.Metrics {
		p.Plan.Metrics = append(p.Plan.Metrics, m.Spec)
	}
	for _, d := range p.Datasets {
		p.Plan.Datasets = append(p.Plan.Datasets, d.summary())
	}
	blocks := map[blockKey]*Block{}
	for _, c := range e.Combinations {
		d := p.dataset(c.Dataset)
		for r, repeat := range d.Repeats {
			block := p.block(blocks, d, c.Encoder, r)
			for f := range repeat.Folds {
				cell := describeCell(c, d, e, plugins, r, f)
				p.Plan.Cells = append(p.Plan.Cells, cell.Cell)
				block.add(c.Learner, f, cell)
			}
		}
	}
	for _, b := range p.Blocks {
		// Folds in turn, so that a matrix that belongs to one fold can go early.
		slices.SortStableFunc(b.Items, func(a, c Item) int { return a.Fold - c.Fold })
		p.countFits(b)
	}
}

type blockKey struct {
	dataset *Dataset
	encoder *experiment.Instance
	repeat  int
}

func (p *Prepared) block(blocks map[blockKey]*Block, d *Dataset, encoder *experiment.Instance, repeat int) *Block {
	key := blockKey{d, encoder, repeat}
	if blocks[key] == nil {
		blocks[key] = &Block{Dataset: d, Encoder: encoder, Repeat: repeat, index: map[itemKey]int{}}
		p.Blocks = append(p.Blocks, blocks[key])
	}
	return blocks[key]
}

func (b *Block) add(learner *experiment.Instance, fold int, c Cell) {
	key := itemKey{learner, fold}
	i, ok := b.index[key]
	if !ok {
		i = len(b.Items)
		b.index[key] = i
		b.Items = append(b.Items, Item{Fold: fold, Learner: learner})
	}
	b.Items[i].Cells = append(b.Items[i].Cells, c)
}

func (p *Prepared) countFits(b *Block) {
	for _, item := range b.Items {
		var stages []contract.Stage
		for _, c := range item.Cells {
			if c.Skipped == "" {
				stages = append(stages, c.Stage)
				p.Plan.FitsRequested += c.Problems
			}
		}
		problems, _ := plan.Union(stages, item.Learner.Capabilities.Symmetric)
		p.Plan.FitsDistinct += len(problems)
	}
}

func describeCell(c experiment.Combination, d *Dataset, e *experiment.Experiment, plugins Plugins, repeat, fold int) Cell {
	part := func(i *experiment.Instance) plan.Part {
		return plan.Part{Package: plugins.Digest(i.Component.Kind, i.Component.Name), Type: i.Component.Name, Config: i.Config}
	}
	stage := d.Stages[c.Reduction]
	identity := plan.Identity{
		Protocol: contract.ProtocolVersion, Seed: e.Seed, Dataset: d.Table.SHA256,
		Encoder: part(c.Encoder), Learner: part(c.Learner), Reduction: part(c.Reduction), Validation: part(&e.Validation),
		Repeat: repeat, Fold: fold,
	}
	return Cell{
		Cell: plan.Cell{
			Key: identity.Key(), Dataset: c.Dataset.Name, Encoder: c.Encoder.Name, Learner: c.Learner.Name, Reduction: c.Reduction.Name,
			Repeat: repeat, Fold: fold, Problems: plan.Problems(stage),
			Skipped: c.Incompatible(), NoProbabilities: !c.GivesProbabilities(),
		},
		Reduction: c.Reduction, Stage: stage,
	}
}

func (d *Dataset) summary() plan.Dataset {
	numeric, categorical := d.Table.Kinds()
	return plan.Dataset{
		Name: d.Instance.Name, Rows: d.Table.Rows, Numeric: numeric, Categorical: categorical, Missing: d.Table.Missing,
		Classes: d.Table.Classes, ClassCounts: d.Table.Counts, Labels: []string{}, SHA256: cmp.Or(d.Table.FileSHA256, d.Table.SHA256),
	}
}
