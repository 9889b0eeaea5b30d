package fold

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// labelSets returns an data.Design with the labels of each row as digits "010".
func labelSets(rows ...string) data.Design {
	in := data.Design{Target: target.Target{MultiLabel: true}, Truth: target.Rows{Class: make([]int, len(rows))}}
	for j := range rows[0] {
		in.Target.Names = append(in.Target.Names, string(rune('a'+j)))
	}
	for _, row := range rows {
		in.Truth.Y.AddDense(lists.Map([]byte(row), func(bit byte) int8 { return int8(bit - '0') }))
	}
	return in
}

// randomLabels returns rows with labels of which the j-th is in one row of j + 2.
func randomLabels(rows, labels int) data.Design {
	rng := rand.New(rand.NewPCG(1, 2))
	var sets []string
	for range rows {
		set := ""
		for j := range labels {
			set += fmt.Sprint(btoi(rng.IntN(j+2) == 0))
		}
		sets = append(sets, set)
	}
	return labelSets(sets...)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// TestDistributeByHand follows the algorithm of the paper without chance, in two
// parts that want 4 rows each, and 2, 1.5 and 0.5 of the labels.
func TestDistributeByHand(t *testing.T) {
	rows := [][]int{{0}, {0}, {0, 1}, {0}, {1}, {}, {1, 2}, {}}
	want := []int{
		0, // after rows 6, 2 and 4: label 0 wants 2 and 1 more
		1, // label 0 wants 1 and 1, all rows 1 and 3
		1, // after row 6: label 1 wants 0.5 and 1.5
		0, // label 0 wants 1 and 0
		0, // label 1 wants 0.5 and 0.5, all rows 3 and 3: the first
		1, // all rows want 0 and 2
		0, // the first: label 2 is the rarest, and its parts are alike
		1, // all rows want 0 and 1
	}
	if got := distribute(rows, []float64{0.5, 0.5}, nil); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// uneven is the mean distance, over folds and labels, of the tested rows with a
// label from an even share.
func uneven(r Repeat, in data.Design) float64 {
	c, sum := countLabels(r, in), 0.0
	for _, tested := range c.tested {
		for j, n := range tested {
			sum += math.Abs(float64(n) - float64(c.total[j])/float64(r.Folds))
		}
	}
	return sum / float64(r.Folds*len(in.Target.Names))
}

// TestIterativeShares wants the rows of each label, and all rows, about even over
// the folds: those of the rarest label exactly, and all much more than by chance.
func TestIterativeShares(t *testing.T) {
	in := randomLabels(1000, 12)
	for seed := range uint64(5) {
		repeats := mustMake(t, "iterative_stratification", config("folds", 10, "repeats", 2), in, seed)
		for _, r := range repeats {
			c := countLabels(r, in)
			for f, tested := range c.tested {
				for j, n := range tested {
					bound := 6.0
					if c.total[j] == slices.Min(c.total) {
						bound = 1
					}
					if even := float64(c.total[j]) / 10; math.Abs(float64(n)-even) >= bound {
						t.Errorf("fold %d tests %d rows of label %d, want %v", f, n, j, even)
					}
				}
				if c.rows[f] < 92 || c.rows[f] > 108 {
					t.Errorf("fold %d tests %d rows", f, c.rows[f])
				}
			}
		}
		chance := mustMake(t, "kfold", config("folds", 10), in, seed)[0]
		if even := uneven(repeats[0], in); even > uneven(chance, in)/3 {
			t.Errorf("off by %v rows, by chance %v", even, uneven(chance, in))
		}
		if reflect.DeepEqual(repeats[0], repeats[1]) {
			t.Error("both repeats are alike")
		}
		if again := mustMake(t, "iterative_stratification", config("folds", 10), in, seed); !reflect.DeepEqual(again[0],
			repeats[0]) {
			t.Error("more repeats change the first")
		}
	}
}

// The order of the labels does not matter.
func TestIterativePermutation(t *testing.T) {
	in := randomLabels(60, 9) // few rows, so that many labels are as rare as others
	k := len(in.Target.Names)
	other := in
	other.Truth.Y = target.Labels{}
	order := rand.New(rand.NewPCG(3, 4)).Perm(k)
	for row := range in.Truth.Class {
		other.Truth.Y.AddDense(lists.Pick(in.Truth.Y.Dense(row, k), order))
	}
	for seed := range uint64(20) {
		for _, method := range []string{"iterative_stratification", "holdout"} {
			cfg := config()
			if method != "holdout" {
				cfg = config("folds", 4)
			}
			a, b := mustMake(t, method, cfg, in, seed), mustMake(t, method, cfg, other, seed)
			if !reflect.DeepEqual(a, b) {
				t.Fatalf("%s of seed %d: other folds for labels in another order", method, seed)
			}
		}
	}
}

// Classes are labels of which a row has one.
func TestIterativeOfClasses(t *testing.T) {
	in := labelled(40, 20, 8)
	repeat := mustMake(t, "iterative_stratification", config("folds", 4), in, 1)[0]
	counts := make([][3]int, 4)
	for row, f := range repeat.Test {
		counts[f][in.Truth.Class[row]]++
	}
	for f, got := range counts {
		if got != [3]int{10, 5, 2} {
			t.Errorf("fold %d tests %v", f, got)
		}
	}
}

func TestMethodsOnLabels(t *testing.T) {
	in := randomLabels(100, 5)
	in.Truth.Class[7] = -1
	in.Part, in.GroupOf = make([]int8, 100), make([]int, 100)
	for row := range 100 {
		in.Part[row], in.GroupOf[row] = int8(btoi(row%5 == 0)), row/4
	}
	for _, m := range Components() {
		repeats, diags := Make(m.Name, contract.Config(`{}`), in, 3)
		if m.Name == "stratified_kfold" {
			if len(diags) != 1 || !strings.Contains(diags[0].Detail, `method = "iterative_stratification"`) ||
				!reflect.DeepEqual(diags[0].Path, []any{"method"}) {
				t.Errorf("%s: %v", m.Name, diags)
			}
			continue
		}
		if contract.FirstError(diags) != nil || len(repeats) == 0 {
			t.Errorf("%s: %v", m.Name, diags)
			continue
		}
		for row, f := range repeats[0].Test {
			if (f == Out) != (row == 7) || strings.Contains(m.Name, "group") && row != 7 && row != 4 &&
				f != repeats[0].Test[row/4*4] {
				t.Errorf("%s: row %d is in fold %d", m.Name, row, f)
			}
		}
		if m.Name == "holdout" || m.Name == "stratified_group_kfold" {
			c := countLabels(repeats[0], in)
			for f := range c.tested {
				for j, n := range c.tested[f] {
					share := map[string]float64{"holdout": 0.3, "stratified_group_kfold": 0.1}[m.Name]
					if even := share * float64(c.total[j]); math.Abs(float64(n)-even) > 3.5 {
						t.Errorf("%s: fold %d tests %d rows of label %d, want %v", m.Name, f, n, j, even)
					}
				}
			}
		}
	}
}

func TestLabelWarnings(t *testing.T) {
	in := labelSets("1100", "0100", "0110", "0110", "0110", "0010", "0000", "0000")
	in.FoldOf = []int{0, 0, 0, 0, 1, 1, 1, 1}
	_, diags := Make("predefined", contract.Config(`{}`), in, 1)
	want := []string{
		`labels that have no row in the training part of some fold: "a" (fold 0); nothing can be learnt of them there.`,
		`labels that are in every row of the training part of some fold: "b" (fold 1); nothing can be learnt of them there.`,
	}
	var got []string
	for _, d := range diags {
		got = append(got, d.Detail)
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	in.FoldOf = []int{0, 0, 0, 0, 0, 0, 1, 1}
	_, diags = Make("predefined", contract.Config(`{}`), in, 1)
	if len(diags) != 1 || !strings.Contains(diags[0].Detail, `"a" (fold 0), "b" (fold 0), "c" (fold 0);`) {
		t.Errorf("%v", diags)
	}
	all := labelSets("10", "10", "10", "01", "00", "11")
	all.FoldOf = []int{0, 0, 0, 1, 1, 1}
	_, diags = Make("predefined", contract.Config(`{}`), all, 1)
	if len(diags) != 2 || diags[1].Summary != "Label without negative training rows" ||
		!strings.Contains(diags[1].Detail, `"a" (fold 1)`) {
		t.Errorf("%v", diags)
	}
	few := labelSets("10", "10", "00", "01", "00", "00")
	_, diags = Make("iterative_stratification", config("folds", 3), few, 1)
	if len(diags) != 2 || !strings.Contains(diags[1].Detail, "they are not measured there") {
		t.Errorf("%v", diags)
	}
}

func TestInnerLabels(t *testing.T) {
	in := randomLabels(90, 4)
	in.Truth.Class[5] = -1
	k := len(in.Target.Names)
	y := in.Truth.Y.Table(k)
	for row := range 90 { // a label of one training row, and one that all but one have
		y[row*k+2], y[row*k+3] = int8(btoi(row == 11)), int8(btoi(row != 12))
	}
	outer := Repeat{Folds: 2, Test: make([]int, 90)}
	groups := make([]int, 90)
	for row := range 90 {
		outer.Test[row] = []int{1, 0, Never}[row%3]
		groups[row] = row / 2
	}
	outer.Test[5] = Out
	for _, outer.Group = range [][]int{nil, groups} {
		inner, err := innerOfLabels(y, k, in.Truth.Class, outer, 1, 3, 7)
		if err != nil || inner.Folds != 3 {
			t.Fatalf("%+v, %v", inner, err)
		}
		for row, f := range inner.Test {
			if out := row == 5 || outer.Test[row] == 1; out != (f == Out) {
				t.Errorf("row %d is in fold %d", row, f)
			}
		}
		if inner.Test[11] != Never {
			t.Errorf("the only row of a label is in fold %d", inner.Test[11])
		}
		for f := range inner.Folds {
			for j := range k {
				trains, outside := map[int8]bool{}, map[int8]bool{}
				for row, test := range inner.Test {
					if test == Out {
						continue
					}
					outside[y[row*k+j]] = true
					if test != f {
						trains[y[row*k+j]] = true
					}
				}
				if !reflect.DeepEqual(trains, outside) {
					t.Errorf("fold %d trains label %d on %v of %v", f, j, trains, outside)
				}
			}
		}
		again, _ := innerOfLabels(y, k, in.Truth.Class, outer, 1, 3, 7)
		other, _ := innerOfLabels(y, k, in.Truth.Class, outer, 1, 3, 8)
		if !reflect.DeepEqual(inner, again) || reflect.DeepEqual(inner, other) {
			t.Error("the parts depend on something else than the seed, or not on it")
		}
	}
	few := labelSets("10", "01")
	if inner, err := innerOfLabels(few.Truth.Y.Table(2), 2, few.Truth.Class, Repeat{Test: []int{1, 1}}, 0, 3, 1); err == nil {
		t.Errorf("%+v of single rows", inner)
	}
}

// Every inner training part keeps both values of every label, whatever the rows.
func TestInnerLabelsKeepsOutcomes(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for range 300 {
		const n, k = 12, 3
		y, test := make([]int8, n*k), make([]int, n)
		for i := range y {
			y[i] = int8(btoi((rng.IntN(4) == 0) == (i%k > 0))) // most rows have label 0, few the others
		}
		inner, err := innerOfLabels(y, k, make([]int, n), Repeat{Folds: 1, Test: slices.Repeat([]int{Never}, n)}, 0, 3,
			rng.Uint64())
		if err != nil {
			continue
		}
		for f := range inner.Folds {
			for j := range k {
				var all, trains [2]int
				for row := range test {
					all[y[row*k+j]]++
					if inner.Test[row] != f {
						trains[y[row*k+j]]++
					}
				}
				for bit := range 2 {
					if all[bit] > 0 && trains[bit] == 0 {
						t.Fatalf("fold %d of %v trains without outcome %d of label %d in %v", f, inner.Test, bit, j, y)
					}
				}
			}
		}
	}
}
