package plan

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func namesOf(p *Plan, learners ...string) *Plan {
	for _, name := range learners {
		p.Cells = append(p.Cells, Cell{Combination: Combination{Dataset: "glass", Encoder: "e", Learner: name, Reduction: "ecoc"}})
	}
	return p
}

// Numbers have the fewest digits that distinguish variants, 3 at least; what is short is left
// as it is written.
func TestShortNames(t *testing.T) {
	for _, c := range []struct{ names, want []string }{
		{[]string{"svm[C=0.26826957952797246]", "svm[C=13.894954943731374]"}, []string{"svm[C=0.268]", "svm[C=13.9]"}},
		{[]string{"svm[C=0.26826957952797246]", "svm[C=0.26816957952797246]"}, []string{"svm[C=0.2683]", "svm[C=0.2682]"}},
		{[]string{"svm[C=0.1,tol=0.00001]", "svm[C=1,tol=0.00001]"}, nil},
		{[]string{"svm[seed=1234567]", "svm[seed=1234568]"}, nil},
		{[]string{"svm[C=1.0000000000000002]", "svm[C=1]"}, nil},
		{[]string{"tree[from=[0.123456,0.2],kind=0.5x]", "plain"}, nil},
		{[]string{"a[x=0.33333333333,w=two]", "b[x=0.33344444444]"}, []string{"a[x=0.333,w=two]", "b[x=0.333]"}},
	} {
		if c.want == nil {
			c.want = c.names
		}
		naming := namesOf(&Plan{}, c.names...).Naming()
		for i, name := range c.names {
			if got := naming.Of(contract.KindLearner, name); got != c.want[i] {
				t.Errorf("%s is read as %s, want %s", name, got, c.want[i])
			}
		}
	}
}

func TestLabelled(t *testing.T) {
	p := namesOf(&Plan{
		Datasets: []Dataset{{Name: "glass"}}, Weights: map[string][]float64{"glass": {1, 2}},
		Outputs: Outputs{Tables: []Table{{Baseline: "svm[C=1]/ecoc",
			Without: []Combination{{Dataset: "glass", Reduction: "ecoc"}}}}},
		Labels: map[contract.Kind]map[string]string{
			contract.KindDataset: {"glass": "Glass"}, contract.KindLearner: {"svm": "Linear SVM"},
			contract.KindReducer: {"ecoc": "ECOC, loss-based"}},
	}, "svm[C=1]", "svm[C=0.26826957952797246]", "lr")
	shown, _ := p.Labelled()
	var got []string
	for _, c := range shown.Cells {
		got = append(got, c.Combination.Name())
		if back := shown.NamedAs(c.Combination); !slices.ContainsFunc(p.Cells, func(o Cell) bool { return o.Combination == back }) {
			t.Errorf("%s is named %s", c.Combination.Name(), back.Name())
		}
	}
	if want := []string{"Glass/e/Linear SVM[C=1]/ECOC, loss-based", "Glass/e/Linear SVM[C=0.268]/ECOC, loss-based",
		"Glass/e/lr/ECOC, loss-based"}; !slices.Equal(got, want) {
		t.Errorf("cells %q, want %q", got, want)
	}
	if shown.Datasets[0].Name != "Glass" || shown.Weights["Glass"] == nil ||
		shown.Tables[0].Without[0] != (Combination{Dataset: "Glass", Reduction: "ECOC, loss-based"}) {
		t.Errorf("shown %+v", shown)
	}
	if p.Cells[0].Learner != "svm[C=1]" || p.Datasets[0].Name != "glass" || p.Tables[0].Without[0].Dataset != "glass" {
		t.Error("the plan itself was renamed")
	}
	if plain := namesOf(&Plan{}, "a", "b"); func() *Plan { q, _ := plain.Labelled(); return q }() != plain {
		t.Error("a plan without labels was copied")
	}
}

// Of two labels for a block in parts of an experiment the first is kept.
func TestLabelsMerge(t *testing.T) {
	part := func(learner, label string) *Plan {
		p := namesOf(&Plan{Provenance: Provenance{Identities: map[string]Identity{"i": {}}}}, learner)
		p.Cells[0].Key = learner
		p.Labels = map[contract.Kind]map[string]string{contract.KindLearner: {"a": label, learner: learner}}
		return p
	}
	m, err := Merge([]*Plan{part("x", "first"), part("y", "second")}, []string{"1", "2"})
	if err != nil {
		t.Fatal(err)
	}
	if l := m.Labels[contract.KindLearner]; l["a"] != "first" || l["x"] != "x" || l["y"] != "y" {
		t.Errorf("labels %v", l)
	}
}
