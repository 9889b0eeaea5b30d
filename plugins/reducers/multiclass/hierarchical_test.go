package multiclass

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

// living is a tree of a, b and c below a node with a name, d below one of a single part.
func living() contract.Reduction {
	leaf := func(class int) target.Tree { return target.Tree{Class: class} }
	r := reduction("a", "b", "c", "d")
	r.Tree = &target.Tree{Parts: []target.Tree{{Name: "x", Parts: []target.Tree{leaf(0), leaf(1), leaf(2)}},
		{Parts: []target.Tree{leaf(3)}}}}
	return r
}

func TestPolicies(t *testing.T) {
	for config, want := range map[string]contract.Dense{
		`"policy":"node"`:                      {{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {-1, 0, 0, 0}},
		`"policy":"node","negatives":"all"`:    {{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {-1, -1, -1, -1}},
		`"policy":"parent"`:                    {{1, 1, 1, 0}, {1, -1, 0, 1}, {1, 0, -1, -1}, {-1, 0, 0, 0}},
		`"policy":"level"`:                     {{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {-1, -1, -1, -1}},
		`"policy":"node","decoding":"hamming"`: {{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {-1, 0, 0, 0}},
	} {
		r := build(t, "hierarchical", `{"tree":"classes","decoding":"top_down",`+config+`}`)
		stage := mustPlan(t, r, living())
		if !reflect.DeepEqual(stage.Code(), want) {
			t.Errorf("%s: %v, want %v", config, stage.Code(), want)
		}
	}
	// The tree of the block itself; d is nearer to the root, and has no part in the second level.
	r := build(t, "hierarchical", `{"tree":{"x":["a","b","c"],"d":{}},"policy":"level","decoding":"top_down"}`)
	want := contract.Dense{{-1, 1, -1, -1}, {-1, -1, 1, -1}, {-1, -1, -1, 1}, {1, 0, 0, 0}}
	if stage := mustPlan(t, r, living()); !reflect.DeepEqual(stage.Code(), want) {
		t.Errorf("own tree: %v, want %v", stage.Code(), want)
	}
}

// The tree of a dataset takes a base where nodes have several parts, and loses those of one.
func TestDichotomiesOfTheDataset(t *testing.T) {
	config := func(base string) string {
		return `{"tree":"classes","ensemble":1,"draw":0,"decoding":"product"` + base + `}`
	}
	stage := mustPlan(t, build(t, "nested_dichotomies", config(`,"base":"one_vs_one"`)), living())
	if want := (contract.Dense{{1, 1, 1, 0}, {1, -1, 0, 1}, {1, 0, -1, -1}, {-1, 0, 0, 0}}); !reflect.DeepEqual(stage.Code(), want) {
		t.Errorf("%v, want %v", stage.Code(), want)
	}
	binary := living()
	binary.Tree.Parts[0].Parts = binary.Tree.Parts[0].Parts[:2]
	binary.Tree.Parts[1].Parts = append(binary.Tree.Parts[1].Parts, target.Tree{Class: 2})
	stage = mustPlan(t, build(t, "nested_dichotomies", config("")), binary)
	if want := (contract.Dense{{1, 1, 0}, {1, -1, 0}, {-1, 0, -1}, {-1, 0, 1}}); !reflect.DeepEqual(stage.Code(), want) {
		t.Errorf("%v, want %v", stage.Code(), want)
	}
	for name, refused := range map[string]struct {
		config string
		of     contract.Reduction
		want   string
	}{
		"wide":    {config(""), living(), `a node "x" of 3 parts`},
		"no tree": {config(""), reduction("a", "b"), "The dataset has none"},
	} {
		_, ds := build(t, "nested_dichotomies", refused.config).Plan(refused.of)
		if len(ds) != 1 || !strings.Contains(ds[0].Detail, refused.want) || !reflect.DeepEqual(ds[0].Path, []any{"tree"}) {
			t.Errorf("%s: %+v", name, ds)
		}
	}
}

func TestTreesAreChecked(t *testing.T) {
	for config, want := range map[string]string{
		`{"tree":"random","policy":"node","decoding":"top_down"}`:                           "error [tree]: no such tree",
		`{"tree":"classes","policy":"level","negatives":"all","decoding":"top_down"}`:       "warning [negatives]: negatives has no effect",
		`{"tree":"classes","policy":"parent","decoding":"top_down","thresholds":{"a":0.5}}`: "error [thresholds]: thresholds need probabilities",
	} {
		compare(t, show(component(t, "hierarchical").Check(contract.Config(config))), []string{want})
	}
	ensemble := `{"tree":"random_pair","ensemble":2,"draw":0,"decoding":"top_down"}`
	compare(t, show(component(t, "nested_dichotomies").Check(contract.Config(ensemble))),
		[]string{"error [decoding]: an ensemble has no single way down"})
	for config, uses := range map[string]bool{`{"tree":"classes"}`: true, `{"tree":["a","b"]}`: false} {
		for _, name := range []string{"hierarchical", "nested_dichotomies"} {
			if got := component(t, name).Under(contract.Config(config)).Has(contract.UsesTree); got != uses {
				t.Errorf("%s %s: uses the tree %v", name, config, got)
			}
		}
	}
}
