package fold

import (
	"fmt"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
)

// settings are the attributes of all methods; each method's schema says which
// of them it takes.
type settings struct {
	Folds    int     `json:"folds"`
	Repeats  int     `json:"repeats"`
	Test     float64 `json:"test"`
	Stratify bool    `json:"stratify"`
}

var defaults = settings{Folds: 10, Repeats: 1, Test: 0.3, Stratify: true}

// method is one validation method.
type method struct {
	component contract.Component
	path      string // the attribute that a diagnostic on the parts points at
	// check looks for what makes the division impossible or doubtful.
	check func(s settings, u rowset, in Input) []contract.Diagnostic
	// divide returns the number of folds and the test fold of each usable row.
	divide func(s settings, u rowset, in Input, rng *rand.Rand) (folds int, tests []int)
}

// Components describes the validation methods for the experiment file.
func Components() []contract.Component {
	var list []contract.Component
	for _, m := range methods() {
		list = append(list, m.component)
	}
	return list
}

func find(name string) method {
	for _, m := range methods() {
		if m.component.Name == name {
			return m
		}
	}
	panic(fmt.Sprintf("fold: no validation method %q", name))
}

// repeats returns how often the method divides the rows: once where chance
// plays no part.
func (m method) repeats(s settings) int {
	for _, p := range m.component.Params {
		if p.Name == "repeats" {
			return s.Repeats
		}
	}
	return 1
}

func methods() []method {
	folds := contract.Param{Name: "folds", Type: "number", Default: float64(defaults.Folds), Min: contract.Bound(2),
		Max: contract.Bound(1e9), Integer: true, Doc: "Number of folds, at most the number of rows."}
	repeats := contract.Param{Name: "repeats", Type: "number", Default: float64(defaults.Repeats), Min: contract.Bound(1),
		Max: contract.Bound(1e4), Integer: true, Doc: "How often the rows are divided anew."}
	test := contract.Param{Name: "test", Type: "number", Default: defaults.Test, Above: contract.Bound(0),
		Max: contract.Bound(1), Doc: "Share of the rows that are tested, above 0 and below 1, rounded up to whole rows."}
	stratified := contract.Param{Name: "stratify", Type: "bool", Default: defaults.Stratify,
		Doc: "Give both parts the same shares of the classes."}

	return []method{
		{component("stratified_kfold", "Folds of equal size with equal shares of the classes, shuffled within each class.", folds, repeats),
			"folds", checkStratified, divideStratified},
		{component("kfold", "Folds of equal size, shuffled, without regard to classes.", folds, repeats),
			"folds", checkFolds, divideFolds},
		{holdoutComponent(test, stratified, repeats), "test", noCheck, divideHoldout},
		{component("leave_one_out", "Every row is tested once by a model trained on all others."),
			"method", checkLeaveOneOut, divideLeaveOneOut},
		{component("predefined", "The dataset's own division: its split or fold column, or its test file."),
			"method", checkPredefined, dividePredefined},
	}
}

func component(name, doc string, params ...contract.Param) contract.Component {
	return contract.Component{Kind: contract.KindValidation, Name: name, Doc: doc, Params: params,
		Capabilities: contract.Capabilities{Deterministic: true}}
}

func holdoutComponent(params ...contract.Param) contract.Component {
	c := component("holdout", "One training and one test part.", params...)
	c.Validate = func(cfg contract.Config) []contract.Diagnostic {
		s := defaults
		if err := cfg.Decode(&s); err != nil {
			return []contract.Diagnostic{contract.Errorf(nil, "Bad validation settings", "%v.", err)}
		}
		if s.Test >= 1 {
			return []contract.Diagnostic{contract.Errorf([]any{"test"}, "No rows left to train on",
				"The share of tested rows, test = %v, must be below 1; 0.3 tests three rows of ten.", s.Test)}
		}
		return nil
	}
	return c
}
