package reducer

import (
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// thresholds is the attribute by which probabilities become predictions.
type thresholds struct {
	Thresholds map[string]float64 `json:"thresholds"`
}

func thresholdsParam() contract.Param {
	return contract.Param{
		Name: "thresholds", Type: "map(number)", Above: contract.Bound(0), Decoding: true,
		Doc: "A number above 0 for every class, for example { good = 0.2, bad = 0.8 }: predicted is the class with " +
			"the largest probability divided by its threshold, as by mlr3's set_threshold. Scores and probabilities stay as they are. " +
			"It needs a decoding that gives probabilities; if not written, the decoding predicts.",
	}
}

// Check refuses thresholds of no class.
func (t thresholds) Check() []contract.Diagnostic {
	if t.Thresholds == nil || len(t.Thresholds) > 0 {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"thresholds"}, "thresholds names no class",
		"Write a number for every class, for example thresholds = { good = 0.2, bad = 0.8 }.")}
}

// inOrder returns the thresholds in class order, nil if none are written.
func (t thresholds) inOrder(classes []string) (decode.Thresholds, []contract.Diagnostic) {
	if t.Thresholds == nil {
		return nil, nil
	}
	var ds []contract.Diagnostic
	for _, name := range slices.Sorted(maps.Keys(t.Thresholds)) {
		if !slices.Contains(classes, name) {
			ds = append(ds, contract.Errorf([]any{"thresholds", name}, fmt.Sprintf("the data have no class %q", name), "%s",
				classWords.suggest(name, classes)))
		}
	}
	var ordered decode.Thresholds
	var missing []string
	for _, name := range classes {
		value, ok := t.Thresholds[name]
		if !ok {
			missing = append(missing, name)
		}
		ordered = append(ordered, value)
	}
	if ds == nil && missing != nil {
		ds = append(ds, contract.Errorf([]any{"thresholds"}, "classes without a threshold",
			"The data have also: %s. Write a number for each; equal numbers change nothing among their classes.",
			wording.List(missing)))
	}
	return ordered, ds
}

// of returns the decoder with its defaults filled in and its thresholds in class order.
func (d decoding) of(r contract.Reduction) (decode.Rule, []contract.Diagnostic) {
	rule := d.rule()
	ordered, ds := d.inOrder(r.Classes)
	rule.Thresholds = ordered
	return rule, ds
}
