package plan

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/metric"
)

// half is a plan of one learner on a dataset, with two cells of 3 problems.
func half(learner string) *Plan {
	p := &Plan{
		Experiment: "e", Title: "t", Seed: 1, FitsRequested: 6, FitsDistinct: 4,
		Datasets: []Dataset{{Name: "d", SHA256: "file", Content: "data"}},
		Metrics:  []metric.Spec{{Name: "accuracy", Type: "accuracy"}},
		Tables:   []Table{{Name: "accuracy", Metric: "accuracy"}},
	}
	for fold := range 2 {
		p.Cells = append(p.Cells, Cell{Key: learner + string(rune('0'+fold)), Dataset: "d", Encoder: "x", Learner: learner, Reduction: "r", Fold: fold, Problems: 3})
	}
	return p
}

func TestMerge(t *testing.T) {
	a, b := half("a"), half("b")
	b.Datasets = append(b.Datasets, Dataset{Name: "more"})
	b.Datasets[0].SHA256 = "the same data in another file"
	b.Cells[1].Skipped = "why not"
	want := &Plan{
		Experiment: "e", Title: "t", Seed: 1, FitsRequested: 9,
		Datasets: []Dataset{a.Datasets[0], b.Datasets[1]}, Metrics: a.Metrics, Tables: a.Tables,
		Cells: []Cell{a.Cells[0], a.Cells[1], b.Cells[0], b.Cells[1]},
	}
	for _, plans := range [][]*Plan{{a, b}, {a, b, a}, {a, a, b, b}, {want, b, a}} { // the first names the file
		got, err := Merge(plans, []string{"A", "B", "C", "D"}[:len(plans)])
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d plans: %+v, %v", len(plans), got, err)
		}
	}
}

func TestMergeDisagreements(t *testing.T) {
	for want, change := range map[string]func(*Plan){
		`A holds experiment "e", B holds "f"`:               func(p *Plan) { p.Experiment = "f" },
		"A has the seed 1, B has 2":                         func(p *Plan) { p.Seed = 2 },
		"dataset d is not the same in A and B":              func(p *Plan) { p.Datasets[0].Content = "other" },
		"metric accuracy is not the same in A and B":        func(p *Plan) { p.Metrics[0].Config = []byte(`{"x":1}`) },
		"table accuracy is not the same in A and B":         func(p *Plan) { p.Tables[0].Baseline = "r" },
		"cell d/x/a/r repeat 0 fold 1 is not the same in A": func(p *Plan) { p.Cells[1].Key = "other" },
	} {
		a, b := half("a"), half("a")
		change(b)
		if _, err := Merge([]*Plan{a, b}, []string{"A", "B"}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
