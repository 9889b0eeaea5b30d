package metric

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// ofSets are six rows of three classes with sets of 1, 2, 3, 0, 1 and 1 classes, of which the
// first three and the last have the true class.
func ofSets() Input {
	return Input{Target: target.Target{Names: named(3)}, Truth: target.Rows{Class: []int{0, 0, 1, 1, 1, 2}},
		Predicted: target.Rows{Class: []int{0, 0, 1, 1, 0, 2}}, Probabilities: make([]float64, 18),
		Sets: []bool{true, false, false, true, true, false, true, true, true, false, false, false, true, false, false,
			false, false, true}}
}

func TestSets(t *testing.T) {
	in := ofSets()
	average := func(v string) map[string]any { return map[string]any{"average": v} }
	check(t, "rows", in, with("set_size", nil), 8.0/6)
	check(t, "rows", in, with("set_coverage", nil), 4.0/6)
	check(t, "worst class", in, with("set_size", average(worstClass)), 3.0/2)
	check(t, "worst class", in, with("set_coverage", average(worstClass)), 1.0/3)
	for k, want := range []float64{1, 1.0 / 3, 1} {
		if got := with("set_coverage", average(none)).Compute(in)[k].Value; math.Abs(got-want) > 1e-12 {
			t.Errorf("coverage of class %d is %v, want %v", k, got, want)
		}
	}
	// Metrics of some classes count the columns of these classes only.
	check(t, "of two classes", in, with("set_size", map[string]any{"classes": []any{"c0", "c1"}}), (1+2+2+0+1)/5.0)
	in.Weights = []float64{1, 1, 1, 1, 1, 7}
	check(t, "weights", in, weighing("set_coverage", nil), 10.0/12)
	in.Weights, in.Truth.Class[5] = nil, 0
	check(t, "class without rows", in, with("set_coverage", average(worstClass)), 1.0/3)
	in.Sets = nil
	if v := with("set_size", nil).Compute(in); v[0].Defined() {
		t.Errorf("size %v without sets", v)
	}
	if in = ofSets().Row(1); len(in.Sets) != 3 || !in.covered(0) {
		t.Errorf("sets of a row: %v", in.Sets)
	}
}

// Of rows whose sets miss where the first class is improbable, the worst slab is there.
func TestSlabCoverage(t *testing.T) {
	in := Input{Target: target.Target{Names: named(2)}}
	for i := range 400 {
		p := float64(i) / 400
		in.Truth.Class, in.Predicted.Class = append(in.Truth.Class, 0), append(in.Predicted.Class, 0)
		in.Probabilities = append(in.Probabilities, p, 1-p)
		in.Sets = append(in.Sets, p >= 0.2 || i%2 == 0, false)
	}
	check(t, "all", in, with("set_coverage", nil), 0.9)
	got := with("set_coverage", map[string]any{"average": worstSlab}).Compute(in)[0].Value
	if math.Abs(got-0.5) > 0.06 {
		t.Errorf("coverage of the worst slab is %v, want about one half", got)
	}
}

// The decisions are those of the best of all sets of classes, which utility.py looks at.
func TestUtility(t *testing.T) {
	b, err := os.ReadFile("testdata/utility.json")
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		P      []float64
		Y      []int
		Values map[string]struct{ Utility, Size float64 }
	}
	if err := json.Unmarshal(b, &v); err != nil {
		t.Fatal(err)
	}
	if len(v.Values) != 5 {
		t.Fatalf("%d utilities", len(v.Values))
	}
	in := Input{Target: target.Target{Names: named(5)}, Truth: target.Rows{Class: v.Y}, Predicted: target.Rows{Class: v.Y},
		Probabilities: v.P}
	for name, want := range v.Values {
		kind, beta, has := strings.Cut(name, " ")
		options := map[string]any{"utility": kind}
		if has {
			options["beta"] = json.Number(beta)
		}
		check(t, name, in, with("set_utility", options), want.Utility)
	}
	if with("set_utility", map[string]any{"utility": "u70"}).Check() == nil {
		t.Error("a utility that there is not is accepted")
	}
}

// Two equally probable classes are worth 0.65 or 0.8 together, and half as much alone.
func TestUtilityOfTwo(t *testing.T) {
	in := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{0, 1}},
		Predicted: target.Rows{Class: []int{0, 0}}, Probabilities: []float64{0.5, 0.5, 1, 0}}
	check(t, "u65", in, with("set_utility", nil), 0.65/2)
	check(t, "u80", in, with("set_utility", map[string]any{"utility": "u80"}), 0.8/2)
	in.Predicted.Class = slices.Clone(in.Truth.Class)
	check(t, "precision", in, with("set_utility", map[string]any{"utility": "precision"}), 0)
}
