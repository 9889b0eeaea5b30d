package prepare

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
)

func piece(learner string) Resolved {
	block := func(name string) []ResolvedBlock {
		return []ResolvedBlock{{Name: name, Type: "type", Config: contract.Config(`{"x":1}`)}}
	}
	return Resolved{
		Name: "e", Seed: 1, Datasets: block("d"), Encoders: block("e"), Learners: block(learner), Reductions: block("r"),
		Validation: ResolvedBlock{Type: "kfold"}, Tables: []plan.Table{{Name: "t"}},
		Combinations: [][4]string{{"d", "e", learner, "r"}},
	}
}

func TestMerge(t *testing.T) {
	a, b := piece("a"), piece("b")
	want := piece("a")
	want.Learners = append(want.Learners, b.Learners...)
	want.Combinations = append(want.Combinations, b.Combinations...)
	// What a manifest indents says the same.
	b.Reductions[0].Config = contract.Config("{\n  \"x\": 1\n}")
	got, err := Merge([]Resolved{a, b, a}, []string{"A", "B", "C"})
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestMergeDisagreements(t *testing.T) {
	for want, change := range map[string]func(*Resolved){
		"the seed is not":             func(r *Resolved) { r.Seed = 2 },
		"the validation block is not": func(r *Resolved) { r.Validation.Config = contract.Config(`{"folds":2}`) },
		"learner a is not":            func(r *Resolved) { r.Learners[0].Config = contract.Config(`{"x":2}`) },
		"reduction r is not":          func(r *Resolved) { r.Reductions[0].Type = "other" },
		"table t is not":              func(r *Resolved) { r.Tables[0].Metric = "m" },
	} {
		a, b := piece("a"), piece("a")
		change(&b)
		if _, err := Merge([]Resolved{a, b}, []string{"A", "B"}); err == nil || !strings.Contains(err.Error(), want+" the same in A and B") {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
