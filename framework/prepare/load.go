package prepare

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/fold"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/service"
)

// loadDataset reads a dataset and divides its rows. It returns nil with the
// reasons if it cannot be read.
func loadDataset(instance *experiment.Instance, e *experiment.Experiment) (*Dataset, diagnostic.List) {
	var diags diagnostic.List
	var source source.Source
	if err := instance.Config.Decode(&source); err != nil {
		for _, d := range loader.Validate(instance.Config) {
			diags = append(diags, instance.Diagnostic(d))
		}
		return nil, diags
	}
	table, warnings, err := loader.Table(source)
	if err != nil {
		return nil, append(diags, defects(instance, source, err)...)
	}
	for _, w := range warnings {
		diags = append(diags, instance.Diagnostic(contract.Warningf(nil, fmt.Sprintf("Dataset %q", instance.Name), "%s", w)))
	}
	diags = append(diags, remarks(instance, source, table)...)
	d := &Dataset{Instance: instance, Table: table, Stages: map[*experiment.Instance]contract.Stage{}}
	validation := &e.Validation
	if validation.Component.Name == "" {
		return d, diags // the block has mistakes of its own
	}
	repeats, found := fold.Make(validation.Component.Name, validation.Config, table.Design,
		plan.Seed(e.Seed, "folds", table.SHA256))
	diags = append(diags, about(instance, validation, byDefault(validation, found))...)
	d.Repeats = repeats
	return d, diags
}

// defects points at the attribute that each defect of a dataset speaks of; at
// its source, where the defect is of the file itself.
func defects(instance *experiment.Instance, source source.Source, err error) diagnostic.List {
	var diags diagnostic.List
	for _, defect := range data.Errors(err) {
		path := defect.Path
		switch {
		case len(path) > 0:
		case source.Generate != "":
			path = []any{"generate"}
		default:
			path = []any{"file"}
		}
		diags = append(diags, instance.Errorf(path, "Cannot use the dataset", "%v", defect))
	}
	return diags
}

// byDefault tells a reader who has written no validation block where the folds
// come from.
func byDefault(validation *experiment.Instance, found []contract.Diagnostic) []contract.Diagnostic {
	if validation.Errorf(nil, "", "").Range != nil {
		return found
	}
	var told []contract.Diagnostic
	for _, d := range found {
		d.Detail += " The file has no validation block; 10 stratified folds are the default."
		told = append(told, d)
	}
	return told
}

// about places remarks that another block makes about a dataset.
func about(dataset, block *experiment.Instance, found []contract.Diagnostic) diagnostic.List {
	var diags diagnostic.List
	for _, d := range found {
		d.Summary = fmt.Sprintf("%s (dataset %q)", d.Summary, dataset.Name)
		diags = append(diags, block.Diagnostic(d))
	}
	return diags
}

// planReductions asks the reducers for the codes of a dataset.
func (d *Dataset) planReductions(ctx context.Context, e *experiment.Experiment, plugins Plugins) (diagnostic.List, error) {
	var diags diagnostic.List
	for _, c := range e.Combinations {
		reduction := c.Reduction
		if c.Dataset != d.Instance || !d.takes(reduction) {
			continue
		}
		if _, planned := d.Stages[reduction]; planned {
			continue
		}
		stage, found, err := d.planOne(ctx, e.Seed, reduction, plugins)
		if err != nil {
			return diags, err
		}
		d.Stages[reduction] = stage
		diags = append(diags, about(d.Instance, reduction, found)...)
	}
	return diags, nil
}

func (d *Dataset) planOne(ctx context.Context, seed uint64, reduction *experiment.Instance, plugins Plugins) (contract.Stage, []contract.Diagnostic, error) {
	ref := service.ComponentRef{Kind: contract.KindReducer, Name: reduction.Component.Name, Config: reduction.Config}
	plugin, err := plugins.Plugin(ctx, 0, ref.Kind, ref.Name)
	if err != nil {
		return contract.Stage{}, nil, err
	}
	classes := d.Table.Target.Names
	stage, found, err := plugin.Plan(ctx, ref, contract.Reduction{
		Classes: classes, Counts: d.Table.Target.Counts,
		Seed: plan.Seed(seed, "code", ref.Name, string(reduction.Design()), fmt.Sprint(len(classes))),
	})
	if err != nil || hasErrors(found) {
		return stage, found, err
	}
	if stage.Problems() == 0 {
		stage.Task, stage.Code = "", nil
	}
	return stage, append(found, d.checkFirst(stage, reduction)...), nil
}

func hasErrors(found []contract.Diagnostic) bool {
	for _, d := range found {
		if d.Severity == contract.Error {
			return true
		}
	}
	return false
}

// checkFirst refuses what a plugin must not send as a first stage.
func (d *Dataset) checkFirst(s contract.Stage, reduction *experiment.Instance) []contract.Diagnostic {
	err := service.Contained(func() error { return d.CheckStage(s) })
	if err == nil && (s.Sees(contract.Scores) || s.Sees(contract.Targets) || s.Of != nil) {
		err = errors.New("its first stage asks for what earlier ones make of a row")
	}
	if err == nil && s.Targets.Cols > 0 {
		err = errors.New("its first stage has targets, which only a later one can know")
	}
	if err == nil && s.Learner != "" && reduction.Learners[s.Learner] == nil {
		err = fmt.Errorf("it asks for the learner of %q, which is not written", s.Learner)
	}
	if err == nil {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf(nil, "The reduction sent a stage that cannot be trained", "%s.", sentence(err))}
}

// sentence makes the first letter of an error a capital.
func sentence(err error) string {
	text := err.Error()
	return strings.ToUpper(text[:1]) + text[1:]
}

// checkForms refuses learners that take dense features only for sparse datasets
// that are too large to be dense.
func checkForms(p *Prepared) diagnostic.List {
	var diags diagnostic.List
	type pair struct{ dataset, learner *experiment.Instance }
	checked := map[pair]bool{}
	for _, c := range p.Experiment.Combinations {
		d := p.dataset(c.Dataset)
		if d == nil || d.Table.Sparse == nil || c.Learner == nil || c.Learner.Capabilities.Sparse || checked[pair{c.Dataset, c.Learner}] {
			continue
		}
		checked[pair{c.Dataset, c.Learner}] = true
		if err := encode.CheckDense(d.Table.Rows, d.Table.Sparse.Cols); err != nil {
			diags = append(diags, c.Learner.Errorf(nil, fmt.Sprintf("Learner %q takes no sparse features, which dataset %q has", c.Learner.Name, c.Dataset.Name), "%v", err))
		}
	}
	return diags
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
		encoder, err := encode.New(c.Encoder.Component.Name, c.Encoder.Config)
		if err == nil {
			err = encoder.Check(d.Table)
		}
		if err != nil {
			diags = append(diags, c.Encoder.Errorf(nil, fmt.Sprintf("Encoder %q cannot encode dataset %q", c.Encoder.Name, c.Dataset.Name), "%v", err))
		}
	}
	return diags
}
