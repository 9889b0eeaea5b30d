package metric

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
)

// rankings are the references that need scores or probabilities.
type rankings struct {
	Origin string
	Cases  []struct {
		Name     string
		Classes  int
		Truth    []int
		Values   [][]float64 // probabilities; class scores where there is no Brier
		OVR, OVO map[string]*float64
		None     []*float64
		Brier    *float64
		LogLoss  *float64           `json:"log_loss"`
		TopK     map[string]float64 `json:"top_k"`
	}
}

func TestRankings(t *testing.T) {
	b, err := os.ReadFile("testdata/ranking.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref rankings
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	for _, c := range ref.Cases {
		values := slices.Concat(c.Values...)
		in := Input{Target: target.Target{Names: named(c.Classes)}, Truth: target.Rows{Class: c.Truth},
			Predicted: target.Rows{Class: make([]int, len(c.Truth))}, Scores: values}
		if c.Brier != nil {
			in.Probabilities = values
			check(t, c.Name, in, with("brier", nil), *c.Brier)
			check(t, c.Name, in, with("log_loss", nil), *c.LogLoss)
		}
		for average, want := range c.OVR {
			check(t, c.Name, in, with("auc", map[string]any{"average": average}), number(want))
		}
		for average, want := range c.OVO {
			check(t, c.Name, in, with("auc", map[string]any{"mode": ovo, "average": average}), number(want))
		}
		if want := c.OVO[macro]; want != nil {
			check(t, c.Name, in, with("hand_till", nil), *want)
		}
		if c.None != nil {
			var want []float64
			for _, v := range c.None {
				want = append(want, number(v))
			}
			check(t, c.Name, in, with("auc", map[string]any{"average": none}), want...)
		}
		for k, want := range c.TopK {
			n, _ := strconv.Atoi(k)
			check(t, c.Name, in, with("top_k", map[string]any{"k": n}), want)
		}
		check(t, c.Name, in, with("top_k", map[string]any{"k": c.Classes}), 1)
	}
}

// check compares the values of a metric.
func check(t *testing.T, name string, in Input, s Spec, want ...float64) {
	t.Helper()
	got := s.Compute(in)
	if len(got) != len(want) {
		t.Fatalf("%s: %s %s: %d values, want %d", name, s.Name, s.Config, len(got), len(want))
	}
	for i := range got {
		if !near(got[i].Value, want[i]) {
			t.Errorf("%s: %s %s = %v, want %v", name, got[i].Name, s.Config, got[i].Value, want[i])
		}
	}
}

// The binary reference: its Brier score is half of the sum over both classes, its
// calibration error that of the second class's probability.
func TestBinaryReference(t *testing.T) {
	ref := load(t).Binary
	in := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: ref.Y},
		Predicted: target.Rows{Class: make([]int, len(ref.Y))}}
	right := make([]bool, len(ref.Y))
	for i, p := range ref.Score {
		in.Probabilities = append(in.Probabilities, 1-p, p)
		right[i] = ref.Y[i] == 1
	}
	check(t, "binary", in, with("brier", nil), 2*ref.Brier)
	check(t, "binary", in, with("log_loss", nil), ref.LogLoss)
	check(t, "binary", in, with("auc", nil), ref.AUC)
	check(t, "binary", in, with("auc", map[string]any{"average": none}), ref.AUC, ref.AUC)
	check(t, "binary", in, with("hand_till", nil), ref.AUC)
	if got := (Input{Truth: target.Rows{Class: ref.Y}}).calibrationError(ref.Score, right, lists.Range(len(right)), options{ofBins: ofBins{Bins: 10}}); !near(got, ref.ECE) {
		t.Errorf("calibration error %v, want %v", got, ref.ECE)
	}
}

func TestClippingReference(t *testing.T) {
	ref := load(t).Clipping
	in := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: ref.Y},
		Predicted: target.Rows{Class: make([]int, len(ref.Y))}}
	for _, p := range ref.P {
		in.Probabilities = append(in.Probabilities, 1-p, p)
	}
	check(t, "clipping", in, with("log_loss", nil), ref.Value)
}

// By hand: five rows whose largest probabilities are 0.55, 0.6, 0.6, 0.95 and 1,
// right except the first and the last; the bins from 0.5, 0.6 and 0.9 have the
// gaps 0.55, 0.8 and 0.95.
func TestECE(t *testing.T) {
	in := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{1, 0, 1, 0, 1}},
		Predicted:     target.Rows{Class: make([]int, 5)},
		Probabilities: []float64{0.55, 0.45, 0.6, 0.4, 0.4, 0.6, 0.95, 0.05, 1, 0}}
	check(t, "by hand", in, with("ece", nil), (0.55+0.8+0.95)/5)
	check(t, "by hand", in, with("ece", map[string]any{"bins": 1}), (0.55+0.6+0.6+0.95+1-3)/5)
	// The last three distinct probabilities make one pool: 3 of 4 rows are right.
	if got := in.CalibrationCurve(); !slices.Equal(got, [][2]float64{{0.55, 0}, {0.6, 0.75}, {1, 0.75}}) {
		t.Errorf("calibration curve %v", got)
	}
	two := Input{Truth: target.Rows{Class: []int{0, 1}}}
	if got := two.calibrationError([]float64{0.29, 0.28}, []bool{true, false}, []int{0, 1}, options{ofBins: ofBins{Bins: 100}}); !near(got, (0.71+0.28)/2) {
		t.Errorf("an edge does not belong to the bin above it: %v", got)
	}
}

