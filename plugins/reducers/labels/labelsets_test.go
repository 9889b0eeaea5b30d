package labels

import (
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// φ by hand: of 8 rows labels 0 and 1 have 4 and 4, together 3; 2 is always there; 3 is
// 0 turned around.
func TestCorrelated(t *testing.T) {
	y := []int8{
		1, 1, 1, 0,
		1, 1, 1, 0,
		1, 1, 1, 0,
		1, 0, 1, 0,
		0, 1, 1, 1,
		0, 0, 1, 1,
		0, 0, 1, 1,
		0, 0, 1, 1,
	}
	if got := phi(3, 4, 4, 8); got != 0.5 { // (24 − 16)/16
		t.Errorf("φ is %v", got)
	}
	if got, want := Correlated(y, 4, 0.5), [][]int{{0, 1, 3}, {0, 1, 3}, {2}, {0, 1, 3}}; !reflect.DeepEqual(got, want) {
		t.Errorf("at 0.5 %v", got)
	}
	if got, want := Correlated(y, 4, 0.51), [][]int{{0, 3}, {1}, {2}, {0, 3}}; !reflect.DeepEqual(got, want) {
		t.Errorf("above it %v", got)
	}
}

func TestChoose(t *testing.T) {
	for _, c := range [][4]int{{4, 2, 100, 6}, {7, 3, 100, 35}, {7, 7, 100, 1}, {1, 1, 9, 1}, {1000, 12, 10_000, 10_000}} {
		if got := Choose(c[0], c[1], c[2]); got != c[3] {
			t.Errorf("%d of %d: %d, want %d", c[1], c[0], got, c[3])
		}
	}
}

// Six labels, of which three times two have the same rows: three clusters of two are
// these pairs from whatever centres they start, and each row's problem is by hand.
func TestBalancedClusters(t *testing.T) {
	y := []int8{
		1, 0, 0, 0, 0, 1,
		1, 0, 0, 0, 0, 1,
		0, 1, 0, 1, 0, 0,
		0, 1, 0, 1, 0, 0,
		0, 0, 1, 0, 1, 0,
		0, 0, 1, 0, 0, 0,
		0, 0, 0, 0, 0, 0,
	}
	pairs := 0
	for seed := range uint64(30) {
		nodes := Hierarchy(rand.New(rand.NewPCG(seed, 0)), y, 6, 3, true)
		got := [][]int{nodes[0].Labels, nodes[1].Labels, nodes[2].Labels}
		slices.SortFunc(got, slices.Compare)
		if reflect.DeepEqual(got, [][]int{{0, 5}, {1, 3}, {2, 4}}) {
			pairs++
		}
		if len(nodes) != 9 || !slices.Equal(nodes[3].Labels, nodes[0].Labels[:1]) || nodes[3].Parent != 0 {
			t.Fatalf("nodes %+v", nodes)
		}
	}
	if pairs < 15 {
		t.Errorf("%d of 30 starts find the pairs", pairs)
	}
	nodes := []Node{{[]int{0, 5}, -1}, {[]int{2}, -1}, {[]int{0}, 0}, {[]int{5}, 0}}
	want := []float64{
		1, -1, 1, 1,
		1, -1, 1, 1,
		-1, -1, 0, 0,
		-1, -1, 0, 0,
		-1, 1, 0, 0,
		-1, 1, 0, 0,
		-1, -1, 0, 0,
	}
	if got := OfNodes(y, 6, nodes); !slices.Equal(got.Data, want) {
		t.Errorf("problems %v", got.Data)
	}
	scores := contract.Matrix{Rows: 2, Cols: 4, Data: []float64{2, -1, 3, -4, -1, 5, 7, 1}}
	said, err := Decide(scores, make([]float64, 4), contract.Margin)
	if err != nil {
		t.Fatal(err)
	}
	if got := Down(said, 6, nodes); !slices.Equal(got.Scores.Data, []float64{2, 0, -1, 0, 0, -4, -1, 0, 5, 0, 0, -1}) ||
		!slices.Equal(got.Predictions, []int{1, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0}) {
		t.Errorf("%+v", got)
	}
}

// By hand: three labels into two clusters of at most two. All are nearest to the first
// centre; the third comes last and is farthest, so it goes to the second.
func TestAFullClusterPutsOut(t *testing.T) {
	h := hierarchy{k: 4, clusters: 2, both: together([]int8{1, 1, 1, 0, 1, 1, 0, 0, 0, 0, 0, 1}, 4)}
	if got := h.assigned([]int{0, 1, 2}, [][]int{{0}, {3}}, 2); !reflect.DeepEqual(got, [][]int{{0, 1}, {2}}) {
		t.Errorf("clusters %v", got)
	}
	if got := h.distance(2, []int{0, 1}); got != 1 { // (1, 0, 0) from (1, 1, 0)
		t.Errorf("distance %v", got)
	}
}

// Clusters of any labels have each label once and are of about the same size.
func TestHierarchies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 60 {
		k, clusters, balanced := 1+rng.IntN(30), 2+rng.IntN(4), rng.IntN(2) == 0
		y, _ := draw(rng, 1+rng.IntN(20), k, false)
		nodes := Hierarchy(rand.New(rand.NewPCG(1, 2)), y, k, clusters, balanced)
		if again := Hierarchy(rand.New(rand.NewPCG(1, 2)), y, k, clusters, balanced); !reflect.DeepEqual(again, nodes) {
			t.Fatal("the same seed divides in another way")
		}
		if len(nodes) > 2*k {
			t.Fatalf("%d nodes for %d labels", len(nodes), k)
		}
		own := make([]int, k)
		for i, node := range nodes {
			if len(node.Labels) == 1 {
				own[node.Labels[0]]++
			}
			var below []int
			children, most := 0, 0
			for _, child := range nodes {
				if child.Parent == i {
					below = append(below, child.Labels...)
					children, most = children+1, max(most, len(child.Labels))
				}
			}
			slices.Sort(below)
			if len(node.Labels) > 1 && !slices.Equal(below, node.Labels) {
				t.Fatalf("node %v has the children %v", node, below)
			}
			if children > clusters || most > int(math.Ceil(float64(len(node.Labels))/float64(clusters))) {
				t.Fatalf("node %v has %d children of up to %d labels", node, children, most)
			}
		}
		if slices.ContainsFunc(own, func(n int) bool { return n != 1 }) {
			t.Fatalf("labels have so many nodes: %v", own)
		}
	}
}

func TestProportionalByHand(t *testing.T) {
	scores := contract.Matrix{Rows: 4, Cols: 2, Data: []float64{1, 4, 2, 3, 3, 2, 4, 1}}
	got := Proportional(scores, []int8{1, 0, 0, 0, 1, 0, 1, 0})
	if got[0] != 1.5 || got[1] < 4 {
		t.Errorf("thresholds %v", got)
	}
}
