package plan

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
)

// half is a plan of one learner on a dataset, with two cells of 3 problems.
func half(learner string) *Plan {
	p := &Plan{
		Experiment: "e", Title: "t", Seed: 1, Fits: Fits{FitsRequested: 6, FitsDistinct: 4},
		Datasets: []Dataset{{Name: "d", SHA256: "file", Content: "data"}},
		Metrics:  []metric.Spec{{Name: "accuracy", Type: "accuracy"}},
		Outputs: Outputs{
			Tables:      []Table{{Name: "accuracy", Metric: "accuracy"}},
			Comparisons: []Comparison{{Name: "which", Metric: "accuracy"}},
		},
	}
	parts := sample()
	parts.learner.Config = contract.Config(`{"name":"` + learner + `"}`)
	parts.into(p)
	for i := range p.Cells {
		p.Cells[i].Learner, p.Cells[i].Problems = learner, 3
	}
	return p
}

func TestMerge(t *testing.T) {
	a, b := half("a"), half("b")
	b.Datasets = append(b.Datasets, Dataset{Name: "more"})
	b.Datasets[0].SHA256 = "the same data in another file"
	b.Cells[1].Skipped = "why not"
	b.Weights = map[string][]float64{"more": {1, 2}}
	want := &Plan{
		Experiment: "e", Title: "t", Seed: 1, Fits: Fits{FitsRequested: 9},
		Datasets: []Dataset{a.Datasets[0], b.Datasets[1]}, Metrics: a.Metrics, Outputs: a.Outputs,
		Cells:      []Cell{a.Cells[0], a.Cells[1], b.Cells[0], b.Cells[1]},
		Provenance: Provenance{Identities: maps.Clone(a.Identities), Parts: maps.Clone(a.Parts)}, Weights: b.Weights,
	}
	maps.Copy(want.Identities, b.Identities)
	maps.Copy(want.Parts, b.Parts)
	for _, plans := range [][]*Plan{{a, b}, {a, b, a}, {a, a, b, b}, {want, b, a}} { // the first names the file
		got, err := Merge(plans, []string{"A", "B", "C", "D"}[:len(plans)])
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d plans: %+v, %v", len(plans), got, err)
		}
	}
}

// again is half of "a" with other parts.
func again(change func(*ingredients)) *Plan {
	p := half("a")
	parts := sample()
	parts.learner.Config = contract.Config(`{"name":"a"}`)
	change(&parts)
	p.Cells, p.Identities, p.Parts = nil, nil, nil
	parts.into(p)
	for i := range p.Cells {
		p.Cells[i].Learner, p.Cells[i].Problems = "a", 3
	}
	return p
}

func TestMergeDisagreements(t *testing.T) {
	earlier := half("a")
	earlier.Identities = nil
	for want, change := range map[string]func(*Plan){
		`A holds results of experiment "e", B of "f"`:       func(p *Plan) { p.Experiment = "f" },
		"the seed is not the same in A and B":               func(p *Plan) { p.Seed = 2 },
		"the description of dataset d is not the same in A": func(p *Plan) { p.Datasets[0].Rows = 7 },
		"metric accuracy is not the same in A and B":        func(p *Plan) { p.Metrics[0].Config = []byte(`{"x":1}`) },
		"table accuracy is not the same in A and B":         func(p *Plan) { p.Tables[0].Baseline = "r" },
		"comparison which is not the same in A and B":       func(p *Plan) { p.Comparisons[0].Control = "r" },
		"B was made by an earlier release":                  func(p *Plan) { *p = *earlier },
		"learner a is not the same in A and B: C unset → 2": func(p *Plan) {
			*p = *again(func(i *ingredients) { i.learner.Config = contract.Config(`{"C":2,"name":"a"}`) })
		},
		`learner a is not the same in A and B: calibrate unset → "sigmoid"`: func(p *Plan) {
			*p = *again(func(i *ingredients) { i.learner.Host = contract.Config(`{"calibrate":"sigmoid"}`) })
		},
		"reduction r is not the same in A and B: type ecoc → one_vs_one": func(p *Plan) {
			*p = *again(func(i *ingredients) { i.reduction.Type = "one_vs_one" })
		},
		"reduction r is not the same in A and B: learner: it is not used any more": func(p *Plan) {
			*p = *again(func(i *ingredients) { i.second = nil })
		},
		"dataset d is not the same in A and B: content d → e": func(p *Plan) {
			*p = *again(func(i *ingredients) { i.dataset.Content = "e" })
		},
		"the validation of dataset d is not the same in A and B: folds 5 → 6": func(p *Plan) {
			*p = *again(func(i *ingredients) { i.validation.Config = contract.Config(`{"folds":6}`) })
		},
		"cell d/e/a/r repeat 0 fold 0 is not the same in A and B: plugin plugin m: SHA-256 l → m": func(p *Plan) {
			*p = *again(func(i *ingredients) { i.learner.Plugin = origin("m") })
		},
		"cell d/e/a/r repeat 0 fold 0 is not the same in A and B: a metric on the training rows": func(p *Plan) {
			*p = *again(func(i *ingredients) { i.Train = true })
		},
	} {
		a, b := half("a"), half("a")
		change(b)
		if _, err := Merge([]*Plan{a, b}, []string{"A", "B"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// Other names of files, and plugins that computed other cells, are no obstacle.
func TestPartsOfTwoMachinesMerge(t *testing.T) {
	a, b := half("a"), again(func(i *ingredients) {
		i.dataset.Config = contract.Config(`{"file":"copy.csv"}`)
		i.learner.Plugin = origin("m")
	})
	b.Datasets[0].SHA256 = "file with a comment"
	for i := range b.Cells {
		b.Cells[i].Encoder = "another"
	}
	got, err := Merge([]*Plan{a, b}, []string{"A", "B"})
	if err != nil || len(got.Cells) != 4 || len(got.Datasets) != 1 || len(got.Plugins()) != 4 {
		t.Errorf("%+v, %v", got, err)
	}
}

// Parts know what a table leaves out of their own combinations: a merge leaves out both.
func TestMergeOfWhatTablesLeaveOut(t *testing.T) {
	a, b := half("a"), half("b")
	one, two := Combination{Dataset: "d1", Learner: "l"}, Combination{Dataset: "d2", Learner: "l"}
	a.Tables[0].Where, b.Tables[0].Where = "x", "x"
	a.Tables[0].Without, b.Tables[0].Without = []Combination{one}, []Combination{one, two}
	m, err := Merge([]*Plan{a, b}, []string{"A", "B"})
	if err != nil || len(m.Tables) != 1 || !slices.Equal(m.Tables[0].Without, []Combination{one, two}) {
		t.Errorf("%v, %+v", err, m)
	}
}
