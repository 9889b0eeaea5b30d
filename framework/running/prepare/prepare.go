// Package prepare finds out everything about an experiment that can be known
// without training: it reads the data, makes the folds, asks the reducers for
// their codes and lists the cells with their identities.
package prepare

import (
	"context"
	"fmt"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/tuning"
	"github.com/manyclass/bench/framework/results/plan"
)

// Plugins gives access to running plugins and to what they are made of.
type Plugins interface {
	Plugin(ctx context.Context, slot int, kind contract.Kind, component string) (service.Plugin, error)
	// Origin is that of the plugin which offers a component, the zero value where
	// none does.
	Origin(kind contract.Kind, component string) service.Origin
}

// Prepared is an experiment that is ready to run.
type Prepared struct {
	Experiment *experiment.Experiment
	Plan       *plan.Plan
	Datasets   []*Dataset
	Blocks     []*Block
}

// Dataset is a dataset with its folds and the codes of the reductions that are
// combined with it.
type Dataset struct {
	Instance *experiment.Instance
	Table    *data.Table
	Repeats  []fold.Repeat
	// LabelNoise is that of training rows, nil for none: Table has the classes without it.
	LabelNoise *source.LabelNoise
	Splits     *data.Splits                            // what a plugin says of the folds; nil where bench divides the rows
	Stages     map[*experiment.Instance]contract.Stage // by reduction, of tuned ones by candidate
	// Trainers says of reductions whose columns have learners of their own, who trains each
	// column of their stage; nil is the cell's own learner.
	Trainers map[*experiment.Instance][]*experiment.Instance
}

// problems counts those of the first stage of a reduction, of a tuned one of the
// candidate that has most.
func (d *Dataset) problems(reduction *experiment.Instance) int {
	most := 0
	for _, c := range reduction.Trained() {
		most = max(most, d.Stages[c].Count())
	}
	return most
}

// Block is the work on one dataset, encoder and repeat: everything that can
// share one feature matrix. Of cells that train on a part of their fold's rows, it is the
// work on one part.
type Block struct {
	Dataset *Dataset
	Encoder *experiment.Instance
	Repeat  int
	Part    *Part              // nil for whole folds
	Items   []Item             // of one fold, where folds stand apart
	Planned map[string]Planned // the reductions of its cells and their candidates, by name
	// Learners are those of its cells, by name: of learners with the same content the first.
	Learners map[string]*experiment.Instance
	SetFolds int // by how many inner folds training rows calibrate prediction sets; 0 where they do not
}

// Part is a part of the training rows of a fold.
type Part struct {
	Fold int
	Size float64 // share of the training rows, below 1
	Seed uint64  // of the order in which all parts of the fold take its rows
}

// NewPart is a share of the training rows of a fold, given the seed of the experiment.
func NewPart(d *Dataset, seed uint64, repeat, fold int, size float64) *Part {
	return &Part{Fold: fold, Size: size, Seed: plan.Seed(seed, "training parts", d.Table.SHA256, strconv.Itoa(repeat),
		strconv.Itoa(fold))}
}

// Division is how the block divides the rows of its dataset.
func (b *Block) Division() fold.Repeat {
	repeat := b.whole()
	if b.Part == nil {
		return repeat
	}
	table := b.Dataset.Table
	return fold.Part(table.Target, table.Truth, repeat, b.Part.Fold, b.Part.Size, b.Part.Seed)
}

// whole is the division of which the block may take a part: that of the repeat, or of a
// fold that stands apart.
func (b *Block) whole() fold.Repeat {
	repeat := b.Dataset.Repeats[b.Repeat]
	switch {
	case b.Part != nil:
		return repeat.Of(b.Part.Fold)
	case len(b.Items) > 0:
		return repeat.Of(b.Items[0].Fold)
	}
	return repeat
}

// single reports whether the block is of one fold.
func (b *Block) single() bool { return b.Part != nil || b.Dataset.apart(b.Repeat) }

// apart reports whether the folds of a repeat cannot share a block: they are divisions of
// their own, or a row has another class where it trains than where it is tested.
func (d *Dataset) apart(repeat int) bool {
	return d.Repeats[repeat].Apart != nil || d.LabelNoise != nil
}

