package prepare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
)

// lister fills the plan and the blocks of a prepared experiment.
type lister struct {
	*Prepared
	plugins Plugins
	blocks  map[string]*Block
	items   map[string]int // place in the block's items
	train   bool           // predictions of training rows are kept
}

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
	l := &lister{Prepared: p, plugins: plugins, blocks: map[string]*Block{}, items: map[string]int{}, train: p.Plan.ScoresTraining()}
	for _, c := range e.Combinations {
		for r, repeat := range p.dataset(c.Dataset).Repeats {
			for f := range repeat.Folds {
				l.add(c, r, f)
			}
		}
	}
	for _, b := range p.Blocks {
		// Folds in turn, so that a matrix that belongs to one fold can go early.
		slices.SortStableFunc(b.Items, func(a, c Item) int { return a.Fold - c.Fold })
		p.countFits(b)
	}
}

// add lists the cell of a combination on a fold. Blocks and items are told
// apart by content, not by name: what is the same is done once.
func (l *lister) add(c experiment.Combination, repeat, fold int) {
	d := l.dataset(c.Dataset)
	identity := l.identity(c, d, repeat, fold)
	block := l.block(identity, d, c, repeat)
	key := fmt.Sprint(identity.Dataset, identity.Encoder, repeat, fold, identity.Learner)
	if l.Experiment.Isolated {
		key += identity.Key()
	}
	at, listed := l.items[key]
	if !listed {
		at = len(block.Items)
		l.items[key] = at
		block.Items = append(block.Items, Item{Fold: fold, Learner: c.Learner})
	}
	stage := d.Stages[c.Reduction]
	cell := plan.Cell{
		Key: identity.Key(), Dataset: c.Dataset.Name, Encoder: c.Encoder.Name, Learner: c.Learner.Name, Reduction: c.Reduction.Name,
		Repeat: repeat, Fold: fold, Problems: stage.Problems(),
		Skipped: l.Incompatible(c), NoProbabilities: !c.GivesProbabilities(),
	}
	l.Plan.Cells = append(l.Plan.Cells, cell)
	block.Items[at].Cells = append(block.Items[at].Cells, Cell{Cell: cell, Reduction: c.Reduction, Stage: stage})
}

func (l *lister) identity(c experiment.Combination, d *Dataset, repeat, fold int) plan.Identity {
	part := func(i *experiment.Instance) plan.Part {
		return plan.Part{Package: l.plugins.Digest(i.Component.Kind, i.Component.Name), Type: i.Component.Name, Config: i.Config, Host: i.Host.Config()}
	}
	i := plan.Identity{
		Protocol: contract.ProtocolVersion, Seed: l.Experiment.Seed, Dataset: d.Table.SHA256,
		Encoder: part(c.Encoder), Learner: part(c.Learner), Reduction: part(c.Reduction), Validation: part(&l.Experiment.Validation),
		Repeat: repeat, Fold: fold, Train: l.train, Isolated: l.Experiment.Isolated,
	}
	i.Reduction.Config = c.Reduction.Anonymous()
	for name, learner := range c.Reduction.Learners {
		if i.Learners == nil {
			i.Learners = map[string]plan.Part{}
		}
		i.Learners[name] = part(learner)
	}
	return i
}

func (l *lister) block(i plan.Identity, d *Dataset, c experiment.Combination, repeat int) *Block {
	key := fmt.Sprint(i.Dataset, i.Encoder, repeat)
	if l.blocks[key] == nil {
		l.blocks[key] = &Block{Dataset: d, Encoder: c.Encoder, Repeat: repeat}
		l.Blocks = append(l.Blocks, l.blocks[key])
	}
	return l.blocks[key]
}

func (d *Dataset) summary() plan.Dataset {
	numeric, categorical := d.Table.Kinds()
	s := plan.Dataset{
		Name: d.Instance.Name, Rows: d.Table.Rows, Numeric: numeric, Categorical: categorical, Missing: d.Table.Missing,
		Classes: d.Table.Classes, ClassCounts: d.Table.Counts, Labels: []string{}, SHA256: cmp.Or(d.Table.FileSHA256, d.Table.SHA256),
		Content: d.Table.SHA256,
	}
	if d.MultiLabel() {
		s.Classes, s.ClassCounts = []string{}, []int{}
		s.Labels, s.LabelCounts = d.Table.LabelNames, d.Table.LabelCounts
	}
	return s
}
