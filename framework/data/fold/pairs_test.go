package fold

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/test/realdata"
)

// evenness is how evenly folds divide labels and pairs of labels: mean distances of the
// odds in folds from those in all rows, and the numbers of folds and labels, or labels and
// pairs, without a row.
type evenness struct{ LD, LPD, FLZ, FLPZ float64 }

// evennessOf measures folds as Szymański & Kajdanowicz (2017) do.
func evennessOf(in data.Design, tests []int, folds int) (e evenness) {
	k := in.Target.K()
	pairs := 0.0
	size := make([]float64, folds)
	for _, f := range tests {
		size[f]++
	}
	for i := range k {
		for j := range i + 1 {
			total, held := 0.0, make([]float64, folds)
			for row, f := range tests {
				if y := in.Truth.Y.Dense(row, k); y[i]*y[j] != 0 {
					total++
					held[f]++
				}
			}
			if total == 0 {
				continue
			}
			distance, empty := 0.0, 0.0
			for f, n := range held {
				all := float64(len(tests))
				distance += math.Abs(n/(size[f]-n)-total/(all-total)) / float64(folds)
				if n == 0 {
					empty++
				}
			}
			e.FLPZ += empty
			if i == j {
				e.LD, e.FLZ = e.LD+distance/float64(k), e.FLZ+empty
				continue
			}
			pairs++
			e.LPD += distance
		}
	}
	e.LPD /= pairs
	return e
}

// The second order evens out pairs of labels, as scikit-multilearn's does, and better than
// the first; labels and sizes stay as even.
func TestSecondOrderEvensOutPairs(t *testing.T) {
	var peer struct {
		Rows           []string
		Folds          int
		Order1, Order2 evenness
		Example        struct {
			evenness
			Fold []int
		}
	}
	b, err := os.ReadFile("testdata/iterative_order2.json")
	if err == nil {
		err = json.Unmarshal(b, &peer)
	}
	if err != nil {
		t.Fatal(err)
	}
	in := labelSets(peer.Rows...)
	if got := evennessOf(in, peer.Example.Fold, peer.Folds); math.Abs(got.LD-peer.Example.LD) > 1e-12 ||
		math.Abs(got.LPD-peer.Example.LPD) > 1e-12 || got.FLZ != peer.Example.FLZ || got.FLPZ != peer.Example.FLPZ {
		t.Fatalf("the peer's folds are measured as %+v, by itself as %+v", got, peer.Example.evenness)
	}
	const seeds = 50
	mean := map[int]evenness{}
	for _, order := range []int{1, 2} {
		var sum evenness
		for seed := range seeds {
			r := mustMake(t, "iterative_stratification", config("folds", peer.Folds, "order", order), in, uint64(seed))[0]
			e := evennessOf(in, r.Test, r.Folds)
			sum = evenness{sum.LD + e.LD/seeds, sum.LPD + e.LPD/seeds, sum.FLZ + e.FLZ/seeds, sum.FLPZ + e.FLPZ/seeds}
			if sizes := r.TestRows(); slices.Max(sizes)-slices.Min(sizes) > 6 {
				t.Errorf("order %d, seed %d: folds of %v rows", order, seed, sizes)
			}
		}
		mean[order] = sum
	}
	t.Logf("order 1: %+v, peer %+v", mean[1], peer.Order1)
	t.Logf("order 2: %+v, peer %+v", mean[2], peer.Order2)
	if one, two := mean[1], mean[2]; two.LPD > 0.6*one.LPD || two.LPD > 1.05*peer.Order2.LPD ||
		two.FLPZ > one.FLPZ || two.FLPZ > 1.05*peer.Order2.FLPZ || two.LD > 1.05*peer.Order2.LD {
		t.Errorf("order 2: %+v, order 1 %+v, peer %+v", two, one, peer.Order2)
	}
}

// arffLabels reads the last k values of the rows of ARFF files, 0 or 1 each.
func arffLabels(t *testing.T, k int, paths ...string) data.Design {
	t.Helper()
	var rows []string
	for _, path := range paths {
		b, err := os.ReadFile(realdata.Path(t, path))
		if err != nil {
			t.Fatal(err)
		}
		_, values, _ := strings.Cut(strings.ToLower(string(b)), "@data")
		for line := range strings.Lines(values) {
			if fields := strings.Split(strings.TrimSpace(line), ","); len(fields) > k {
				rows = append(rows, strings.Join(fields[len(fields)-k:], ""))
			}
		}
	}
	return labelSets(rows...)
}

