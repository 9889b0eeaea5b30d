package folder

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
)

func piece(learner string) Experiment {
	block := func(name string) []Block {
		return []Block{{Name: name, Type: "type", Config: contract.Config(`{"x":1}`)}}
	}
	return Experiment{
		Name: "e", Seed: 1, Datasets: block("d"), Encoders: block("e"), Learners: block(learner), Reductions: block("r"),
		Validation: Block{Type: "kfold"}, Outputs: plan.Outputs{Tables: []plan.Table{{Name: "t"}}},
		Combinations: [][4]string{{"d", "e", learner, "r"}},
	}
}

func TestMerge(t *testing.T) {
	a, b := piece("a"), piece("b")
	want := piece("a")
	want.Learners = append(want.Learners, b.Learners...)
	want.Combinations = append(want.Combinations, b.Combinations...)
	b.Comparisons = []plan.Comparison{{Name: "which", Tests: []string{"sign"}}}
	want.Comparisons = b.Comparisons
	// What a manifest indents says the same.
	b.Reductions[0].Config = contract.Config("{\n  \"x\": 1\n}")
	got, err := mergeExperiments([]Experiment{a, b, a}, []string{"A", "B", "C"})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

// The manifest says as many repeats as the cells of all parts have.
func TestMergedRepeats(t *testing.T) {
	one, three := piece("a"), piece("a")
	one.Validation.Config, three.Validation.Config = contract.Config(`{"folds":2,"repeats":1}`), contract.Config(`{"folds":2,"repeats":3}`)
	for _, parts := range [][]Experiment{{one, three}, {three, one}, {one, three, one}} {
		got, err := mergeExperiments(parts, []string{"A", "B", "C"})
		if err != nil || string(got.Validation.Config) != string(three.Validation.Config) {
			t.Errorf("%s, %v", got.Validation.Config, err)
		}
	}
}

// So it does of a dataset that is divided in its own way.
func TestMergedOwnRepeats(t *testing.T) {
	own := func(config string) Experiment {
		e := piece("a")
		e.Datasets[0].Validation = &Block{Type: "kfold", Config: contract.Config(config)}
		return e
	}
	one, three := own(`{"folds":2,"repeats":1}`), own(`{"folds":2,"repeats":3}`)
	for _, parts := range [][]Experiment{{one, three}, {three, one}, {three, piece("b")}} {
		got, err := mergeExperiments(parts, []string{"A", "B"})
		if err != nil || string(got.Datasets[0].Validation.Config) != `{"folds":2,"repeats":3}` {
			t.Errorf("%+v, %v", got.Datasets[0].Validation, err)
		}
	}
	if string(one.Datasets[0].Validation.Config) != `{"folds":2,"repeats":1}` {
		t.Error("merging changed a part")
	}
}
