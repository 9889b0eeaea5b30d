package prepare

import (
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/experiment"
)

// Encoder builds the encoder of a block. One that a plugin offers asks p, and can only be
// checked where that is nil.
func Encoder(i *experiment.Instance, p encode.Plugin) (encode.Encoder, error) {
	if i.Component.BuiltIn {
		return encode.New(i.Component.Name, i.Config)
	}
	return encode.OfPlugin(i.Component, i.Capabilities, p), nil
}
