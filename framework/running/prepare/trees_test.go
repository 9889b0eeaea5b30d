package prepare

import (
	"testing"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/language/experiment"
)

// Of a file with mistakes, no learner is known, and what needs one is not checked.
func TestLacksWithoutLearners(t *testing.T) {
	d, r := &experiment.Instance{Name: "d"}, &experiment.Instance{Name: "r"}
	p := &Prepared{Experiment: &experiment.Experiment{Combinations: []experiment.Combination{{Dataset: d, Reduction: r,
		Encoder: &experiment.Instance{}}}}, Datasets: []*Dataset{{Instance: d, Table: &data.Table{}}}}
	for _, diags := range []int{len(checkLacks(p)), len(checkSets(p))} {
		if diags > 0 {
			t.Errorf("%d diagnostics", diags)
		}
	}
}
