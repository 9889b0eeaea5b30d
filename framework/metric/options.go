package metric

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// options are those of all types together; a type reads its own.
type options struct {
	Average      string   `json:"average"`
	Beta         float64  `json:"beta"`
	ZeroDivision string   `json:"zero_division"`
	Weights      string   `json:"weights"`
	Bins         int      `json:"bins"`
	K            int      `json:"k"`
	Mode         string   `json:"mode"`
	Classes      []string `json:"classes"`
	On           string   `json:"on"`
	Over         string   `json:"over"`
}

// decode reads a configuration; options that are not in it have their defaults.
func decode(c contract.Config) (options, error) {
	o := options{Average: macro, Beta: 1, ZeroDivision: zero, Weights: none, Bins: 10, K: 2, Mode: ovr, On: testRows}
	err := c.Decode(&o)
	return o, err
}

// faults returns what is wrong with options that fit the schema one by one.
func (o options) faults() []contract.Diagnostic {
	var list []contract.Diagnostic
	if o.Mode == ovo && (o.Average == micro || o.Average == samples || o.Average == none) {
		list = append(list, contract.Errorf([]any{"average"}, "Pairs of classes have no such average",
			`mode = "ovo" takes average = "macro" or "weighted"; average = %q goes with mode = "ovr".`, o.Average))
	}
	for i, label := range o.Classes {
		if slices.Contains(o.Classes[:i], label) {
			list = append(list, contract.Errorf([]any{"classes", i}, "The list of classes is wrong", "It names %q twice.",
				label))
		}
	}
	if o.Classes != nil && len(o.Classes) < 2 {
		list = append(list, contract.Errorf([]any{"classes"}, "The list of classes is wrong",
			"It must name two classes or more; leave it out to count all."))
	}
	return list
}

// outside names an option whose value the schema does not allow, or is empty.
func (o options) outside() string {
	switch {
	case !slices.Contains(average.OneOf, o.Average):
		return average.Name
	case !slices.Contains(zeroDivision.OneOf, o.ZeroDivision):
		return zeroDivision.Name
	case !slices.Contains(weights.OneOf, o.Weights):
		return weights.Name
	case !slices.Contains(mode.OneOf, o.Mode):
		return mode.Name
	case !slices.Contains(part.OneOf, o.On):
		return part.Name
	case o.Over != "" && !slices.Contains(over.OneOf, o.Over):
		return over.Name
	case !(o.Beta > 0):
		return beta.Name
	case o.Bins < 1 || o.Bins > int(*bins.Max):
		return bins.Name
	case o.K < 1:
		return topK.Name
	}
	return ""
}

// fits reports whether all restricting classes are among a dataset's.
func (o options) fits(classes []string) bool {
	return !slices.ContainsFunc(o.Classes, func(label string) bool { return !slices.Contains(classes, label) })
}

// of returns the classes that count in a dataset; see Spec.Of.
func (o options) of(classes []string) []string {
	switch {
	case o.Classes == nil:
		return classes
	case !o.fits(classes):
		return o.Classes
	}
	return slices.DeleteFunc(slices.Clone(classes), func(label string) bool { return !slices.Contains(o.Classes, label) })
}
