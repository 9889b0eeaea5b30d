// Package shipped lists the plugins that bench ships, for the programs that look at all
// of them: bench, which holds them, the documents and the tests. The plugins themselves know
// nothing of it.
package shipped

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/knn/neighbours"
	"github.com/manyclass/bench/plugins/lda/discriminant"
	"github.com/manyclass/bench/plugins/least_squares/regression"
	"github.com/manyclass/bench/plugins/logreg/logistic"
	"github.com/manyclass/bench/plugins/majority/constant"
	"github.com/manyclass/bench/plugins/naive_bayes/bayes"
	"github.com/manyclass/bench/plugins/perceptron/pla"
	"github.com/manyclass/bench/plugins/qda/quadratic"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/multiclass"
	"github.com/manyclass/bench/plugins/reducers/reducer"
	"github.com/manyclass/bench/plugins/svm/kernelised"
	"github.com/manyclass/bench/plugins/svm/margin"
	"github.com/manyclass/bench/plugins/svm/rlsc"
	"github.com/manyclass/bench/plugins/tree/boost"
	"github.com/manyclass/bench/plugins/tree/cart"
)

// Plugin is a folder of plugins/ with what it offers.
type Plugin struct {
	Name       string
	Components []contract.Component
}

// table has them in the order of the documents.
var table = []struct {
	name       string
	components func() []contract.Component // takes a moment: a millisecond for the reducers
}{
	{"logreg", all(logistic.Component)},
	{"svm", all(margin.Component, kernelised.Component, rlsc.Component)},
	{"lda", all(discriminant.Component)},
	{"qda", all(quadratic.Component)},
	{"least_squares", all(regression.Component)},
	{"perceptron", all(pla.Perceptron, pla.Pocket)},
	{"naive_bayes", all(bayes.Component)},
	{"tree", all(cart.Component, boost.Component)},
	{"knn", all(neighbours.Component, neighbours.LabelComponent)},
	{"majority", all(constant.Component)},
	{"reducers", reducer.Components},
}

func all(components ...func() contract.Component) func() []contract.Component {
	return func() []contract.Component {
		return lists.Map(components, func(c func() contract.Component) contract.Component { return c() })
	}
}

// Plugins returns all of them.
func Plugins() []Plugin {
	var list []Plugin
	for _, row := range table {
		list = append(list, Plugin{row.name, row.components()})
	}
	return list
}

// Names returns their names.
func Names() []string {
	var names []string
	for _, row := range table {
		names = append(names, row.name)
	}
	return names
}

// Components returns the components of a kind.
func Components(kind contract.Kind) []contract.Component {
	var list []contract.Component
	for _, p := range Plugins() {
		for _, c := range p.Components {
			if c.Kind == kind {
				list = append(list, c)
			}
		}
	}
	return list
}

// Decoders are the decoders of the reductions.
func Decoders() []decode.Decoder { return decode.Decoders }

// Designs are the designs of codes of the reduction ecoc.
func Designs() []multiclass.Design { return multiclass.Designs() }
