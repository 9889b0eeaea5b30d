// Package shipped lists the plugins that bench ships, for the programs that look at all
// of them: the documents and the tests. The plugins themselves know nothing of it.
package shipped

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/knn/neighbours"
	"github.com/manyclass/bench/plugins/lda/discriminant"
	"github.com/manyclass/bench/plugins/least_squares/regression"
	"github.com/manyclass/bench/plugins/logreg/logistic"
	"github.com/manyclass/bench/plugins/majority/constant"
	"github.com/manyclass/bench/plugins/naive_bayes/bayes"
	"github.com/manyclass/bench/plugins/perceptron/pla"
	"github.com/manyclass/bench/plugins/qda/quadratic"
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

// Plugins returns all of them in the order of the documents.
func Plugins() []Plugin {
	one := func(c ...contract.Component) []contract.Component { return c }
	return []Plugin{
		{"logreg", one(logistic.Component())},
		{"svm", one(margin.Component(), kernelised.Component(), rlsc.Component())},
		{"lda", one(discriminant.Component())},
		{"qda", one(quadratic.Component())},
		{"least_squares", one(regression.Component())},
		{"perceptron", one(pla.Perceptron(), pla.Pocket())},
		{"naive_bayes", one(bayes.Component())},
		{"tree", one(cart.Component(), boost.Component())},
		{"knn", one(neighbours.Component(), neighbours.LabelComponent())},
		{"majority", one(constant.Component())},
		{"reducers", reducer.Components()},
	}
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
