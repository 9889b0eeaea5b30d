package multiclass

import (
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// thresholds is the attribute by which probabilities become predictions.
type thresholds struct {
	Thresholds map[string]float64 `json:"thresholds"`
}

func thresholdsParam() contract.Param {
	return contract.Param{
		Name: "thresholds", Type: "map(number)", Above: contract.Bound(0), Decoding: true,
		Doc: "A number above 0 for every class, for example { good = 0.2, bad = 0.8 }: the class with " +
			"the largest probability divided by its threshold is predicted, as by mlr3's set_threshold. " +
			"Scores and probabilities stay as they are. It needs a decoding that gives probabilities. " +
			"Default: the decoding predicts.",
	}
}

// check refuses thresholds that name no class.
func (t thresholds) check(ds *step.Diagnostics) {
	if t.Thresholds != nil && len(t.Thresholds) == 0 {
		ds.At("thresholds").Errorf("thresholds names no class",
			"Write a number for every class, for example thresholds = { good = 0.2, bad = 0.8 }.")
	}
}

// inOrder returns the thresholds in class order, nil if none are written.
func (t thresholds) inOrder(ds *step.Diagnostics, classes []string) decode.Thresholds {
	if t.Thresholds == nil {
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(t.Thresholds)) {
		if !slices.Contains(classes, name) {
			ds.At("thresholds", name).Errorf(fmt.Sprintf("the data have no class %q", name), "%s",
				step.Classes.Suggest(name, classes))
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
	if missing != nil && !ds.Failed() {
		ds.At("thresholds").Errorf("classes without a threshold",
			"The data have also: %s. Write a number for each; equal numbers change nothing among their classes.",
			wording.List(missing))
	}
	return ordered
}
