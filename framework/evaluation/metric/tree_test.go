package metric

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
)

// hierarchyReference is what HiClass predicts and measures; see testdata/hierarchy.py.
type hierarchyReference struct {
	Sets map[string]struct {
		Ways    map[string][]string // from below the root to each class, then empty names
		Truth   string
		Methods map[string]struct {
			Predicted string
			Metrics   map[string]float64
		}
	}
}

// treeOf makes a tree of the ways to classes.
func treeOf(classes []string, ways map[string][]string) *target.Tree {
	var below func(prefix []string) target.Tree
	below = func(prefix []string) target.Tree {
		var t target.Tree
		var done []string
		for _, class := range classes {
			way := slices.DeleteFunc(slices.Clone(ways[class]), func(node string) bool { return node == "" })
			if len(way) <= len(prefix) || !slices.Equal(way[:len(prefix)], prefix) || slices.Contains(done, way[len(prefix)]) {
				continue
			}
			done = append(done, way[len(prefix)])
			if len(way) == len(prefix)+1 {
				t.Parts = append(t.Parts, target.Tree{Class: slices.Index(classes, class)})
			} else {
				t.Parts = append(t.Parts, below(way[:len(prefix)+1]))
			}
		}
		return t
	}
	tree := below(nil)
	return &tree
}

func TestHierarchicalMetricsAreThoseOfHiClass(t *testing.T) {
	b, err := os.ReadFile("testdata/hierarchy.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref hierarchyReference
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	specs := map[string]Spec{"up": with("lca_distance", nil), "path": with("lca_distance", map[string]any{"edges": "path"}),
		"wrong": with("lca_distance", map[string]any{"rows": "wrong"})}
	for _, name := range []string{"precision", "recall", "f1"} {
		specs[name+"_micro"] = with("hierarchical_"+name, map[string]any{"average": "micro"})
		specs[name+"_macro"] = with("hierarchical_"+name, map[string]any{"average": "samples"})
	}
	checked := 0
	for set, of := range ref.Sets {
		truth := strings.Fields(of.Truth)
		classes := slices.Compact(slices.Sorted(slices.Values(truth)))
		number := func(class string) int { return slices.Index(classes, class) }
		for method, m := range of.Methods {
			in := Input{Target: target.Target{Names: classes, Tree: treeOf(classes, of.Ways)},
				Truth:     target.Rows{Class: lists.Map(truth, number)},
				Predicted: target.Rows{Class: lists.Map(strings.Fields(m.Predicted), number)}}
			for name, want := range m.Metrics {
				checked++
				if got := specs[name].Compute(in)[0].Value; math.Abs(got-want) > 1e-12 {
					t.Errorf("%s, %s: %s is %v, HiClass has %v", set, method, name, got, want)
				}
			}
		}
	}
	if checked != 90 {
		t.Errorf("%d values", checked)
	}
}

// Values by hand for a tree with the classes a and b below the node x, and c below the root. The metrics have no
// value without a tree, and the severity has none without mistakes. In a flat tree they equal the accuracy.
func TestTreesOfMetrics(t *testing.T) {
	leaf := func(class int) target.Tree { return target.Tree{Class: class} }
	deep := &target.Tree{Parts: []target.Tree{{Parts: []target.Tree{leaf(0), leaf(1)}}, leaf(2)}}
	flat := &target.Tree{Parts: []target.Tree{leaf(0), leaf(1), leaf(2)}}
	in := Input{Target: target.Target{Names: []string{"a", "b", "c"}, Tree: deep},
		Truth: target.Rows{Class: []int{0, 0, 1, 2}}, Predicted: target.Rows{Class: []int{0, 1, 2, 2}}}
	check(t, "precision", in, with("hierarchical_precision", nil), 4./6)
	check(t, "recall", in, with("hierarchical_recall", nil), 4./7)
	check(t, "distance", in, with("lca_distance", nil), 3./4)
	check(t, "path", in, with("lca_distance", map[string]any{"edges": "path"}), 5./4)
	check(t, "severity", in, with("lca_distance", map[string]any{"rows": "wrong"}), 3./2)
	check(t, "of a and b", in, with("lca_distance", map[string]any{"classes": []string{"a", "b"}}), 1./2)
	in.Target.Tree = flat
	for _, name := range []string{"hierarchical_precision", "hierarchical_recall", "hierarchical_f1"} {
		check(t, name, in, with(name, nil), 1./2)
	}
	in.Target.Tree = nil
	if v := with("lca_distance", nil).Compute(in)[0]; v.Defined() || with("lca_distance", nil).Placed(in.Target) {
		t.Errorf("without a tree: %v", v)
	}
	in.Target.Tree, in.Predicted = deep, in.Truth
	if v := with("lca_distance", map[string]any{"rows": "wrong"}).Compute(in)[0]; v.Defined() {
		t.Errorf("without mistakes: %v", v)
	}
}
