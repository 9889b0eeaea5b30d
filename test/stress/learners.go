package main

import (
	"fmt"
	"maps"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/shipped"
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

// settings are what learners are tried with beside their defaults.
var settings = map[string][]values{
	"logreg": iterated(
		values{}, values{"solver": "newton"},
		values{"solver": "gd", "max_iter": 200.0}, values{"solver": "sgd", "max_iter": 200.0},
		values{"penalty": "l1"}, values{"penalty": "none"}, values{"penalty": "none", "solver": "newton"},
		values{"start": "least_squares"}, values{"class_weight": "balanced", "penalize_intercept": true},
	),
	"svm": iterated(
		values{}, values{"loss": "hinge"}, values{"penalize_intercept": false},
		values{"loss": "hinge", "class_weight": "balanced"},
	),
	"kernel_svm": append(iterated(values{"max_iter": 20_000.0}),
		values{"kernel": "linear", "max_iter": 20_000.0}, values{"kernel": "sigmoid", "max_iter": 20_000.0},
		values{"kernel": "poly", "max_iter": 20_000.0}, values{"gamma": 1e6}, values{"gamma": 1e-6, "max_iter": 20_000.0}),
	"lda":           {{"shrinkage": 0.0}, {"shrinkage": 1.0}, {"shrinkage": 1e-12}},
	"qda":           {{"shrinkage": 0.0}, {"shrinkage": 1.0}},
	"least_squares": {{"alpha": 0.0}, {"alpha": 1e-12}, {"alpha": 1e12}},
	"perceptron":    {{"start": "least_squares", "epochs": 1000.0}},
	"pocket":        {{"start": "least_squares", "epochs": 1000.0}},
	"adaboost":      {{"kind": "real"}, {"kind": "gentle"}, {"max_depth": 4.0}, {"kind": "real", "max_depth": 4.0}},
	"knn":           {{"k": 1.0, "weights": "distance"}, {"k": 1000.0, "weights": "distance", "metric": "manhattan"}},
	"kernel_ridge":  {{"alpha": 1e-6}, {"alpha": 1e9}, {"gamma": 1e6}, {"gamma": 1e-6}, {"kernel": "linear"}, {"kernel": "sigmoid"}},
	"naive_bayes":   {{"priors": "uniform", "var_smoothing": 1e-300}, {"var_smoothing": 1e6}},
}

// learners lists all learners with many settings.
func learners() []learner {
	var list []learner
	for _, c := range shipped.Components(contract.KindLearner) {
		list = append(list, learner{c, values{}})
		for _, v := range settings[c.Name] {
			list = append(list, learner{c, v})
		}
	}
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
