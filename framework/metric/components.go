package metric

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// The values of average: how a number per class becomes one.
const (
	macro    = "macro"    // the plain mean over the classes present in truth or predictions
	micro    = "micro"    // counts are pooled over classes first
	weighted = "weighted" // the mean over classes, weighted by their rows in truth
	none     = "none"     // no average: one value per class
)

// kind is one type of metric.
type kind struct {
	name          string
	doc           string
	averaged      bool // takes average
	probabilities bool // needs probabilities
	smaller       bool // smaller values are better
	// compute returns the value; for averaged metrics it is nil and perClass
	// is set.
	compute  func(in Input) float64
	perClass func(c counts) float64
}

func kinds() []kind {
	return []kind{
		{name: "accuracy", doc: "Share of rows predicted correctly.", compute: accuracy},
		{name: "error", doc: "Share of rows predicted wrongly, 1 − accuracy.", smaller: true,
			compute: func(in Input) float64 { return 1 - accuracy(in) }},
		{name: "balanced_accuracy", doc: "Mean recall over the classes present in truth.", compute: balancedAccuracy},
		{name: "precision", doc: "TP/(TP+FP), 0 for a class that is never predicted.", averaged: true, perClass: precision},
		{name: "recall", doc: "TP/(TP+FN), 0 for a class without rows.", averaged: true, perClass: recall},
		{name: "f1", doc: "2TP/(2TP+FP+FN), 0 for a class neither present nor predicted.", averaged: true, perClass: f1},
		{name: "mcc", doc: "Matthews correlation for K classes (Gorodkin 2004), 0 when truth or predictions are constant.", compute: mcc},
		{name: "log_loss", doc: "Mean of −ln p(true class); needs probabilities.", probabilities: true, smaller: true, compute: logLoss},
	}
}

// Components describes the metrics for the experiment file. The attribute name
// is common to all and not among the parameters.
func Components() []contract.Component {
	average := contract.Param{Name: "average", Type: "string", Default: macro, OneOf: []string{macro, micro, weighted, none},
		Doc: "How values per class become one: their mean, from pooled counts, their mean weighted by rows; none gives one value per class."}
	var list []contract.Component
	for _, k := range kinds() {
		c := contract.Component{Kind: contract.KindMetric, Name: k.name, Doc: k.doc,
			Capabilities: contract.Capabilities{Deterministic: true}}
		if k.averaged {
			c.Params = []contract.Param{average}
		}
		list = append(list, c)
	}
	return list
}

// Check reports whether the Spec is one that this package can compute: a known
// type with a readable configuration. Specs made from the schema always are;
// those read from stored results may not be.
func (s Spec) Check() error {
	k, ok := find(s.Type)
	if !ok {
		return fmt.Errorf("metric %q: unknown type %q", s.Name, s.Type)
	}
	average, err := s.average()
	if err != nil {
		return fmt.Errorf("metric %q: %w", s.Name, err)
	}
	if k.averaged {
		switch average {
		case macro, micro, weighted, none:
		default:
			return fmt.Errorf("metric %q: unknown average %q", s.Name, average)
		}
	}
	return nil
}

// NeedsProbabilities reports whether the metric is computed from class
// probabilities.
func (s Spec) NeedsProbabilities() bool {
	k, _ := find(s.Type)
	return k.probabilities
}

// SmallerIsBetter reports whether smaller values are better: true for error
// and log_loss.
func (s Spec) SmallerIsBetter() bool {
	k, _ := find(s.Type)
	return k.smaller
}

// average returns the average of the configuration, macro by default.
func (s Spec) average() (string, error) {
	options := struct {
		Average string `json:"average"`
	}{macro}
	err := s.Config.Decode(&options)
	return options.Average, err
}

func find(name string) (kind, bool) {
	for _, k := range kinds() {
		if k.name == name {
			return k, true
		}
	}
	return kind{}, false
}
