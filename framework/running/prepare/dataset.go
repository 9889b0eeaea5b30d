package prepare

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/prepare/suspects"
)

// loadDataset reads a dataset and divides its rows. It returns nil with the
// reasons if it cannot be read.
func (a *Ahead) loadDataset(instance *experiment.Instance, e *experiment.Experiment) (*Dataset, diagnostic.List) {
	var diags diagnostic.List
	var source source.Source
	if err := instance.Config.Decode(&source); err != nil {
		for _, d := range loader.Validate(instance.Config) {
			diags = append(diags, instance.Diagnostic(d))
		}
		return nil, diags
	}
	if _, is := source.NameAlone(); is && instance.Fetched == nil {
		return nil, diags // which has been said
	}
	source = instance.Fetched.Source(source)
	found := a.read(instance, source)
	table := found.table
	diags = append(diags, defects(instance, source, found.err)...)
	for _, w := range found.warnings {
		diags = append(diags, instance.Diagnostic(contract.Warningf(nil, fmt.Sprintf("Dataset %q", instance.Name), "%s", w)))
	}
	if table == nil {
		return nil, diags
	}
	for _, remark := range source.Costs.Remarks(table.Target.Names) {
		diags = append(diags, instance.Diagnostic(remark))
	}
	diags = append(diags, suspects.Remarks(instance, source, table)...)
	tell(table)
	d := &Dataset{Instance: instance, Table: table, LabelNoise: source.LabelNoise,
		Stages: map[*experiment.Instance]contract.Stage{}, Trainers: map[*experiment.Instance][]*experiment.Instance{}}
	validation := e.ValidationOf(instance)
	if !validation.Component.BuiltIn {
		return d, diags // a plugin divides the rows, or the block has mistakes of its own
	}
	repeats, remarks := fold.Make(validation.Component.Name, validation.Config, table.Design, foldSeed(e, table))
	diags = append(diags, about(instance, validation, byDefault(validation, remarks))...)
	d.Repeats = repeats
	return d, diags
}

// defects points at the attribute that each defect of a dataset speaks of; at
// its source, where the defect is of the file itself.
func defects(instance *experiment.Instance, source source.Source, err error) diagnostic.List {
	var diags diagnostic.List
	for _, defect := range data.Errors(err) {
		path, code := defect.Path, cmp.Or(defect.Code, mistake.BadData)
		switch {
		case instance.Fetched != nil && slices.Equal(path, []any{"sha256"}):
			path = []any{instance.Fetched.Kind}
			defect.Msg += "; bench fetch downloads it again"
		case len(path) > 0:
			code = cmp.Or(defect.Code, mistake.DatasetSettings)
		case source.Generate != "":
			path = []any{"generate"}
		case instance.Fetched != nil:
			path = []any{instance.Fetched.Kind}
		default:
			path = []any{"file"}
		}
		diags = append(diags, instance.Errorf(code, path, "Cannot use the dataset", "%v", defect))
	}
	return diags
}

// byDefault tells a reader who has written no validation block where the folds
// come from.
func byDefault(validation *experiment.Instance, found []contract.Diagnostic) []contract.Diagnostic {
	if validation.Errorf(mistake.BadData, nil, "", "").Range != nil {
		return found
	}
	return lists.Map(found, func(d contract.Diagnostic) contract.Diagnostic {
		d.Detail += " The file has no validation block; 10 stratified folds are the default."
		return d
	})
}

// about places remarks that another block makes about a dataset.
func about(dataset, block *experiment.Instance, found []contract.Diagnostic) diagnostic.List {
	return lists.Map(found, func(d contract.Diagnostic) diagnostic.Diagnostic {
		d.Summary = fmt.Sprintf("%s (dataset %q)", d.Summary, dataset.Name)
		return block.Diagnostic(d)
	})
}

// foldSeed is that of the folds of a table.
func foldSeed(e *experiment.Experiment, table *data.Table) uint64 {
	return plan.Seed(e.Seed, "folds", table.SHA256)
}

func (d *Dataset) summary() plan.Dataset {
	numeric, categorical := d.Table.Kinds()
	return plan.Dataset{
		Name: d.Instance.Name, Rows: d.Table.Rows, LeftOut: d.leftOut(), Numeric: numeric, Categorical: categorical,
		Missing: d.Table.Missing, Target: d.Table.Target, SHA256: cmp.Or(d.Table.FileSHA256, d.Table.SHA256),
		SingleRows: d.singleRows(), Content: d.Table.SHA256, Origin: d.Instance.Fetched.Origin(),
	}
}

// leftOut counts the rows that neither train nor are tested in any fold.
func (d *Dataset) leftOut() int {
	n := 0
	for row := range d.Table.Rows {
		if !slices.ContainsFunc(d.Repeats, func(r fold.Repeat) bool { return r.Test[row] != fold.Out }) {
			n++
		}
	}
	return n
}

// singleRows reports whether every fold tests one row, as leave_one_out does.
func (d *Dataset) singleRows() bool {
	for _, r := range d.Repeats {
		if slices.ContainsFunc(r.TestRows(), func(rows int) bool { return rows > 1 }) {
			return false
		}
	}
	return true
}