// TrainingRows counts the rows that each fold of the block trains on.
func (b *Block) TrainingRows() []int {
	rows := b.Dataset.Repeats[b.Repeat].TrainingRows()
	if b.Part != nil {
		for f := range rows {
			rows[f] = fold.PartRows(rows[f], b.Part.Size)
		}
	}
	return rows
}

// Planned is a reduction as it is planned for a dataset.
type Planned struct {
	Reduction *experiment.Instance
	Stage     contract.Stage // the first
	// Trainers says who trains each column of the stage, nil the cell's own learner; it is
	// empty where that trains all.
	Trainers []*experiment.Instance
}

// Learner is the learner of a cell.
func (b *Block) Learner(c plan.Cell) *experiment.Instance { return b.Learners[c.Learner] }

// Candidates are what tuning chooses the reduction of a cell among, as they are planned, in
// all rounds; the reduction itself if it is not tuned.
func (b *Block) Candidates(c plan.Cell) []Planned {
	return lists.Map(b.Planned[c.Reduction].Reduction.Trained(), func(candidate *experiment.Instance) Planned {
		return b.Planned[candidate.Name]
	})
}

// Stages are the first stages of the candidates.
func (b *Block) Stages(c plan.Cell) []plan.Asked {
	return lists.Map(b.Candidates(c), Planned.Asked)
}

// inRound are the candidates in one round.
func (b *Block) inRound(c plan.Cell, round int) []Planned {
	return lists.Map(b.Planned[c.Reduction].Reduction.InRound(round), func(candidate experiment.Candidate) Planned {
		return b.Planned[candidate.Instance.Name]
	})
}

// Tune says how parts of a cell are tuned; nil if none is.
func (b *Block) Tune(c plan.Cell) *experiment.Tune {
	tuned := experiment.Combination{Encoder: b.Encoder, Learner: b.Learner(c),
		Reduction: b.Planned[c.Reduction].Reduction}.Tuned()
	if len(tuned) == 0 {
		return nil
	}
	return tuned[0].Host.Tune
}

// Asked is the first stage as it is asked for.
func (p Planned) Asked() plan.Asked { return p.Asks(p.Stage) }

// Asks is a stage of the reduction as it is asked for.
func (p Planned) Asks(s contract.Stage) plan.Asked {
	asked := plan.Asked{Stage: s, ByCost: p.Reduction.Host.ClassWeight}
	if p.Reduction.Host.Calibration.Method != "" {
		asked.Decoded = []int{experiment.CalibrationFolds}
	}
	return asked
}

// Item is the work of one learner on one fold of a block: one union of problems. Learners
// that train columns of each other's cells have one item, and a union each.
type Item struct {
	Fold    int
	Learner *experiment.Instance // of the first cell; Block.Learner says that of any
	Cells   []plan.Cell
	// Models are the names of each learner's binary models, where their scores are to be kept.
	Models map[*experiment.Instance]plan.Models
	Inner  bool // whether those on inner folds of tuning are to be kept too
}

// Search is how the candidates of a cell of an item are tried: the number of combinations
// of candidates of its parts, and the rounds. Nil unless something is tuned.
func (b *Block) Search(item Item, c plan.Cell) *Search {
	tune := b.Tune(c)
	if tune == nil {
		return nil
	}
	reduction := b.Planned[c.Reduction].Reduction
	n := len(b.Encoder.Candidates()) * len(b.Learner(c).Candidates()) * len(reduction.Candidates())
	return &Search{Tune: tune, Rounds: tune.Rounds(n, b.TrainingRows()[item.Fold], b.Dataset.Table.Target.K())}
}

// Search is how the candidates of a cell are tried.
type Search struct {
	*experiment.Tune
	Rounds []tuning.Round
}

