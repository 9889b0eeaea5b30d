// Package metric computes numbers from truth, predictions, scores and
// probabilities. Names and conventions are scikit-learn's.
package metric

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
)

// Spec is one metric of an experiment. It is stored with the results, so that
// tables can be rebuilt from them.
type Spec struct {
	Name   string          `json:"name"` // as files and tables call it: "f1(average=macro)"
	Type   string          `json:"type"` // "f1"
	Config contract.Config `json:"config"`
	// Plugin is set if the metric is a plugin's: its values are stored with the results,
	// and Compute knows nothing of them.
	Plugin *Plugin `json:"plugin,omitempty"`
}

// trainPrefix begins the names of metrics on training rows.
const trainPrefix = "train:"

// Check reports whether the Spec is one that this package can compute: a known
// type with a readable configuration. Specs made from the schema always are;
// those read from stored results may not be.
func (s Spec) Check() error {
	if s.Plugin != nil {
		return s.Plugin.check(s.Name)
	}
	if find(s.Type).name == "" {
		return fmt.Errorf("metric %q: unknown type %q", s.Name, s.Type)
	}
	o, err := decode(s.Config)
	if err != nil {
		return fmt.Errorf("metric %q: %w", s.Name, err)
	}
	if name := o.outside(); name != "" {
		return fmt.Errorf("metric %q: unknown value of %s in %s", s.Name, name, s.Config)
	}
	if faults := o.faults(); len(faults) > 0 {
		return fmt.Errorf("metric %q: %s: %s", s.Name, faults[0].Summary, faults[0].Detail)
	}
	return nil
}

// IsTable reports whether the metric is a table and has no values: confusion.
func (s Spec) IsTable() bool { return s.kind().table }

// NeedsProbabilities reports whether the metric is computed from class
// probabilities.
func (s Spec) NeedsProbabilities() bool { return s.kind().probabilities }

// OfSets reports whether the metric is computed from prediction sets.
func (s Spec) OfSets() bool { return s.Type == ofSizes || s.Type == ofCoverage }

// SmallerIsBetter reports whether smaller values are better, as of losses and errors.
func (s Spec) SmallerIsBetter() bool { return s.kind().smaller }

// SmallerIsBetter reports whether smaller values are better of the metric that files call
// so: its type, after "train:" on training rows, and perhaps options or a class in brackets.
// Of a name that says no type it is false.
func SmallerIsBetter(name string) bool {
	stem := strings.TrimPrefix(name, trainPrefix)
	if end := strings.IndexAny(stem, "(["); end >= 0 {
		stem = stem[:end]
	}
	return find(stem).smaller
}

// SingleLabel reports whether the metric has values for data whose rows are of one
// class each.
func (s Spec) SingleLabel() bool {
	k := s.kind()
	return (k.compute != nil || k.table) && (k.by == byTree || s.options().Average != samples)
}

// MultiLabel reports whether the metric has values for multi-label data. Some have
// for both: precision, recall, f1, fbeta, jaccard, auc and average_precision, except with options that
// only one of them knows, log_loss and brier.
func (s Spec) MultiLabel() bool {
	return s.kind().labels != nil && s.options().Mode != ovo
}

// Suits is MultiLabel of multi-label data and SingleLabel of other data.
func (s Spec) Suits(multiLabel bool) bool {
	if multiLabel {
		return s.MultiLabel()
	}
	return s.SingleLabel()
}

// PerClass reports whether the metric gives one value per class
// (average = "none").
func (s Spec) PerClass() bool { return s.perClass(s.options()) }

func (s Spec) perClass(o options) bool {
	return o.Average == none && slices.ContainsFunc(s.kind().params,
		func(p contract.Param) bool { return p.Name == average.Name })
}

// OnTrain reports whether the metric scores the training rows (on = "train").
func (s Spec) OnTrain() bool { return s.options().On == trainRows }

// CountsHits reports whether the metric is the share of the test rows that are predicted
// right, or of those that are predicted wrong.
func (s Spec) CountsHits() bool { return s.kind().hits && !s.OnTrain() && !s.Weighs() }

// Weighs reports whether rows count by their weights (sample_weight = true).
func (s Spec) Weighs() bool { return s.options().SampleWeight }

// Pools reports whether the metric has one value for all folds of a repeat, from
// their predictions together: if it asks for that, or if folds test single rows and
// it is not a mean over rows that count alike, of which the mean over folds would be
// another number.
func (s Spec) Pools(singleRows bool) bool {
	k, o := s.kind(), s.options()
	if o.Over != "" || k.name == "" {
		return o.Over == pooled
	}
	return singleRows && !(k.rows && o.Normalize && o.Rows == allRows && !o.SampleWeight) && !k.table && o.On == testRows
}

// TopK returns how many classes the metric lets a prediction name: k of a top_k,
// 1 for all others.
func (s Spec) TopK() int {
	if s.Type != "top_k" {
		return 1
	}
	return s.options().first(defaultTopK)
}

