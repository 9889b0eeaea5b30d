package encode

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/data"
)

// counterVectors is testdata/counters.json.
type counterVectors struct {
	Col        []string
	Y          []int
	Fold       []int32
	Counts     map[string]float64
	Sums       map[string]float64
	Mean       map[string]float64
	M1         map[string]float64 `json:"m_estimate_m1"`
	M5         map[string]float64 `json:"m_estimate_m5"`
	M20        map[string]float64 `json:"m_estimate_m20"`
	LeaveOut   []float64          `json:"leave_one_out"`
	OutMean    []float64          `json:"out_of_fold_mean_fallback_train_prior"`
	OutM5      []float64          `json:"out_of_fold_m5_train_prior"`
	OutCounts  [][]float64        `json:"out_of_fold_counts"` // rows, of class 1, of class 0
	Multiclass struct {
		Y  []int
		M1 map[string][]float64 `json:"m_estimate_m1"`
	}
	Trap struct {
		Col []string
		Loo []float64
	} `json:"trap_leak_corr"`
	Rare struct {
		Columns []string
		Rows    [][]float64 `json:"rows_c_d_zzz"`
	} `json:"one_hot_min_frequency3"`
}

func readCounters(t *testing.T) (v counterVectors, all *data.Table) {
	t.Helper()
	readJSON(t, "testdata/counters.json", &v)
	all = table(categorical("col", v.Col...))
	all.Truth.Class, all.Target.Names = v.Y, []string{"0", "1"}
	return v, all
}

// column picks one feature by its name.
func column(t *testing.T, f *Fitted, x []float64, name string) []float64 {
	t.Helper()
	for j, c := range f.Columns {
		if c.Name == name {
			var out []float64
			for at := j; at < len(x); at += len(f.Columns) {
				out = append(out, x[at])
			}
			return out
		}
	}
	t.Fatalf("no feature %q among %+v", name, f.Columns)
	return nil
}

func fillTraining(t *testing.T, f *Fitted, all *data.Table, rows []int) []float64 {
	t.Helper()
	out := make([]float64, len(rows)*len(f.Columns))
	if err := f.Training().Fill(all, rows, out); err != nil {
		t.Fatal(err)
	}
	return out
}

func near(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= 1e-12) {
			t.Errorf("%s, %d: %v, want %v", what, i, got[i], want[i])
		}
	}
}

// inFolds fits counters over folds that are given.
func inFolds(t *testing.T, config map[string]any, all *data.Table, train []int, folds []int32, n int) *Fitted {
	t.Helper()
	e := newEncoder(t, "target", config).(*encoder).settings.(*counting)
	b := &builder{Fitted: &Fitted{}, table: all, rows: train}
	held := b.newHeldOut(holding{InSample: true})
	held.divide(b, folds, n)
	for i := range all.Columns {
		e.add(b, newVariable(all, i), held)
	}
	b.finish()
	return b.Fitted
}

func TestCountersOfAllTrainingRows(t *testing.T) {
	v, all := readCounters(t)
	rows := upTo(all.Rows)
	for weight, want := range map[float64]map[string]float64{0: v.Mean, 1: v.M1, 5: v.M5, 20: v.M20} {
		f := fit(t, newEncoder(t, "target", map[string]any{"prior_weight": weight}), all, rows)
		got := column(t, f, fill(t, f, all, rows), "col~1")
		for i, level := range v.Col {
			near(t, level, got[i:i+1], []float64{want[level]})
		}
	}
	multi := table(categorical("col", v.Col...))
	multi.Truth.Class, multi.Target.Names = v.Multiclass.Y, []string{"0", "1", "2"}
	third := 1.0 / 3
	f := fit(t, newEncoder(t, "target", map[string]any{"prior": map[string]any{"0": third, "1": third, "2": third}}),
		multi, rows)
	for i, level := range v.Col {
		near(t, level, fill(t, f, multi, []int{i}), v.Multiclass.M1[level])
	}
	f = fit(t, newEncoder(t, "target", map[string]any{"counts": true}), all, rows)
	x := fill(t, f, all, rows)
	for i, level := range v.Col {
		n, s := v.Counts[level], v.Sums[level]
		near(t, level, x[i*5:i*5+5], []float64{(n - s + 1) / (n + 2), (s + 1) / (n + 2), n, n - s, s})
	}
}

