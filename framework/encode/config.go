package encode

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// checkNumeric checks that range is one and is used, and sets its default.
func (e *encoder) checkNumeric() []contract.Diagnostic {
	if e.kind.Name == "none" {
		e.Numeric = "none"
	}
	if e.Range == nil {
		e.Range = []float64{0, 1}
		return nil
	}
	if len(e.Range) != 2 || !(e.Range[0] < e.Range[1]) || !isFinite(e.Range[1]-e.Range[0]) {
		return []contract.Diagnostic{contract.Errorf([]any{"range"}, "range must be two numbers, the smaller one first",
			"Write for example range = [0, 1].")}
	}
	if e.Numeric != "minmax" {
		return []contract.Diagnostic{contract.Warningf([]any{"range"}, "range is used with numeric = \"minmax\" only",
			"Remove it, or write numeric = \"minmax\".")}
	}
	return nil
}

// checkCategorical checks columns and unseen.
func (e *encoder) checkCategorical() []contract.Diagnostic {
	var diags []contract.Diagnostic
	if e.Columns != nil && len(e.Columns) == 0 {
		diags = append(diags, contract.Errorf([]any{"columns"}, "columns is empty",
			"Name the columns that become features, or leave the attribute out for all of them."))
	}
	for i, name := range e.Columns {
		if slices.Contains(e.Columns[:i], name) {
			diags = append(diags, contract.Errorf([]any{"columns", i}, fmt.Sprintf("column %q is named twice", name),
				"Remove one of them."))
		}
	}
	if e.Unseen == "rare" && e.RareBelow == 0 {
		diags = append(diags, contract.Errorf([]any{"unseen"}, "without rare_below there are no rare values to join",
			"Write for example rare_below = 5."))
	}
	if e.Unseen == "" && e.RareBelow > 0 {
		e.Unseen = "rare"
	}
	return diags
}

// checkCounters checks what the attributes of target say together.
func (e *encoder) checkCounters() []contract.Diagnostic {
	var diags []contract.Diagnostic
	only := func(what string, names ...string) {
		if len(names) > 1 {
			diags = append(diags, contract.Errorf([]any{names[1]},
				fmt.Sprintf("%s and %s exclude each other", names[0], names[1]), "%s", what))
		}
	}
	only("Training rows are counted in one way.",
		written(map[string]bool{"folds": e.Folds > 0, "in_sample": e.InSample, "leave_one_out": e.LeaveOneOut})...)
	only("c is given in one way.", written(map[string]bool{"prior": e.Prior != nil, "prior_weight": e.PriorWeight != nil,
		"priors": e.Priors != nil})...)
	if e.Log1p && !e.Counts {
		diags = append(diags, contract.Warningf([]any{"log1p"}, "log1p is used with counts = true only",
			"Remove it, or write counts = true."))
	}
	if e.Priors != nil && len(e.Priors) == 0 {
		diags = append(diags, contract.Errorf([]any{"priors"}, "priors is empty", "Write for example priors = [0.1, 1, 10]."))
	}
	diags = append(diags, e.checkThresholds()...)
	if e.Prior != nil {
		if err := checkPrior(e.Prior); err != nil {
			diags = append(diags, contract.Errorf([]any{"prior"}, err.Error(), "Write for example prior = 1."))
		}
	}
	for i, p := range e.Priors {
		if err := checkPrior(p); err != nil {
			diags = append(diags, contract.Errorf([]any{"priors", i}, err.Error(), "Write for example priors = [0.1, 1, 10]."))
		}
		if slices.ContainsFunc(e.Priors[:i], func(other any) bool { return reflect.DeepEqual(other, p) }) {
			diags = append(diags, contract.Errorf([]any{"priors", i}, "this prior is there already", "Remove one of them."))
		}
	}
	if e.Folds == 0 {
		e.Folds = 5
	}
	return diags
}

// written lists what is true, by name.
func written(is map[string]bool) []string {
	maps.DeleteFunc(is, func(_ string, yes bool) bool { return !yes })
	return slices.Sorted(maps.Keys(is))
}

// checkPrior checks that a prior is a number or an object of numbers.
func checkPrior(prior any) error {
	good := func(v any) bool { c, ok := v.(float64); return ok && c >= 0 && isFinite(c) }
	byClass, is := prior.(map[string]any)
	if !is {
		if !good(prior) {
			return errors.New("a prior is a number of at least 0, or an object with such a number for each class")
		}
		return nil
	}
	for _, class := range slices.Sorted(maps.Keys(byClass)) {
		if !good(byClass[class]) {
			return fmt.Errorf("the prior of class %q must be a number of at least 0", class)
		}
	}
	return nil
}

var (
	scalings    = []string{"standard", "minmax", "maxabs", "none"}
	imputations = []string{"mean", "median", "mode"}
)

// mostBuckets bounds the features of hashing, whose names are kept.
const mostBuckets = 1 << 22

// The attributes that several types take.
var (
	numericParam = contract.Param{
		Name: "numeric", Type: "string", OneOf: scalings,
		Doc: "Scaling of numeric columns: standard (mean 0, population deviation 1; the default), minmax (to range), " +
			"maxabs (to at most 1 in size) or none. For sparse data (svmlight) maxabs is the default, and standard and " +
			"minmax, which would fill the zeros, are errors.",
	}
	rangeParam = contract.Param{
		Name: "range", Type: "list(number)",
		Doc: "The smallest and the largest value after minmax; [0, 1] by default.",
	}
	imputeParam = contract.Param{
		Name: "impute", Type: "string", Default: "mean", OneOf: imputations,
		Doc: "What stands for a missing number: mean, median or most frequent value of the training rows (0 where a " +
			"column has none).",
	}
	indicatorParam = contract.Param{
		Name: "indicator", Type: "bool",
		Doc: "Adds a feature `col=(missing)` for each column that lacks values in training rows: 1 where the value is " +
			"missing, else 0. false by default.",
	}
	columnsParam = contract.Param{
		Name: "columns", Type: "list(string)",
		Doc: "The columns that become features; the others are left out. All by default.",
	}
	pairsParam = contract.Param{
		Name: "pairs", Type: "bool",
		Doc: "Also encodes each pair of categorical columns as one column `a&b`, whose values are the pairs of values. " +
			"false by default.",
	}
	rareBelowParam = contract.Param{
		Name: "rare_below", Type: "number", Integer: true, Min: contract.Bound(1),
		Doc: "Values that fewer training rows have share one group, `(rare)`. None by default.",
	}
)

// unseenParam says what a type does with values that no training row has.
func unseenParam(doc string, words ...string) contract.Param {
	return contract.Param{Name: "unseen", Type: "string", OneOf: words, Doc: doc}
}

// scaled appends the attributes about numeric columns to a type's own.
func scaled(own ...contract.Param) []contract.Param {
	return append([]contract.Param{numericParam, rangeParam, imputeParam, indicatorParam}, append(own, columnsParam)...)
}
