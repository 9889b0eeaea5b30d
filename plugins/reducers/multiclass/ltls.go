package multiclass

import (
	"math/bits"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

var (
	jasinska2016 = contract.Report("jasinska2016", "Jasinska, Kalina and Karampatziakis, Nikos",
		"Log-Time and Log-Space Extreme Classification", "arXiv:1611.01964", "2016")
	evron2018 = contract.Paper("evron2018", "Evron, Itay and Moroshko, Edward and Crammer, Koby",
		"Efficient Loss-Based Decoding on Graphs for Extreme Classification",
		"Advances in Neural Information Processing Systems 31", "2018")
)

// pathsConfig is the configuration of ltls.
type pathsConfig struct{ decoding }

func ltls() contract.Component {
	return ofClasses(contract.Component{
		Name:    "ltls",
		Sources: decoded(jasinska2016, evron2018),
		Params:  decodingParams(decode.LossBased),
	}, pathsConfig.method)
}

func (c pathsConfig) method() step.Method[state] { return designed{coded(c), c.design} }

// design is the code of one problem an edge of the trellis.
func (pathsConfig) design(r contract.Reduction, ds *step.Diagnostics) layout {
	k := len(r.Classes)
	return sized(ds, k, 6*bits.Len(uint(k)), codes.Trellis)
}