func TestLeaveOneOut(t *testing.T) {
	v, all := readCounters(t)
	rows := upTo(all.Rows)
	config := map[string]any{"leave_one_out": true, "prior": 0}
	f := fit(t, newEncoder(t, "target", config), all, rows)
	got := column(t, f, fillTraining(t, f, all, rows), "col~1")
	// The vectors give the only "d" the mean of all rows, itself included.
	// Nothing of a row may come from its class: here it is that of the others.
	v.LeaveOut[9] = 6. / 11
	near(t, "leave one out", got, v.LeaveOut)
	constant := table(categorical("col", v.Trap.Col...))
	constant.Truth.Class, constant.Target.Names = all.Truth.Class, all.Target.Names
	f = fit(t, newEncoder(t, "target", config), constant, rows)
	near(t, "constant column", column(t, f, fillTraining(t, f, constant, rows), "col~1"), v.Trap.Loo)
}

func TestOutOfFold(t *testing.T) {
	v, all := readCounters(t)
	rows := upTo(all.Rows)
	for weight, want := range map[float64][]float64{0: v.OutMean, 5: v.OutM5} {
		f := inFolds(t, map[string]any{"prior_weight": weight}, all, rows, v.Fold, 3)
		near(t, "out of fold", column(t, f, fillTraining(t, f, all, rows), "col~1"), want)
	}
	if len(v.OutCounts) != len(rows) {
		t.Fatalf("%d rows of counts", len(v.OutCounts))
	}
	for _, log1p := range []bool{false, true} {
		f := inFolds(t, map[string]any{"counts": true, "log1p": log1p}, all, rows, v.Fold, 3)
		x := fillTraining(t, f, all, rows)
		for i, want := range v.OutCounts {
			n, n1, n0 := want[0], want[1], want[2]
			want := []float64{(n0 + 1) / (n + 2), (n1 + 1) / (n + 2), n, n0, n1}
			for j := 2; log1p && j < 5; j++ {
				want[j] = math.Log1p(want[j])
			}
			near(t, "counts", x[i*5:i*5+5], want)
		}
	}
}

func TestTargetLikeScikitLearn(t *testing.T) {
	v, all := readScikitLearn(t)
	train, test := upTo(v.Train), upTo(all.Rows)[v.Train:]
	for _, c := range v.Target {
		f := inFolds(t, map[string]any{"prior_weight": c.Smooth}, all, train, v.Fold, 4)
		near(t, "test rows", fill(t, f, all, test), slices.Concat(c.Test...))
		near(t, "training rows", fillTraining(t, f, all, train), slices.Concat(c.OutOfFold...))
	}
}

func TestPriorsAndPairs(t *testing.T) {
	all := labelled([]string{"x", "y", "x", "x"}, categorical("a", "p", "q", "p", ""),
		categorical("b", "r", "r", "s", "r"))
	f := fit(t, newEncoder(t, "target", map[string]any{
		"priors": []any{0.5, map[string]any{"x": 2, "y": 0}}, "pairs": true, "counts": true, "in_sample": true,
	}), all, upTo(4))
	var names []string
	for _, c := range f.Columns[14:] {
		names = append(names, c.Name)
	}
	want := []string{"a&b~x[prior=0.5]", "a&b~y[prior=0.5]", "a&b~x[prior #2]", "a&b~y[prior #2]", "#a&b", "#a&b~x",
		"#a&b~y"}
	if !slices.Equal(names, want) || len(f.Columns) != 21 {
		t.Errorf("%q", names)
	}
	x := fill(t, f, all, upTo(4))
	near(t, "(p, r)", x[14:21], []float64{1.5 / 2, 0.5 / 2, 3. / 3, 0, 1, 1, 0})
	near(t, "the missing value, which is one", x[3*21:3*21+7], []float64{1.5 / 2, 0.5 / 2, 3. / 3, 0, 1, 1, 0})
	near(t, "r", x[7:14], []float64{2.5 / 4, 1.5 / 4, 4. / 5, 1. / 5, 3, 2, 1})
	if got := fillTraining(t, f, all, upTo(4)); !slices.Equal(got, x) {
		t.Error("in_sample encodes training rows otherwise than test rows")
	}
}

