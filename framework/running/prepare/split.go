package prepare

import (
	"context"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/splitting"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// split has a plugin divide the rows of the dataset, if its validation is one's. The folds
// are then those of a split file that says the same. The error is the context's: what a
// plugin does wrong is said of its block.
func (d *Dataset) split(ctx context.Context, e *experiment.Experiment, plugins Plugins) (diagnostic.List, error) {
	validation := e.ValidationOf(d.Instance)
	if validation.Component.Name == "" || validation.Component.BuiltIn {
		return nil, nil
	}
	facts := validation.Capabilities.Facts
	if lack := contract.Lacking(facts, d.Table.Target.Grouped, d.Table.Target.Weighted); lack != "" {
		return about(d.Instance, validation,
			[]contract.Diagnostic{contract.As(mistake.LacksFacts).Errorf([]any{"method"},
				fmt.Sprintf("Splitter %q needs %s", validation.Component.Name, lack), "The dataset has none. %s",
				adviceOn(lack))}), nil
	}
	ref := service.ComponentRef{Kind: contract.KindValidation, Name: validation.Component.Name, Config: validation.Own()}
	by := fmt.Sprintf("splitter %q of plugin %s", ref.Name, plugins.Origin(ref.Kind, ref.Name).Name)
	var said []contract.Diagnostic
	plugin, err := plugins.Plugin(ctx, 0, ref.Kind, ref.Name)
	if err == nil {
		asked := splitting.Asked{Plugin: plugin, Component: ref, Seed: foldSeed(e, d.Table),
			Features: slices.Contains(facts, contract.RowFeatures)}
		d.Splits, said, err = asked.Of(ctx, d.Table)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err != nil {
		said = append(said, contract.As(mistake.CannotDivide).Errorf([]any{"method"},
			"The rows cannot be divided", "%s: %v.",
			wording.Capital(by), err))
	}
	if d.Splits != nil {
		d.Splits.By = by
		repeats, remarks := fold.Follow(d.Splits, validation.Config, d.Table.Design)
		d.Repeats, said = repeats, append(said, remarks...)
	}
	return about(d.Instance, validation, said), nil
}
