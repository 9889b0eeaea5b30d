package planned

import (
	"bytes"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/prepare"
)

// A learner for which a fold has more rows than it shares work for is named once a
// dataset.
func TestPrintSlower(t *testing.T) {
	learner := func(name string, rows int) *experiment.Instance {
		return &experiment.Instance{Name: name, Capabilities: contract.Capabilities{SharedRows: rows}}
	}
	d, other := &experiment.Instance{Name: "d"}, &experiment.Instance{Name: "other"}
	p := &prepare.Prepared{
		Datasets: []*prepare.Dataset{
			{Instance: other, Repeats: []fold.Repeat{{Folds: 1, Test: []int{0, fold.Never}}}},
			{Instance: d, Repeats: []fold.Repeat{{Folds: 2, Test: []int{0, 0, 1, fold.Never, fold.Out}}}},
		},
		Experiment: &experiment.Experiment{Combinations: []experiment.Combination{
			{Dataset: d, Learner: learner("slow", 2)}, {Dataset: d, Learner: learner("slow", 2)},
			{Dataset: d, Learner: learner("fits", 3)}, {Dataset: d, Learner: learner("none", 0)},
			{Dataset: other, Learner: learner("slow", 2)},
		}},
	}
	var out bytes.Buffer
	printSlower(&out, p)
	want := "slower: slow shares work among the problems of a fold for up to 2 training rows, and d has 3\n"
	if out.String() != want {
		t.Errorf("got %q, want %q", out.String(), want)
	}
}
