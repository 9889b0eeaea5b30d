package decode

import (
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/codes"
)

// ofHierarchy is the rule and the code of a tree of the classes 0 … k−1.
func ofHierarchy(t *testing.T, written any, classes []string, local codes.Local) (Rule, contract.Code) {
	t.Helper()
	h, err := codes.ParseHierarchy(written, classes)
	if err != nil {
		t.Fatal(err)
	}
	code, splits := codes.LocalCode(h, len(classes), local)
	r := Rule{Method: Product}
	for _, s := range splits {
		r.Nodes = append(r.Nodes, Node(s))
	}
	return r, code
}

// By hand: of the three parts {a, d}, c and b the models say σ = ½, ¼ and ¼, which are
// 1/2, 1/4 and 1/4 of their sum, and of a against d 3/4.
func TestProductOverSeveralParts(t *testing.T) {
	r, code := ofHierarchy(t, []any{[]any{"a", "d"}, "c", "b"}, []string{"a", "b", "c", "d"}, codes.Siblings)
	third := -math.Log(3) // of σ = ¼
	d, err := r.Decode(code, contract.Matrix{Rows: 1, Cols: 4, Data: []float64{0, third, third, -third}}, contract.LogOdds)
	if err != nil {
		t.Fatal(err)
	}
	for k, want := range []float64{3. / 8, 1. / 4, 1. / 4, 1. / 8} {
		if off := d.Probabilities.Data[k] - want; math.Abs(off) > 1e-12 || math.Abs(d.Scores.Data[k]-math.Log(want)) > 1e-12 {
			t.Errorf("class %d has %v and the score %v, want %v", k, d.Probabilities.Data[k], d.Scores.Data[k], want)
		}
	}
}

// A tree of one node is the reduction that solves it, and one of nodes of two parts a
// nested dichotomy.
func TestProductOfOneNode(t *testing.T) {
	flat, classes := []any{"a", "b", "c", "d"}, []string{"a", "b", "c", "d"}
	for local, rule := range map[codes.Local]Rule{codes.Siblings: {Method: MaxScore}, codes.Pairs: {Method: Coupling}} {
		r, code := ofHierarchy(t, flat, classes, local)
		scores := newMatrix(3, code.Columns())
		for i := range scores.Data {
			scores.Data[i] = math.Sin(float64(7 * i))
		}
		got, err := r.Decode(code, scores, contract.LogOdds)
		if err != nil {
			t.Fatal(err)
		}
		want, err := rule.Decode(code, scores, contract.LogOdds)
		if err != nil || !slices.Equal(got.Predictions, want.Predictions) {
			t.Fatalf("%s: %v, want %v; %v", local, got.Predictions, want.Predictions, err)
		}
		for i, p := range want.Probabilities.Data {
			if math.Abs(got.Probabilities.Data[i]-p) > 1e-12 {
				t.Errorf("%s: probability %d is %v, want %v", local, i, got.Probabilities.Data[i], p)
			}
		}
	}
	r, code := ofHierarchy(t, []any{[]any{"a", "c"}, []any{"b", "d"}}, classes, codes.Pairs)
	scores := contract.Matrix{Rows: 2, Cols: 3, Data: []float64{1, -2, 3, -900, 800, 2}}
	got, err := r.Decode(code, scores, contract.LogOdds)
	want, also := Rule{Method: Product}.Decode(code, scores, contract.LogOdds)
	if err != nil || also != nil || !slices.Equal(got.Scores.Data, want.Scores.Data) {
		t.Errorf("%v, want %v; %v, %v", got.Scores.Data, want.Scores.Data, err, also)
	}
}

// Nodes come back from a state, which is outside text.
func TestNodesAreChecked(t *testing.T) {
	r, code := ofHierarchy(t, []any{[]any{"a", "d"}, "c", "b"}, []string{"a", "b", "c", "d"}, codes.Siblings)
	root, below := r.Nodes[0], r.Nodes[1]
	parts := func(parts ...[]int) Node { return Node{Parts: parts, Columns: root.Columns} }
	for name, nodes := range map[string][]Node{
		"no root": {below}, "half": {root}, "twice": {root, below, below},
		"one part":      {parts([]int{0, 1, 2, 3}), below},
		"no class":      {parts([]int{0, 3}, []int{2}, nil), below},
		"class twice":   {parts([]int{0, 3}, []int{2}, []int{0}), below},
		"no such class": {parts([]int{0, 3}, []int{2}, []int{4}), below},
		"other parts":   {parts([]int{0, 1}, []int{2}, []int{3}), below},
		"few columns":   {{Parts: root.Parts, Columns: []int{0, 1}}, below},
		"no column":     {{Parts: root.Parts, Columns: []int{0, 1, 9}}, below},
		"wide column":   {root, {Parts: below.Parts, Columns: []int{0}}},
		"both":          {{Parts: root.Parts, Columns: root.Columns, Pairs: true, Wide: true}, below},
		"wide of one":   {root, {Parts: below.Parts, Columns: below.Columns, Wide: true}},
		"other +1":      {root, {Parts: below.Parts, Columns: []int{1, 2}, Wide: true}},
		"same column":   {{Parts: root.Parts, Columns: []int{0, 0, 0}}, below},
	} {
		if err := (Rule{Method: Product, Nodes: nodes}).Fits(code); err == nil {
			t.Errorf("%s: %+v fit", name, nodes)
		}
	}
}
