package prepare

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// list fills the plan and the blocks.
func (p *Prepared) list(plugins Plugins) {
	e := p.Experiment
	p.Plan = &plan.Plan{Experiment: e.Name, Title: e.Title, Seed: e.Seed, Labels: e.Labels,
		Outputs: plan.Outputs{Tables: e.Tables, Comparisons: e.Comparisons, Sets: e.Sets}}
	for _, m := range e.Metrics {
		p.nameMetric(m, plugins)
		p.Plan.Metrics = append(p.Plan.Metrics, m.Spec)
	}
	for _, c := range e.Curves {
		p.Plan.Curves = append(p.Plan.Curves, c.Curve)
	}
	l := &lister{Prepared: p, plugins: plugins, parts: map[*experiment.Instance]string{}, blocks: map[string]*Block{},
		items: map[string]int{}, sizes: map[sized]string{}, learners: map[string]*experiment.Instance{}}
	l.families()
	for _, d := range p.Datasets {
		summary := d.summary()
		if d.Splits != nil {
			splitter := l.describe(e.ValidationOf(d.Instance))
			summary.Splitter = &splitter
		}
		p.Plan.Datasets = append(p.Plan.Datasets, summary)
	}
	p.weigh()
	for _, size := range p.sizes() {
		for _, c := range e.Combinations {
			if slices.Contains(sizesOf(e.ValidationOf(c.Dataset)), size) {
				l.combination(c, size)
			}
		}
	}
	for _, b := range p.Blocks {
		// Folds in turn, so that a matrix that belongs to one fold can go early.
		slices.SortStableFunc(b.Items, func(a, c Item) int { return a.Fold - c.Fold })
		p.countFits(b)
	}
}

// mostCells bounds an experiment: to list a million cells takes 13 seconds of a processor and 1 GB.
const mostCells = 2_000_000

// cells counts the cells that list would make.
func (p *Prepared) cells() int {
	folds := map[*experiment.Instance]int{} // by dataset, of all repeats and sizes
	for _, d := range p.Datasets {
		sum := lists.Sum(lists.Map(d.Repeats, func(r fold.Repeat) int { return r.Folds }))
		folds[d.Instance] = sum * len(sizesOf(p.Experiment.ValidationOf(d.Instance)))
	}
	return lists.Sum(lists.Map(p.Experiment.Combinations, func(c experiment.Combination) int { return folds[c.Dataset] }))
}

// sizes lists the shares of the training rows that datasets are trained on, ascending
// behind 0 for all of them.
func (p *Prepared) sizes() []float64 {
	var all []float64
	for _, d := range p.Datasets {
		all = append(all, sizesOf(p.Experiment.ValidationOf(d.Instance))...)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// sizesOf lists the shares of the training rows that a validation trains on, 0 for all.
func sizesOf(validation *experiment.Instance) []float64 {
	parts, whole := fold.Sizes(validation.Config)
	if whole {
		parts = append([]float64{0}, parts...) // first, as if there were no parts
	}
	return parts
}

// combination lists the cells of a combination that train on a share of the training
// rows, 0 for all.
func (l *lister) combination(c experiment.Combination, size float64) {
	d := l.dataset(c.Dataset)
	identity := l.identify(c, size)
	name := l.Plan.Add(identity)
	if trained := d.trained(c.Reduction); trained != nil {
		if l.Plan.Trained == nil {
			l.Plan.Trained = map[string][]plan.Trained{}
		}
		l.Plan.Trained[name] = trained
	}
	names := c.Names()
	names.TrainSize = size
	for r, repeat := range d.Repeats {
		for f := range repeat.Folds {
			cell := plan.Cell{
				Key: plan.Key(name, r, f), Identity: name,
				Combination: names, Repeat: r, Fold: f, Problems: d.problems(c.Reduction),
				Skipped: l.Incompatible(c), NoProbabilities: !c.GivesProbabilities(),
				RawMargins: c.GivesProbabilities() && c.FromMargins() && c.Reduction.Host.Calibration.Method == "",
			}
			l.Plan.Cells = append(l.Plan.Cells, cell)
			l.add(c, identity, cell)
		}
	}
}

// add puts a cell into its block and item. These are distinguished by content, not
// by name: what is the same is done once.
func (l *lister) add(c experiment.Combination, i plan.Identity, cell plan.Cell) {
	key := fmt.Sprint(i.Dataset, i.LabelNoise, i.Validation, i.Encoder, cell.Repeat, l.related(c.Dataset, i))
	if cell.TrainSize > 0 || l.dataset(c.Dataset).apart(cell.Repeat) {
		key += fmt.Sprint(" ", cell.Fold)
	}
	block, learner := l.blocks[key], l.same(c.Learner)
	if block == nil {
		block = &Block{
			Dataset: l.dataset(c.Dataset), Encoder: c.Encoder, Repeat: cell.Repeat, Planned: map[string]Planned{},
			Learners: map[string]*experiment.Instance{}, SetFolds: l.Plan.SetFolds(),
		}
		if cell.TrainSize > 0 {
			block.Part = NewPart(block.Dataset, l.Experiment.Seed, cell.Repeat, cell.Fold, cell.TrainSize)
		}
		l.blocks[key] = block
		l.Blocks = append(l.Blocks, block)
	}
	block.Learners[c.Learner.Name] = learner
	block.Planned[c.Reduction.Name] = l.planned(block.Dataset, c.Reduction)
	for _, candidate := range c.Reduction.Trained() {
		block.Planned[candidate.Name] = l.planned(block.Dataset, candidate)
	}
	key += fmt.Sprint("/", cell.Fold, l.familyOf(i.Learner))
	if l.Experiment.Isolated {
		key += cell.Key
	}
	at, listed := l.items[key]
	if !listed {
		at = len(block.Items)
		l.items[key] = at
		block.Items = append(block.Items, Item{Fold: cell.Fold, Learner: learner, Inner: l.Experiment.KeepInner})
	}
	item := &block.Items[at]
	item.Cells = append(item.Cells, cell)
	if l.Experiment.KeepScores {
		for _, second := range block.learners(Item{Cells: []plan.Cell{cell}}) {
			of := i
			of.Learner = l.part(second)
			l.name(item, of, cell)
		}
	}
}

// name names the binary models of the learner of an identity on the fold of an item.
func (l *lister) name(item *Item, i plan.Identity, cell plan.Cell) {
	learner := l.learners[i.Learner]
	if _, named := item.Models[learner]; named {
		return
	}
	if item.Models == nil {
		item.Models = map[*experiment.Instance]plan.Models{}
	}
	item.Models[learner] = l.Plan.Models(i, cell.Repeat, cell.Fold)
}

// planned is a reduction as it is planned for a dataset.
func (l *lister) planned(d *Dataset, reduction *experiment.Instance) Planned {
	return Planned{Reduction: reduction, Stage: d.Stages[reduction], Trainers: lists.Map(d.Trainers[reduction], l.same)}
}
