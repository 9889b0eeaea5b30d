package fold

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// Components describes the validation methods for the experiment file.
func Components() []contract.Component {
	return lists.Map(methods(), func(m method) contract.Component { return m.component })
}

func find(name string) method {
	for _, m := range methods() {
		if m.component.Name == name {
			return m
		}
	}
	panic(fmt.Sprintf("fold: no validation method %q", name))
}

// bootstraps is how many bootstrap samples are drawn by default.
const bootstraps = 30

func methods() []method {
	folds := contract.Param{Name: "folds", Type: "number", Default: float64(defaults.Folds), Min: contract.Bound(2),
		Max: contract.Bound(1e9), Integer: true, Doc: "Number of folds, at most the number of rows."}
	groups := folds
	groups.Doc = "Number of folds, at most the number of groups."
	repeats := contract.Param{Name: "repeats", Type: "number", Default: float64(defaults.Repeats), Min: contract.Bound(1),
		Max: contract.Bound(1e4), Integer: true, Doc: "How often the division is repeated."}
	samples := repeats
	samples.Default, samples.Doc = float64(bootstraps), "Number of bootstrap samples, each a repeat with one fold."
	test := contract.Param{Name: "test", Type: "number", Default: defaults.Test, Above: contract.Bound(0),
		Max: contract.Bound(1), Doc: "Share of the rows that are tested, above 0 and below 1, rounded up to whole rows."}
	stratified := contract.Param{Name: "stratify", Type: "bool", Default: defaults.Stratify,
		Doc: "Give both parts the same shares of the classes, or about the same of the labels, the number of tested rows " +
			"then being about what test says."}

	order := contract.Param{Name: "order", Type: "number", Integer: true, Min: contract.Bound(1), Max: contract.Bound(2),
		Doc: "2 evens out pairs of labels too, the rows of the rarest pair first (Szymański & Kajdanowicz 2017); 1, the " +
			"default, labels alone."}
	sizes := contract.TrainSizes
	return []method{
		{component: component("stratified_kfold", "Folds of equal size with equal shares of the classes, shuffled within "+
			"each class.", folds, repeats, sizes),
			path: "folds", check: checkStratified, divide: divideStratified, classes: true},
		{component: component("iterative_stratification", "Folds of about equal size with shares of all labels as equal "+
			"as can be, for multi-label data: the rows of the rarest label are dealt first, each to the fold that wants most "+
			"rows of it (Sechidis, Tsoumakas & Vlahavas 2011). A class counts as the only label of its "+
			"rows.", folds, repeats, order,
			sizes), path: "folds", check: checkIterative, divide: divideIterative, uneven: true},
		{component: component("kfold", "Folds of equal size, shuffled, without regard to classes.", folds, repeats, sizes),
			path: "folds", check: checkFolds, divide: divideFolds, uneven: true},
		{component: holdoutComponent(test, stratified, repeats, sizes), path: "test", check: noCheck, divide: divideHoldout,
			uneven: true},
		{component: component("leave_one_out", "Every row is tested once by a model trained on all others."),
			path: "method", check: checkLeaveOneOut, divide: divideLeaveOneOut},
		{component: component(Predefined, "The dataset's own division: its split or fold column, its test file, its test "+
			"rows, or the folds of its split file.", sizes),
			path: "method", check: checkPredefined, divide: dividePredefined},
		{component: component("group_kfold", "Folds of about equal size that keep each of the dataset's groups together: "+
			"the largest group goes first, each to the fold with the fewest rows so far. Groups of one size take their turns "+
			"by chance.", groups, repeats, sizes),
			path: "folds", check: checkGroups, divide: divideGroups, grouped: true, uneven: true},
		{component: component("stratified_group_kfold", "Folds that keep each of the dataset's groups together, with "+
			"shares of the classes, or labels, as equal as the groups allow: the group of the most uneven classes goes first, "+
			"each to the fold that leaves the shares most even.", groups, repeats, sizes),
			path: "folds", check: checkGroups, divide: divideStratifiedGroups, grouped: true, uneven: true},
		{component: component("bootstrap", "Trains on as many rows as there are, drawn with replacement, and tests those "+
			"that were not drawn. A row that was drawn twice trains twice; encoders are fitted to the drawn rows, each "+
			"counted once.", samples),
			path: "method", check: noCheck, divide: divideBootstrap, uneven: true},
	}
}

func component(name, doc string, params ...contract.Param) contract.Component {
	return contract.Component{Kind: contract.KindValidation, Name: name, Doc: doc, Params: params, BuiltIn: true,
		Capabilities: contract.Capabilities{Properties: contract.Deterministic}, Validate: validated(validateSizes)}
}

// validated is a check of a configuration by its settings.
func validated(check func(settings) []contract.Diagnostic) func(contract.Config) []contract.Diagnostic {
	return func(cfg contract.Config) []contract.Diagnostic {
		s := defaults
		if err := cfg.Decode(&s); err != nil {
			return []contract.Diagnostic{contract.Errorf(nil, "Bad validation settings", "%v.", err)}
		}
		return check(s)
	}
}

func holdoutComponent(params ...contract.Param) contract.Component {
	c := component("holdout", "One training and one test part.", params...)
	c.Validate = validated(func(s settings) []contract.Diagnostic {
		diags := validateSizes(s)
		if s.Test >= 1 {
			diags = append(diags, contract.Errorf([]any{"test"}, "No rows left to train on",
				"The share of tested rows, test = %v, must be below 1; 0.3 tests three rows of ten.", s.Test))
		}
		return diags
	})
	return c
}
