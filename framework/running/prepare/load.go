package prepare

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/language/deciding"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// planReductions asks the reducers for the codes of a dataset.
func (d *Dataset) planReductions(ctx context.Context, e *experiment.Experiment,
	plugins Plugins) (diagnostic.List, error) {
	var diags diagnostic.List
	for _, c := range e.Combinations {
		reduction := c.Reduction
		if c.Dataset != d.Instance || !d.takes(reduction) || d.treeless(c) != "" {
			continue
		}
		for _, candidate := range reduction.Trained() {
			if _, planned := d.Stages[candidate]; planned {
				continue
			}
			stage, found, err := d.planOne(ctx, e.Seed, candidate, plugins)
			if err != nil {
				return diags, err
			}
			d.Stages[candidate] = stage
			if contract.FirstError(found) == nil {
				trainers, wrong := d.trainers(stage, candidate)
				d.Trainers[candidate] = trainers
				found = append(found, wrong...)
			}
			diags = append(diags, about(d.Instance, candidate, found)...)
		}
	}
	return diags, nil
}

// mostCoded is the largest number of classes of which a reduction may have a code, whose columns are as
// long, and often as many.
const mostCoded = 10_000

func (d *Dataset) planOne(ctx context.Context, seed uint64, reduction *experiment.Instance,
	plugins Plugins) (contract.Stage, []contract.Diagnostic, error) {
	ref := service.ComponentRef{Kind: contract.KindReducer, Name: reduction.Component.Name, Config: reduction.Config}
	plugin, err := plugins.Plugin(ctx, 0, ref.Kind, ref.Name)
	if err != nil {
		return contract.Stage{}, nil, err
	}
	classes := d.Table.Target.Names
	ask := contract.Reduction{
		Classes: classes, Counts: d.Table.Target.Counts,
		Seed: plan.Seed(seed, "code", ref.Name, string(reduction.Design()), fmt.Sprint(len(classes))),
	}
	if reduction.Capabilities.Has(contract.UsesTree) {
		ask.Tree = d.Table.Target.Tree
	}
	stage, found, err := plugin.Plan(ctx, ref, ask)
	if err != nil || contract.FirstError(found) != nil {
		return stage, found, err
	}
	if code := stage.Code(); code != nil && len(classes) > mostCoded {
		return stage, append(found, contract.As(mistake.TooLarge).Errorf(nil,
			fmt.Sprintf("The code of %d classes is too large", len(classes)),
			"Codes are for at most %[2]d classes, and dataset %[1]q has more. Choose a reduction without a code, or join rare "+
				"classes with rare.", d.Instance.Name, mostCoded)), nil
	}
	if stage.Count() == 0 {
		stage.Problems = nil
	}
	return stage, append(found, d.checkFirst(stage, reduction)...), nil
}

// checkFirst refuses what a plugin must not send as a first stage.
func (d *Dataset) checkFirst(s contract.Stage, reduction *experiment.Instance) []contract.Diagnostic {
	err := service.Contained(func() error { return d.CheckStage(s) })
	if err == nil && (s.Sees(contract.Scores) || s.Sees(contract.Targets) || s.Of != nil) {
		err = errors.New("its first stage asks for what earlier ones make of a row")
	}
	if _, targeted := s.Problems.(contract.Targeted); err == nil && targeted {
		err = errors.New("its first stage has targets, which only a later one can know")
	}
	if err == nil && s.Learner != "" && reduction.Learners[s.Learner] == nil {
		err = fmt.Errorf("it asks for the learner of %q, which is not written", s.Learner)
	}
	if err == nil {
		return uncalibrated(s, reduction)
	}
	return []contract.Diagnostic{contract.As(mistake.Unchecked).Errorf(nil,
		"The reduction sent a stage that cannot be trained", "%s.",
		wording.Capital(err.Error()))}
}

// uncalibrated refuses to calibrate the class probabilities of a reduction with several stages.
func uncalibrated(s contract.Stage, reduction *experiment.Instance) []contract.Diagnostic {
	if reduction.Host.Calibration.Method == "" || s.Single() {
		return nil
	}
	return []contract.Diagnostic{contract.As(mistake.Conflict).Errorf([]any{deciding.Calibrate},
		"A reduction with several stages is not calibrated after decoding",
		"Training rows are decoded out of fold by reductions that train all models at once. Choose one of these, or leave "+
			"calibrate out.")}
}

// checkForms refuses, for sparse datasets, learners that take fewer features, and those
// that take dense features only where the dataset is too large to be dense.
func checkForms(p *Prepared) diagnostic.List {
	var diags diagnostic.List
	type pair struct{ dataset, learner *experiment.Instance }
	checked := map[pair]bool{}
	for _, c := range p.Experiment.Combinations {
		d := p.dataset(c.Dataset)
		if d == nil || d.Table.Sparse == nil || c.Learner == nil || len(c.Encoder.OfPlugins()) > 0 {
			continue // the features of plugins are dense, and their number is not known
		}
		for _, l := range c.ColumnLearners() {
			if !checked[pair{c.Dataset, l}] {
				checked[pair{c.Dataset, l}] = true
				diags = append(diags, checkForm(d, l)...)
			}
		}
	}
	return diags
}