// Restriction returns the labels of the option classes as they are written, nil
// if the metric counts all classes.
func (s Spec) Restriction() []string { return s.options().Classes }

// Fits reports whether a dataset with these classes has all that the option
// classes names.
func (s Spec) Fits(classes []string) bool { return s.options().fits(classes) }

// Of returns the classes that the metric counts in a dataset with these classes,
// in class order. If the dataset lacks one (see Fits) they are those of the
// option, as it is written.
func (s Spec) Of(classes []string) []string { return s.options().of(classes) }

// Names returns the names of the values that Compute gives for a dataset with
// these classes or labels: the metric's own name, or one per class of Of, such as
// "precision[setosa]"; none for a table. Names per class leave out the option
// average=none, which the brackets already tell.
func (s Spec) Names(classes []string) []string { return s.names(s.options(), classes) }

func (s Spec) names(o options, classes []string) []string {
	switch {
	case s.IsTable():
		return nil
	case !s.perClass(o):
		return []string{s.Name}
	}
	stem := s.stem()
	return lists.Map(o.of(classes), func(class string) string { return stem + "[" + class + "]" })
}

// stem is the metric's name without the option average=none.
func (s Spec) stem() string {
	bare, onTrain := strings.CutPrefix(s.Name, trainPrefix)
	written, opened := strings.CutPrefix(bare, s.Type+"(")
	written, closed := strings.CutSuffix(written, ")")
	if !opened || !closed {
		return s.Name
	}
	kept := slices.DeleteFunc(splitOptions(written), func(option string) bool { return option == "average="+none })
	stem := s.Type
	if len(kept) > 0 {
		stem += "(" + strings.Join(kept, ",") + ")"
	}
	if onTrain {
		stem = trainPrefix + stem
	}
	return stem
}

// splitOptions splits the options of a name at the commas that are in neither
// brackets nor quotes.
func splitOptions(s string) []string {
	var list []string
	start, listed, quoted := 0, false, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[' || c == ']':
			listed = c == '['
		case c == ',' && !listed:
			list = append(list, s[start:i])
			start = i + 1
		}
	}
	return append(list, s[start:])
}

// Bins is the number of bins of an ece, 0 of other metrics.
func (s Spec) Bins() int {
	if s.Type != "ece" {
		return 0
	}
	return s.options().Bins
}

// options returns the configuration, the defaults if it cannot be read.
func (s Spec) options() options {
	if s.Plugin != nil {
		return s.Plugin.options()
	}
	o, err := decode(s.Config)
	if err != nil {
		o, _ = decode(nil)
	}
	return o
}

// CostsOf returns the costs by which the metric counts a target's predictions, its own or
// those of the target, nil where there are none and for other metrics. The error is one of
// package cost: the metric's own costs are of other classes.
func (s Spec) CostsOf(t target.Target) (cost.Matrix, error) {
	switch o := s.options(); {
	case find(s.Type).by != byCosts:
		return nil, nil
	case o.Costs.IsZero():
		return t.Costs, nil
	default:
		return o.Costs.Of(t.Names)
	}
}

// CountsCosts reports whether values depend on the costs of a target.
func (s Spec) CountsCosts() bool { return find(s.Type).by == byCosts && s.options().Costs.IsZero() }

// Costed reports whether a target has the costs that the metric needs, if it needs any.
func (s Spec) Costed(t target.Target) bool {
	if find(s.Type).by != byCosts {
		return true
	}
	costs, err := s.CostsOf(t)
	return err == nil && costs != nil
}

// CountsTree reports whether values depend on the tree of a target's classes.
func (s Spec) CountsTree() bool { return find(s.Type).by == byTree }

// Placed reports whether a target has the tree of classes that the metric needs, if it needs one.
func (s Spec) Placed(t target.Target) bool { return !s.CountsTree() || t.Tree != nil }

// kind is the metric's type. One of a plugin has functions for the kind of target that
// it is for, which must not be called.
func (s Spec) kind() kind {
	p := s.Plugin
	if p == nil {
		return find(s.Type)
	}
	k := kind{name: s.Type, smaller: p.Smaller, probabilities: p.Probabilities}
	elsewhere := func(Input, options) []float64 { panic("metric: " + s.Name + " is a plugin's") }
	if p.Labels {
		k.labels = elsewhere
	} else {
		k.compute = elsewhere
	}
	return k
}

// Lacks is the first fact of rows that the metric needs and that those of a target have
// not, or "".
func (s Spec) Lacks(t target.Target) contract.RowFact {
	if s.Plugin == nil {
		return ""
	}
	return contract.Lacking(s.Plugin.Facts, t.Grouped, t.Weighted)
}

// BuiltIn reports whether a metric type is part of bench.
func BuiltIn(name string) bool { return find(name).name != "" }
