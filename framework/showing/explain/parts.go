package explain

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/tables"
	"github.com/manyclass/bench/framework/language/tuning"
)

// part is a block, or a part of one, whose attributes bench itself obeys.
type part struct {
	place  string
	params []contract.Param
}

func parts() []part {
	label := experiment.LabelParams()
	return []part{
		{"experiment", experiment.ExperimentParams()},
		{"experiment.conformal", experiment.ConformalParams()},
		{"dataset", slices.Concat(loader.Params(), label)},
		{"dataset.classes", experiment.ClassesParams()},
		{"encoder", label},
		{"learner", slices.Concat(label, experiment.LimitParams(), experiment.HostParams())},
		{"learner.tune", tuning.Params()},
		{"tune.halving", tuning.HalvingParams()},
		{"reduction", slices.Concat(label, experiment.ReductionParams())},
		{"table", tables.Params()},
		{"comparison", tables.ComparisonParams()},
		{"curve", tables.CurveParams()},
		{"executor", slices.Concat(experiment.ExecutorParams(experiment.SlurmExecutor), experiment.ResourceParams(),
			experiment.SystemParams(), experiment.NamedParams())},
		{"executor.class", slices.Concat(experiment.ClassParams(experiment.SlurmExecutor), experiment.ResourceParams())},
	}
}
