package main

import (
	"fmt"
	"maps"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/lda/discriminant"
	"github.com/manyclass/bench/plugins/least_squares/regression"
	"github.com/manyclass/bench/plugins/logreg/logistic"
	"github.com/manyclass/bench/plugins/majority/constant"
	"github.com/manyclass/bench/plugins/naive_bayes/bayes"
	"github.com/manyclass/bench/plugins/perceptron/pla"
	"github.com/manyclass/bench/plugins/qda/quadratic"
	"github.com/manyclass/bench/plugins/svm/margin"
	"github.com/manyclass/bench/plugins/tree/cart"
)

type values = map[string]any

// learner is a component with a configuration.
type learner struct {
	contract.Component
	config values
}

func (l learner) name() string { return fmt.Sprint(l.Name, " ", l.config) }

// capabilities are those of the configuration.
func (l learner) capabilities() contract.Capabilities {
	return l.Under(contract.NewConfig(l.config))
}

// learners lists all learners with many settings.
func learners() []learner {
	var list []learner
	add := func(c contract.Component, configs ...values) {
		for _, v := range configs {
			list = append(list, learner{c, v})
		}
	}
	add(logistic.Component(), iterated(
		values{}, values{"solver": "newton"}, values{"solver": "gd", "max_iter": 200.0}, values{"solver": "sgd", "max_iter": 200.0},
		values{"penalty": "l1"}, values{"penalty": "none"}, values{"penalty": "none", "solver": "newton"},
		values{"start": "least_squares"}, values{"class_weight": "balanced", "penalize_intercept": true},
	)...)
	add(margin.Component(), iterated(
		values{}, values{"loss": "hinge"}, values{"penalize_intercept": false}, values{"loss": "hinge", "class_weight": "balanced"},
	)...)
	add(discriminant.Component(), values{}, values{"shrinkage": 0.0}, values{"shrinkage": 1.0}, values{"shrinkage": 1e-12})
	add(quadratic.Component(), values{}, values{"shrinkage": 0.0}, values{"shrinkage": 1.0})
	add(regression.Component(), values{}, values{"alpha": 0.0}, values{"alpha": 1e-12}, values{"alpha": 1e12})
	add(pla.Perceptron(), values{}, values{"start": "least_squares", "epochs": 1000.0})
	add(pla.Pocket(), values{}, values{"start": "least_squares", "epochs": 1000.0})
	add(bayes.Component(), values{}, values{"priors": "uniform", "var_smoothing": 1e-300}, values{"var_smoothing": 1e6})
	add(cart.Component(), values{})
	add(constant.Component(), values{})
	return list
}

// iterated crosses configurations with weights of the losses and tolerances.
func iterated(configs ...values) []values {
	var list []values
	for _, c := range configs {
		for _, weight := range []float64{1e-6, 1e-3, 1, 1e3, 1e6} {
			for _, tol := range []float64{0.1, 1e-8, 1e-15} {
				v := maps.Clone(c)
				v["C"], v["tol"] = weight, tol
				list = append(list, v)
			}
		}
	}
	return list
}
