// Package prepare finds out everything about an experiment that can be known
// without training: it reads the data, makes the folds, asks the reducers for
// their codes and lists the cells with their identities.
package prepare

import (
	"context"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/fold"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/service"
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
	Stages   map[*experiment.Instance]contract.Stage // by reduction
}

// Block is the work on one dataset, encoder and repeat: everything that can
// share one feature matrix.
type Block struct {
	Dataset *Dataset
	Encoder *experiment.Instance
	Repeat  int
	Items   []Item
}

// Item is the work of one learner on one fold of a block: one union of problems.
type Item struct {
	Fold    int
	Learner *experiment.Instance
	Cells   []Cell
	// Models names what its binary models are made from, where their scores are to
	// be kept; else "".
	Models string
}

// Cell is one cell of an item with what is needed to decode it.
type Cell struct {
	plan.Cell
	Plugins   []service.Origin // those that take part
	Reduction *experiment.Instance
	Stage     contract.Stage
}

// Load prepares an experiment. If the diagnostics hold an error there is
// nothing to run. The returned error is for what is nobody's mistake.
func Load(ctx context.Context, e *experiment.Experiment, plugins Plugins) (*Prepared, diagnostic.List, error) {
	p, diags, err := inspect(ctx, e, plugins, usedDatasets(e))
	if err != nil || diags.HasErrors() {
		return nil, diags, err
	}
	p.list(plugins)
	return p, diags, nil
}

// Check looks for mistakes in the data of an experiment that has others
// already, so that all are reported together.
func Check(ctx context.Context, e *experiment.Experiment, plugins Plugins) (diagnostic.List, error) {
	all := make([]*experiment.Instance, len(e.Datasets))
	for i := range e.Datasets {
		all[i] = &e.Datasets[i]
	}
	_, diags, err := inspect(ctx, e, plugins, all)
	return diags, err
}

// inspect reads datasets and asks the reducers and encoders about them.
func inspect(ctx context.Context, e *experiment.Experiment, plugins Plugins, datasets []*experiment.Instance) (*Prepared, diagnostic.List, error) {
	p := &Prepared{Experiment: e}
	var diags diagnostic.List
	for _, instance := range datasets {
		d, found, err := readUntil(ctx, func() (*Dataset, diagnostic.List) { return loadDataset(instance, e) })
		if err != nil {
			return nil, diags, err
		}
		diags = append(diags, found...)
		if d != nil {
			p.Datasets = append(p.Datasets, d)
		}
	}
	p.Experiment = standingIn(e, p.Datasets)
	for _, d := range p.Datasets {
		found, err := d.planReductions(ctx, p.Experiment, plugins)
		if err != nil {
			return nil, diags, err
		}
		diags = append(diags, found...)
	}
	if len(p.Datasets) == len(datasets) {
		diags = append(diags, checkMetrics(p)...)
	}
	return p, slices.Concat(diags, checkKinds(p), checkDefaults(p), checkEncoders(p), checkForms(p), checkWeights(p)), nil
}

// readUntil returns what a function returns, or the error of a context that is
// done before. The function cannot be broken off, as it may wait for a disk: it
// then goes on by itself, until bench ends.
func readUntil(ctx context.Context, load func() (*Dataset, diagnostic.List)) (*Dataset, diagnostic.List, error) {
	type loaded struct {
		dataset *Dataset
		diags   diagnostic.List
	}
	done := make(chan loaded, 1)
	go func() {
		d, diags := load()
		done <- loaded{d, diags}
	}()
	select {
	case l := <-done:
		return l.dataset, l.diags, nil
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
}

// usedDatasets lists the datasets that some combination uses, in file order.
func usedDatasets(e *experiment.Experiment) []*experiment.Instance {
	used := map[*experiment.Instance]bool{}
	for _, c := range e.Combinations {
		used[c.Dataset] = true
	}
	var list []*experiment.Instance
	for i := range e.Datasets {
		if used[&e.Datasets[i]] {
			list = append(list, &e.Datasets[i])
		}
	}
	return list
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