// InnerModels are the names of each learner's models of an item on an inner fold in a
// round; none unless their scores are kept.
func (s *Search) InnerModels(item Item, fold, round int) map[*experiment.Instance]plan.Models {
	if !item.Inner {
		return nil
	}
	named := map[*experiment.Instance]plan.Models{}
	for learner, models := range item.Models {
		named[learner] = models.Inner(s.Folds, s.Holdout, fold, s.Rounds[round].Rows)
	}
	return named
}

// Division says what cells whose candidates are tried together have in common.
func (s *Search) Division() string {
	if s.Halving == nil {
		return fmt.Sprint(s.Folds, s.Holdout)
	}
	return fmt.Sprint(s.Folds, s.Holdout, s.Rounds)
}

// dataset returns the loaded form of an instance, or nil.
func (p *Prepared) dataset(instance *experiment.Instance) *Dataset {
	for _, d := range p.Datasets {
		if d.Instance == instance {
			return d
		}
	}
	return nil
}

// unlike says why the kind of target that a dataset has is not that of a
// combination's reduction, or of a metric that tunes a part of it; it is empty if they
// are alike. Combinations of an experiment with mistakes have no learner.
func (d *Dataset) unlike(c experiment.Combination) string {
	if !d.takes(c.Reduction) {
		return fmt.Sprintf("reduction %q is for %s, and dataset %q has %s", c.Reduction.Name,
			target.KindOf(!d.Table.Target.MultiLabel), c.Dataset.Name, d.Table.Target.Kind())
	}
	if i := d.tunedUnlike(c); i != nil && i.Host.Tune.Metric.Lacks(d.Table.Target) != "" {
		return fmt.Sprintf("%s %q is tuned by metric %q, which needs %s, and rows of dataset %q have none", i.Component.Kind,
			i.Name, i.Host.Tune.Metric.Name, i.Host.Tune.Metric.Lacks(d.Table.Target), c.Dataset.Name)
	} else if i != nil && !i.Host.Tune.Metric.Costed(d.Table.Target) {
		return fmt.Sprintf("%s %q is tuned by metric %q, and dataset %q has no costs of its classes for it", i.Component.Kind,
			i.Name, i.Host.Tune.Metric.Name, c.Dataset.Name)
	} else if i != nil && !i.Host.Tune.Metric.Placed(d.Table.Target) {
		return fmt.Sprintf("%s %q is tuned by metric %q, and dataset %q has no tree of its classes for it", i.Component.Kind,
			i.Name, i.Host.Tune.Metric.Name, c.Dataset.Name)
	} else if i != nil {
		return fmt.Sprintf("%s %q is tuned by metric %q, which has no value where rows have %s, and dataset %q has %s",
			i.Component.Kind, i.Name, i.Host.Tune.Metric.Name, d.Table.Target.Kind(), c.Dataset.Name, d.Table.Target.Kind())
	}
	return ""
}

// tunedUnlike returns the first part of a combination that is tuned by a metric without
// a value for the dataset's kind of target, or nil.
func (d *Dataset) tunedUnlike(c experiment.Combination) *experiment.Instance {
	for _, i := range c.Tuned() {
		by := i.Host.Tune.Metric
		if !by.Suits(d.Table.Target.MultiLabel) || !by.Costed(d.Table.Target) || !by.Placed(d.Table.Target) ||
			by.Lacks(d.Table.Target) != "" {
			return i
		}
	}
	return nil
}

// takes reports whether a reduction is for the dataset's kind of target.
func (d *Dataset) takes(reduction *experiment.Instance) bool {
	caps := reduction.Capabilities
	return caps.Has(contract.AnyTarget) || caps.Has(contract.MultiLabel) == d.Table.Target.MultiLabel
}

// lister fills the plan and the blocks of a prepared experiment.
type lister struct {
	*Prepared
	plugins Plugins
	parts   map[*experiment.Instance]string // hashes
	sizes   map[sized]string                // hashes
	blocks  map[string]*Block
	items   map[string]int // place in the block's items

	learners map[string]*experiment.Instance // by hash, the first
	family   map[string]string               // of learners, by hash: a step towards the family's name
}

// sized is a validation that trains on a share of the training rows, of folds of a split
// file or of a plugin those with a digest.
type sized struct {
	*experiment.Instance
	size   float64
	splits string
}