// AUCs (1, 0.8, 0.6) of classes with 10, 20 and 70 rows: macro 0.8, weighted 0.68.
func TestAveragesOfAUC(t *testing.T) {
	ref := load(t).Averages
	in := Input{Target: target.Target{Names: named(3)}}
	for k, n := range ref.Weights {
		in.Truth.Class = append(in.Truth.Class, slices.Repeat([]int{k}, int(n))...)
	}
	in.Predicted.Class = make([]int, len(in.Truth.Class))
	in.Scores = make([]float64, 3*len(in.Truth.Class))
	for k, share := range ref.OVR {
		below := int(math.Round(share * (100 - ref.Weights[k]))) // of the rows of other classes
		for i, truth := range in.Truth.Class {
			switch {
			case truth == k:
				in.Scores[3*i+k] = 1
			case below > 0:
				below--
			default:
				in.Scores[3*i+k] = 2
			}
		}
	}
	check(t, "averages", in, with("auc", map[string]any{"average": none}), ref.OVR...)
	check(t, "averages", in, with("auc", nil), ref.Macro)
	check(t, "averages", in, with("auc", map[string]any{"average": weighted}), ref.Weighted)
}

func TestRankingUndefined(t *testing.T) {
	nan := math.NaN()
	one := Input{Target: target.Target{Names: named(3)}, Truth: target.Rows{Class: []int{1, 1}},
		Predicted: target.Rows{Class: []int{1, 1}}, Scores: []float64{1, 2, 3, 3, 2, 1}}
	check(t, "one class", one, with("auc", nil), nan)
	check(t, "one class", one, with("auc", map[string]any{"average": weighted}), nan)
	check(t, "one class", one, with("auc", map[string]any{"average": none}), nan, nan, nan)
	check(t, "one class", one, with("auc", map[string]any{"mode": ovo}), nan)
	check(t, "one class", one, with("hand_till", nil), nan)
	two := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{0, 1}},
		Predicted: target.Rows{Class: []int{0, 1}}}
	for _, kind := range []string{"auc", "hand_till", "top_k", "brier", "ece"} {
		check(t, "neither scores nor probabilities", two, with(kind, nil), nan)
	}
	check(t, "neither", two, with("auc", map[string]any{"average": none}), nan, nan)
	two.Scores = []float64{5, 5, 5, 5}
	check(t, "constant scores", two, with("auc", nil), 0.5)
	check(t, "constant scores", two, with("hand_till", nil), 0.5)
	two.Scores = []float64{nan, nan, nan, 1}
	if v := with("auc", nil).Compute(two); len(v) != 1 {
		t.Errorf("scores that are not numbers: %v", v)
	}
}

// Naming the classes in another order permutes the values of the classes and
// leaves those of the whole, except what depends on the order: weighted kappa
// and ties in top_k.
func TestPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 7))
	in := Input{Target: target.Target{Names: []string{"a", "b", "c", "d"}}}
	for range 60 {
		in.Truth.Class = append(in.Truth.Class, rng.IntN(4))
		in.Predicted.Class = append(in.Predicted.Class, rng.IntN(4))
		for range 4 {
			in.Probabilities = append(in.Probabilities, rng.Float64())
		}
	}
	to := []int{2, 0, 3, 1} // new number of each class
	other := Input{Target: target.Target{Names: make([]string, 4)}, Probabilities: make([]float64, len(in.Probabilities))}
	for i := range in.Truth.Class {
		other.Truth.Class = append(other.Truth.Class, to[in.Truth.Class[i]])
		other.Predicted.Class = append(other.Predicted.Class, to[in.Predicted.Class[i]])
		normalise(in.row(in.Probabilities, i))
		for k, p := range in.row(in.Probabilities, i) {
			other.Probabilities[4*i+to[k]] = p
		}
	}
	for k, name := range in.Target.Names {
		other.Target.Names[to[k]] = name
	}
	for _, c := range Components() {
		for _, average := range []string{macro, weighted, none} {
			s := with(c.Name, map[string]any{"average": average})
			want := map[string]float64{}
			for _, v := range s.Compute(in) {
				want[v.Name] = v.Value
			}
			for _, v := range s.Compute(other) {
				if !near(v.Value, want[v.Name]) {
					t.Errorf("%s with average %s is %v, in the other order %v", v.Name, average, want[v.Name], v.Value)
				}
			}
		}
	}
}

// The AUC ranks by probabilities, top_k by class scores, and each by the other
// where there is only that.
func TestWhatRanks(t *testing.T) {
	scores, probabilities := []float64{1, 0, 0, 1}, []float64{0.1, 0.9, 0.9, 0.1}
	first := map[string]any{"k": 1}
	for _, c := range []struct {
		scores, probabilities []float64
		auc, top              float64
	}{{scores, probabilities, 0, 1}, {scores, nil, 1, 1}, {nil, probabilities, 0, 0}} {
		in := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{0, 1}},
			Predicted: target.Rows{Class: []int{0, 1}}, Scores: c.scores, Probabilities: c.probabilities}
		check(t, "ranks", in, with("auc", nil), c.auc)
		check(t, "ranks", in, with("hand_till", nil), c.auc)
		check(t, "ranks", in, with("auc", map[string]any{"average": micro}), c.auc)
		check(t, "ranks", in, with("top_k", first), c.top)
	}
}