// checkForm is checkForms for one learner and one sparse dataset.
func checkForm(d *Dataset, l *experiment.Instance) diagnostic.List {
	cols, can := d.Table.Sparse.Cols, l.Capabilities
	if can.MostFeatures > 0 && cols > can.MostFeatures {
		return diagnostic.List{l.Errorf(mistake.CannotEncode, nil,
			fmt.Sprintf("Learner %q takes at most %d features, and dataset %q has %d",
				l.Name,
				can.MostFeatures, d.Instance.Name, cols), "Use a learner without such a limit; of the shipped ones lda and "+
				"qda alone have one.")}
	}
	if can.Has(contract.TakesSparse) {
		return nil
	}
	if err := encode.CheckDense(d.Table.Rows, cols); err != nil {
		return diagnostic.List{l.Errorf(mistake.CannotEncode, nil,
			fmt.Sprintf("Learner %q takes no sparse features, which dataset %q has", l.Name,
				d.Instance.Name), "%v", err)}
	}
	return nil
}

// checkEncoders asks each encoder whether it takes the datasets it meets.
func checkEncoders(p *Prepared) diagnostic.List {
	var diags diagnostic.List
	type pair struct{ dataset, encoder *experiment.Instance }
	checked := map[pair]bool{}
	for _, c := range p.Experiment.Combinations {
		d := p.dataset(c.Dataset)
		if d == nil || checked[pair{c.Dataset, c.Encoder}] {
			continue
		}
		checked[pair{c.Dataset, c.Encoder}] = true
		for _, of := range c.Encoder.Trained() {
			encoder, err := Encoder(of, nil)
			if err == nil {
				err = encoder.Check(d.Table)
			}
			if err != nil {
				diags = append(diags, of.Errorf(mistake.CannotEncode, nil,
					fmt.Sprintf("Encoder %q cannot encode dataset %q", of.Name, c.Dataset.Name), "%v", err))
				break
			}
		}
	}
	return diags
}

// Load prepares an experiment; see Ahead.Load.
func Load(ctx context.Context, e *experiment.Experiment, plugins Plugins) (*Prepared, diagnostic.List, error) {
	return (*Ahead)(nil).Load(ctx, e, plugins)
}

// Load prepares an experiment. If the diagnostics hold an error there is
// nothing to run. The returned error is for what is nobody's mistake.
func (a *Ahead) Load(ctx context.Context, e *experiment.Experiment,
	plugins Plugins) (*Prepared, diagnostic.List, error) {
	p, diags, err := a.inspect(ctx, e, plugins, usedDatasets(e))
	if err != nil || diags.HasErrors() {
		return nil, diags, err
	}
	if n := p.cells(); n > mostCells {
		return nil, append(diags, diagnostic.Diagnostic{Severity: contract.Error, Code: mistake.TooLarge,
			Summary: fmt.Sprintf("The experiment has %d cells, and at most %d are possible", n, mostCells),
			Detail: "A cell is one dataset, encoder, learner and reduction on one fold of one repeat. Write fewer variants, " +
				"folds or repeats, or several experiments, each in a file of its own."}), nil
	}
	p.list(plugins)
	tables, more := e.Choose(p.Plan.Datasets)
	if p.Plan.Tables = tables; more.HasErrors() {
		return nil, append(diags, more...), nil
	}
	return p, diags, nil
}

// Check looks for mistakes in the data of an experiment that has others
// already, so that all are reported together.
func (a *Ahead) Check(ctx context.Context, e *experiment.Experiment, plugins Plugins) (diagnostic.List, error) {
	all := func(*experiment.Instance) bool { return true }
	_, diags, err := a.inspect(ctx, e, plugins, experiment.Pointers(e.Datasets, all))
	return diags, err
}

// inspect reads datasets, has them divided and asks the reducers and encoders about them.
func (a *Ahead) inspect(ctx context.Context, e *experiment.Experiment, plugins Plugins,
	datasets []*experiment.Instance) (*Prepared, diagnostic.List, error) {
	p := &Prepared{Experiment: e}
	var diags diagnostic.List
	for _, instance := range datasets {
		d, found, err := readUntil(ctx, func() (*Dataset, diagnostic.List) { return a.loadDataset(instance, e) })
		if err != nil {
			return nil, diags, err
		}
		diags = append(diags, found...)
		if d == nil {
			continue
		}
		if found, err = d.split(ctx, e, plugins); err != nil {
			return nil, diags, err
		}
		diags = append(diags, found...)
		p.Datasets = append(p.Datasets, d)
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
		diags = append(append(diags, checkMetrics(p)...), checkSets(p)...)
		diags = append(diags, checkCosts(p)...)
		diags = append(diags, checkTrees(p)...)
		diags = append(diags, checkFacts(p)...)
		diags = append(diags, checkSampleWeights(p)...)
	}
	return p, slices.Concat(diags, checkKinds(p), checkDefaults(p), checkEncoders(p),
		checkForms(p), checkWeights(p), checkLacks(p),
		checkCurves(p)), nil
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
	return experiment.Pointers(e.Datasets, func(i *experiment.Instance) bool { return used[i] })
}
