package prepare

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/language/experiment"
)

// Encoder builds the encoder of a block. Those that plugins offer, itself or parts of it,
// ask whom by says, and can only be checked where that is nil.
func Encoder(i *experiment.Instance, by func(*experiment.Instance) encode.Plugin) (encode.Encoder, error) {
	ofPlugin := func(i *experiment.Instance) encode.Encoder {
		if i == nil {
			return nil
		}
		var p encode.Plugin
		if by != nil {
			p = by(i)
		}
		return encode.OfPlugin(i.Component, i.Capabilities, i.FitFolds(), p)
	}
	switch {
	case !i.Component.BuiltIn:
		return ofPlugin(i), nil
	case i.Parts != nil:
		return encode.Composed(i.Config, lists.Map(i.Parts, ofPlugin))
	}
	return encode.New(i.Component.Name, i.Config)
}
