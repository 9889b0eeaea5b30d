package experiment

import (
	"encoding/json"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// fakeCatalog offers a few components of every kind, like those of bench.
func fakeCatalog() Catalog {
	number := func(name string, fallback any) contract.Param {
		return contract.Param{Name: name, Type: "number", Default: fallback}
	}
	text := func(name string, fallback any, oneOf ...string) contract.Param {
		return contract.Param{Name: name, Type: "string", Default: fallback, OneOf: oneOf}
	}
	whole := func(name string, fallback any, least float64) contract.Param {
		return contract.Param{Name: name, Type: "number", Default: fallback, Integer: true, Min: contract.Bound(least)}
	}
	list := func(name, element string) contract.Param {
		return contract.Param{Name: name, Type: "list(" + element + ")"}
	}
	c := number("C", 1.0)
	c.Above = contract.Bound(0)
	test := number("test", 0.3)
	test.Above, test.Max = contract.Bound(0), contract.Bound(1)
	numeric := text("numeric", "standard", "standard", "minmax", "maxabs", "none")
	average := text("average", "macro", "macro", "micro", "weighted", "none")
	binary := contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin}
	logistic := contract.Capabilities{Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds}
	reduces := func(t contract.Task, kinds ...contract.ScoreKind) contract.Capabilities {
		return contract.Capabilities{Tasks: []contract.Task{t}, Probabilities: kinds}
	}
	decoding := text("decoding", "hamming", "hamming", "loss_based", "vote")
	return Catalog{
		Components: []contract.Component{
			{Kind: contract.KindDataset, Name: "dataset", Params: []contract.Param{
				{Name: "file", Type: contract.PathType}, {Name: "test_file", Type: contract.PathType}, {Name: "target", Type: "any"}, text("split", nil),
				text("generate", nil), number("classes", nil), whole("rows", nil, 1), whole("seed", nil, 0),
				{Name: "types", Type: "map(string)"}, list("missing", "string"),
			}},
			{Kind: contract.KindEncoder, Name: "one_hot", BuiltIn: true, Params: []contract.Param{numeric}},
			{Kind: contract.KindEncoder, Name: "target", BuiltIn: true, Params: []contract.Param{numeric, whole("folds", 5.0, 2), {Name: "prior", Type: "any"}}},
			{Kind: contract.KindLearner, Name: "logreg", Params: []contract.Param{c, text("penalty", "l2", "l2", "l1", "none"),
				{Name: "intercept", Type: "bool", Default: true}}, Capabilities: logistic},
			{Kind: contract.KindLearner, Name: "lda", Params: []contract.Param{list("priors", "number")}, Capabilities: contract.Capabilities{
				Tasks: logistic.Tasks, Scores: contract.Probability}},
			{Kind: contract.KindLearner, Name: "svm", Params: []contract.Param{c, text("loss", "squared_hinge", "squared_hinge", "hinge")}, Capabilities: binary},
			{Kind: contract.KindReducer, Name: "one_vs_rest", Capabilities: reduces(contract.Binary, contract.Margin, contract.LogOdds)},
			{Kind: contract.KindReducer, Name: "one_vs_one", Params: []contract.Param{text("decoding", "vote", "vote", "coupling")},
				Capabilities: reduces(contract.Binary)},
			{Kind: contract.KindReducer, Name: "ecoc", Params: []contract.Param{decoding, text("code", nil), text("loss", nil), text("file", nil),
				list("matrix", "list(number)")}, Capabilities: reduces(contract.Binary, contract.LogOdds)},
			{Kind: contract.KindReducer, Name: "direct", Capabilities: reduces(contract.Multiclass, contract.LogOdds)},
			{Kind: contract.KindValidation, Name: "stratified_kfold", BuiltIn: true, Params: []contract.Param{whole("folds", 10.0, 2), whole("repeats", 1.0, 1)}},
			{Kind: contract.KindValidation, Name: "holdout", BuiltIn: true, Params: []contract.Param{test, {Name: "by", Type: "string", Required: true, Doc: "Column to hold out by."}}},
			{Kind: contract.KindMetric, Name: "accuracy"},
			{Kind: contract.KindMetric, Name: "log_loss"},
			{Kind: contract.KindMetric, Name: "confusion"},
			{Kind: contract.KindMetric, Name: "f1", Params: []contract.Param{average, list("classes", "string")}},
		},
		Validate: lintMatrix,
	}
}

// lintMatrix refuses entries of a matrix that are not −1, 0 or 1, rows without
// a nonzero entry, and warns of a loss that is not used.
func lintMatrix(c contract.Component, cfg contract.Config) (contract.Verdict, error) {
	var config struct {
		Matrix   [][]float64
		Decoding string
		Loss     *string
		Code     string
	}
	if err := json.Unmarshal(cfg, &config); err != nil {
		return contract.Verdict{}, err
	}
	if config.Code == "crash" {
		return contract.Verdict{}, fmt.Errorf("the plugin reducers ended unexpectedly")
	}
	var diags []contract.Diagnostic
	for i, row := range config.Matrix {
		zeros := 0
		for j, m := range row {
			if m == 0 {
				zeros++
			}
			if m*m > 1 {
				diags = append(diags, contract.Errorf([]any{"matrix", i, j}, "An entry is not -1, 0 or 1", "Write one of them."))
			}
		}
		if zeros == len(row) {
			diags = append(diags, contract.Errorf([]any{"matrix", i}, "A row has no nonzero entry", "Class %d could not be distinguished.", i))
		}
	}
	if config.Loss != nil && config.Decoding == "hamming" {
		diags = append(diags, contract.Warningf([]any{"loss"}, "The loss is not used", "hamming uses none."))
	}
	return contract.Verdict{Diagnostics: diags, Capabilities: c.Capabilities}, nil
}
