package experiment

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// encodes is a component as blocks configure it: the encoder of a plugin that learns from
// classes has an attribute which bench obeys.
func (b *binder) encodes(c contract.Component) contract.Component {
	if c.Kind == contract.KindEncoder && b.offered(c) && c.Capabilities.Target {
		c.Params = append(slices.Clone(c.Params), contract.FitFolds)
	}
	return c
}

// FitFolds is the number of folds that an encoder of a plugin is fitted without, 0 where the
// file does not say.
func (i *Instance) FitFolds() int {
	folds, _ := i.Values()[contract.FitFolds.Name].(float64)
	return int(folds)
}

// judged asks the plugin of an encoder about its configuration. Folds of an encoder that
// learns from no classes are a mistake.
func (b *binder) judged(i *Instance) (contract.Verdict, error) {
	verdict, err := b.validate(i.Component, i.Own())
	if err == nil && i.FitFolds() > 0 && !verdict.Capabilities.Target {
		verdict.Diagnostics = append(verdict.Diagnostics, contract.Errorf([]any{contract.FitFolds.Name},
			"There is nothing to fit out of fold", "Encoder type %q learns from no classes here. Leave folds out.", i.Component.Name))
	}
	return verdict, err
}