// On real data the second order parts pairs as evenly as scikit-multilearn's, or more so.
func TestSecondOrderOnRealLabels(t *testing.T) {
	type measured struct {
		Rows           int
		Order1, Order2 evenness
	}
	var peer struct {
		Folds           int
		Emotions, Scene measured
	}
	b, err := os.ReadFile("testdata/iterative_real.json")
	if err == nil {
		err = json.Unmarshal(b, &peer)
	}
	if err != nil {
		t.Fatal(err)
	}
	const k, seeds = 6, 10
	for name, test := range map[string]struct {
		in   data.Design
		peer measured
	}{
		"emotions": {arffLabels(t, k, "reference/ml_emotions/emotions.arff"), peer.Emotions},
		"scene":    {arffLabels(t, k, "reference/ml_scene/scene-train.arff", "reference/ml_scene/scene-test.arff"), peer.Scene},
	} {
		if rows := len(test.in.Truth.Class); rows != test.peer.Rows {
			t.Fatalf("%s has %d rows", name, rows)
		}
		mean := map[int]evenness{}
		smallest, largest := test.peer.Rows, 0
		for _, order := range []int{1, 2} {
			var sum evenness
			for seed := range seeds {
				r := mustMake(t, "iterative_stratification", config("folds", peer.Folds, "order", order), test.in, uint64(seed))[0]
				e := evennessOf(test.in, r.Test, r.Folds)
				sum = evenness{sum.LD + e.LD/seeds, sum.LPD + e.LPD/seeds, sum.FLZ + e.FLZ/seeds, sum.FLPZ + e.FLPZ/seeds}
				smallest, largest = min(smallest, slices.Min(r.TestRows())), max(largest, slices.Max(r.TestRows()))
			}
			mean[order] = sum
		}
		t.Logf("%s: order 1 %+v, peer %+v; order 2 %+v, peer %+v; folds of %d to %d rows", name, mean[1], test.peer.Order1, mean[2], test.peer.Order2, smallest, largest)
		if one, two, of := mean[1], mean[2], test.peer.Order2; two.LPD > 1.05*of.LPD || two.LD > 1.05*of.LD || two.FLPZ > 1.05*of.FLPZ || two.LPD > one.LPD {
			t.Errorf("%s: order 2 %+v, order 1 %+v, peer %+v", name, two, one, of)
		}
	}
}

// The two rows of each pair of labels are parted, the rarest pairs first.
func TestSecondOrderByHand(t *testing.T) {
	rows := [][]int{{0, 1}, {0, 1}, {1, 2}, {1, 2}, {0, 2}, {0, 2}, {0}, {0}}
	want := [][]int{{0, 1, 3}, {0, 1, 3}, {1, 2, 4}, {1, 2, 4}, {0, 2, 5}, {0, 2, 5}, {0}, {0}}
	paired := withPairs(rows, 3)
	if !slices.EqualFunc(paired, want, slices.Equal[[]int]) {
		t.Errorf("pairs are %v", paired)
	}
	tests := distribute(paired, []float64{0.5, 0.5}, nil)
	for pair := 0; pair < len(rows); pair += 2 {
		if tests[pair] == tests[pair+1] {
			t.Errorf("rows %d and %d of labels %v are in one half: %v", pair, pair+1, rows[pair], tests)
		}
	}
}

// Order 1 is what stands without an order, in the identity of cells too; classes have no
// pairs.
func TestOrderOfStratification(t *testing.T) {
	in := randomLabels(60, 5)
	plain := mustMake(t, "iterative_stratification", config("folds", 3), in, 4)[0]
	first := mustMake(t, "iterative_stratification", config("folds", 3, "order", 1), in, 4)[0]
	second := mustMake(t, "iterative_stratification", config("folds", 3, "order", 2), in, 4)[0]
	if !slices.Equal(plain.Test, first.Test) || slices.Equal(plain.Test, second.Test) {
		t.Errorf("%v\n%v\n%v", plain.Test, first.Test, second.Test)
	}
	one, two := OfOneRepeat(config("folds", 3.0, "order", 1)), OfOneRepeat(config("folds", 3.0, "order", 2))
	if string(one) != `{"folds":3}` || string(two) != `{"folds":3,"order":2}` {
		t.Errorf("%s, %s", one, two)
	}
	classes := labelled(9, 9, 9)
	a := mustMake(t, "iterative_stratification", config("folds", 3), classes, 4)[0]
	b := mustMake(t, "iterative_stratification", config("folds", 3, "order", 2), classes, 4)[0]
	if !slices.Equal(a.Test, b.Test) {
		t.Error("classes are divided in another way by order 2")
	}
}

// Pairs too many to deal are refused.
func TestTooManyPairs(t *testing.T) {
	all := strings.Repeat("1", 200)
	in := labelSets(slices.Repeat([]string{all}, 30)...)
	in.Truth.Class = make([]int, 60_000)
	in.Truth.Y = in.Truth.Y.And(target.Labels{Ends: make([]int, 60_000-30)})
	_, diags := Make("iterative_stratification", config("folds", 3, "order", 2), in, 1)
	if len(diags) != 1 || diags[0].Severity != contract.Error || diags[0].Detail !=
		"60000 rows have 19900 pairs of labels; to deal them takes too long. Write order = 1." {
		t.Errorf("%+v", diags)
	}
}