func TestRareValues(t *testing.T) {
	classes := []string{"x", "y", "x", "y", "y", "x", "x"}
	col := categorical("c", "a", "a", "a", "b", "d", "new", "")
	all := labelled(classes, col)
	train := upTo(5)
	counter := func(config map[string]any) []float64 {
		config["counts"] = true
		f := fit(t, newEncoder(t, "target", config), all, train)
		return column(t, f, fill(t, f, all, upTo(7)), "#c")
	}
	near(t, "rare", counter(map[string]any{"rare_below": 2}), []float64{3, 3, 3, 2, 2, 2, 2})
	near(t, "ignore", counter(map[string]any{"rare_below": 2, "unseen": "ignore"}), []float64{3, 3, 3, 2, 2, 0, 0})
	near(t, "none is rare", counter(map[string]any{"rare_below": 1}), []float64{3, 3, 3, 1, 1, 0, 0})
	near(t, "one bucket", counter(map[string]any{"buckets": 1}), []float64{5, 5, 5, 5, 5, 5, 5})
	f := fit(t, newEncoder(t, "target", map[string]any{"unseen": "error"}), all, train)
	if err := f.Fill(all, []int{6}, make([]float64, 2)); err == nil ||
		!strings.Contains(err.Error(), `row 6 has "(missing)" in column "c"`) {
		t.Error(err)
	}
}

// TestHashedCounters compares counters over buckets with those over values that
// are called like the buckets.
func TestHashedCounters(t *testing.T) {
	const buckets = 7
	v, all := readScikitLearn(t)
	var texts []string
	for _, colour := range v.Colour {
		index, _ := bucket(murmur3([]byte("colour="+colour)), buckets)
		texts = append(texts, string(rune('a'+index)))
	}
	all.Columns = all.Columns[:1]
	byHand := labelled(v.Class, categorical("colour", texts...))
	for _, config := range []map[string]any{{"folds": 4}, {"leave_one_out": true}} {
		want := fit(t, newEncoder(t, "target", config), byHand, upTo(v.Train))
		config["buckets"] = buckets
		got := fit(t, newEncoder(t, "target", config), all, upTo(v.Train))
		near(t, "test rows", fill(t, got, all, upTo(all.Rows)), fill(t, want, byHand, upTo(all.Rows)))
		near(t, "training rows", fillTraining(t, got, all, upTo(v.Train)), fillTraining(t, want, byHand, upTo(v.Train)))
	}
}

func TestDeal(t *testing.T) {
	all := wide(103)
	for i := range all.Truth.Class {
		all.Truth.Class[i] = min(i%7, 1)
	}
	b := &builder{table: all, rows: upTo(103), seed: 1}
	folds := deal(all, b.rows, 5, b.stream("folds"))
	counts := [5][2]int{}
	for i, f := range folds {
		counts[f][all.Truth.Class[i]]++
	}
	for _, c := range counts {
		if n := c[0] + c[1]; n < 20 || n > 21 || c[0] != 3 {
			t.Errorf("folds of %v", counts)
			break
		}
	}
	if again := deal(all, b.rows, 5, b.stream("folds")); !slices.Equal(again, folds) {
		t.Error("the seed does not determine the folds")
	}
	b.rows[0] = 200
	if other := b.stream("folds"); other.Uint64() == (&builder{rows: upTo(103), seed: 1}).stream("folds").Uint64() {
		t.Error("the folds do not depend on the training rows")
	}
	b.rows[0], b.seed = 0, 2
	if other := deal(all, b.rows, 5, b.stream("folds")); slices.Equal(other, folds) {
		t.Error("the folds do not depend on the seed")
	}
}

func TestFewTrainingRows(t *testing.T) {
	all := labelled([]string{"x", "y", "z"}, categorical("c", "a", "b", "a"))
	for _, config := range []map[string]any{{}, {"leave_one_out": true}, {"folds": 40, "prior": 0}} {
		f := fit(t, newEncoder(t, "target", config), all, []int{0})
		near(t, "alone", fillTraining(t, f, all, []int{0}), []float64{1. / 3, 1. / 3, 1. / 3})
	}
}
