package fold

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// labelled returns an data.Design with counts[c] rows of class c, classes taking turns.
func labelled(counts ...int) data.Design {
	var in data.Design
	left := slices.Clone(counts)
	for c := range counts {
		in.Target.Names = append(in.Target.Names, strconv.Itoa(c))
	}
	for slices.Max(left) > 0 {
		for c := range left {
			if left[c] > 0 {
				in.Truth.Class = append(in.Truth.Class, c)
				left[c]--
			}
		}
	}
	return in
}

func config(pairs ...any) contract.Config {
	m := map[string]any{}
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return contract.NewConfig(m)
}

func mustMake(t *testing.T, method string, cfg contract.Config, in data.Design, seed uint64) []Repeat {
	t.Helper()
	repeats, diags := Make(method, cfg, in, seed)
	for _, d := range diags {
		if d.Severity == contract.Error {
			t.Fatalf("%s: %s: %s", method, d.Summary, d.Detail)
		}
	}
	return repeats
}

func TestStratifyMatchesReference(t *testing.T) {
	var ref struct {
		Origin      string
		Y, Fold     []int
		K           int
		FoldSizes   []int   `json:"fold_sizes"`
		ClassCounts [][]int `json:"class_counts"`
	}
	b, err := os.ReadFile("testdata/stratified_kfold_no_shuffle.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	if got := stratify(ref.Y, 3, ref.K, nil); !slices.Equal(got, ref.Fold) {
		t.Errorf("folds\n got %v\nwant %v", got, ref.Fold)
	}
	shuffled := stratify(ref.Y, 3, ref.K, stream(1, 0))
	counts := make([][]int, ref.K)
	for f := range counts {
		counts[f] = make([]int, 3)
	}
	for i, f := range shuffled {
		counts[f][ref.Y[i]]++
	}
	if !reflect.DeepEqual(counts, ref.ClassCounts) {
		t.Errorf("class counts after shuffling: got %v, want %v", counts, ref.ClassCounts)
	}
}

// Class counts of any two folds differ by at most 1, fold sizes too, and every
// row with a class is tested exactly once.
func TestStratifiedIsBalanced(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for trial := range 200 {
		classes, folds := 2+rng.IntN(6), 2+rng.IntN(9)
		in := data.Design{Target: target.Target{Names: make([]string, classes)},
			Truth: target.Rows{Class: slices.Repeat([]int{0}, folds)}}
		for range rng.IntN(150) {
			in.Truth.Class = append(in.Truth.Class, rng.IntN(classes+1)-1)
		}
		r := mustMake(t, "stratified_kfold", config("folds", folds), in, uint64(trial))[0]
		sizes := make([]int, folds)
		counts := make([][]int, classes)
		for c := range counts {
			counts[c] = make([]int, folds)
		}
		for i, f := range r.Test {
			if in.Truth.Class[i] < 0 {
				if f != Out {
					t.Fatalf("row %d has no class but fold %d", i, f)
				}
				continue
			}
			sizes[f]++
			counts[in.Truth.Class[i]][f]++
		}
		for _, spread := range append(counts, sizes) {
			if slices.Max(spread)-slices.Min(spread) > 1 {
				t.Fatalf("trial %d: uneven %v", trial, spread)
			}
		}
	}
}

func TestKFoldSizes(t *testing.T) {
	r := mustMake(t, "kfold", config("folds", 4), labelled(7, 7), 3)[0]
	sizes := make([]int, 4)
	for _, f := range r.Test {
		sizes[f]++
	}
	if !slices.Equal(sizes, []int{4, 4, 3, 3}) {
		t.Errorf("sizes %v", sizes)
	}
}

// Sizes are those of scikit-learn 1.2.1's train_test_split: ⌈test·n⌉ rows are
// tested; with stratify, training rows are shared out by largest remainders.
func TestHoldout(t *testing.T) {
	for _, c := range []struct {
		counts []int
		cfg    contract.Config
		test   []int // of each class; nil if only the total is fixed
		total  int
	}{
		{[]int{50, 50, 50}, config(), []int{15, 15, 15}, 45},
		{[]int{70, 76, 17, 13, 9, 29}, config("test", 0.25), []int{18, 19, 4, 3, 2, 8}, 54},
		{[]int{60, 30, 11}, config("test", 0.3), []int{19, 9, 3}, 31},
		{[]int{8, 3}, config("test", 0.3, "stratify", false), nil, 4},
	} {
		in := labelled(c.counts...)
		r := mustMake(t, "holdout", c.cfg, in, 5)[0]
		got, total := make([]int, len(c.counts)), 0
		for i, f := range r.Test {
			switch f {
			case 0:
				got[in.Truth.Class[i]]++
				total++
			case Never:
			default:
				t.Fatalf("row %d has fold %d", i, f)
			}
		}
		if total != c.total || c.test != nil && !slices.Equal(got, c.test) {
			t.Errorf("%v %s: tested %v, %d in all; want %v, %d", c.counts, c.cfg, got, total, c.test, c.total)
		}
	}
}

func TestLeaveOneOutSkipsRowsWithoutClass(t *testing.T) {
	in := data.Design{Truth: target.Rows{Class: []int{0, -1, 1, 0, 1}}, Target: target.Target{Names: []string{"a", "b"}}}
	r := mustMake(t, "leave_one_out", nil, in, 0)[0]
	if r.Folds != 4 || !slices.Equal(r.Test, []int{0, Out, 1, 2, 3}) {
		t.Errorf("got %+v", r)
	}
}

func TestPredefined(t *testing.T) {
	in := data.Design{Truth: target.Rows{Class: []int{0, 1, 0, -1, 1}}, Target: target.Target{Names: []string{"a", "b"}},
		Part: []int8{0, 0, 1, 1, 1}}
	r := mustMake(t, "predefined", nil, in, 0)[0]
	if r.Folds != 1 || !slices.Equal(r.Test, []int{Never, Never, 0, Out, 0}) {
		t.Errorf("split: got %+v", r)
	}
	in.Part, in.FoldOf = nil, []int{1, 0, 0, 1, -1}
	r = mustMake(t, "predefined", nil, in, 0)[0]
	if r.Folds != 2 || !slices.Equal(r.Test, []int{1, 0, 0, Out, Never}) {
		t.Errorf("folds: got %+v", r)
	}
}

// A bootstrap sample has as many rows as there are, and what it lacks is tested:
// (1 − 1/n)^n of the rows on average, 36.6 % of 100.
func TestBootstrap(t *testing.T) {
	in := labelled(50, 50)
	in.Truth.Class[3] = -1
	repeats := mustMake(t, "bootstrap", nil, in, 1)
	if len(repeats) != bootstraps {
		t.Errorf("%d repeats by default", len(repeats))
	}
	tested := 0
	for _, r := range repeats {
		drawn := 0
		for i, f := range r.Test {
			switch {
			case i == 3 && (f != Out || r.Times[i] != 0), f == 0 && r.Times[i] != 0, f == Never && r.Times[i] == 0:
				t.Fatalf("row %d is in fold %d and drawn %d times", i, f, r.Times[i])
			case f == 0:
				tested++
			}
			drawn += r.Times[i]
		}
		if drawn != 99 || r.Folds != 1 {
			t.Errorf("%d rows drawn for %d folds", drawn, r.Folds)
		}
	}
	if share := float64(tested) / float64(99*bootstraps); math.Abs(share-0.366) > 0.02 {
		t.Errorf("%.3f of the rows are tested", share)
	}
	inner, err := innerOfClasses(in.Truth.Class, 2, repeats[0], 0, 3, 1)
	if err != nil || !slices.Equal(inner.Times, repeats[0].Times) || inner.Copies(3) != 1 {
		t.Errorf("inner folds count other rows: %v", err)
	}
}

func TestSeedsAndRepeats(t *testing.T) {
	in := labelled(40, 30, 20)
	for _, name := range []string{"stratified_kfold", "kfold", "holdout", "bootstrap"} {
		one := mustMake(t, name, config("repeats", 1), in, 7)
		three := mustMake(t, name, config("repeats", 3), in, 7)
		other := mustMake(t, name, config("repeats", 1), in, 8)
		if len(one) != 1 || len(three) != 3 {
			t.Fatalf("%s: %d and %d repeats", name, len(one), len(three))
		}
		if !reflect.DeepEqual(one[0], three[0]) {
			t.Errorf("%s: the first repeat depends on their number", name)
		}
		if reflect.DeepEqual(three[0], three[1]) || reflect.DeepEqual(three[1], three[2]) {
			t.Errorf("%s: two repeats are the same", name)
		}
		if reflect.DeepEqual(one[0], other[0]) {
			t.Errorf("%s: the seed changes nothing", name)
		}
	}
}

// The division is part of what makes results repeatable: a change of these
// numbers changes every result.
func TestDivisionIsPinned(t *testing.T) {
	r := mustMake(t, "stratified_kfold", config("folds", 3), labelled(5, 4), 7)[0]
	if want := []int{2, 1, 1, 0, 0, 2, 1, 2, 0}; !slices.Equal(r.Test, want) {
		t.Errorf("got %v, want %v", r.Test, want)
	}
}

func TestDiagnostics(t *testing.T) {
	split := func(part ...int8) data.Design {
		return data.Design{Truth: target.Rows{Class: []int{0, 0, 1, 1}}, Target: target.Target{Names: []string{"a", "b"}},
			Part: part}
	}
	tests := []struct {
		name, method string
		cfg          contract.Config
		in           data.Design
		severity     contract.Severity
		path         string
		says         string
	}{
		{"folds over rows", "kfold", config("folds", 5), labelled(2, 2), contract.Error, "folds",
			"5 folds need at least 5 rows, the dataset has 4 rows"},
		{"no class large enough", "stratified_kfold", config("folds", 4), labelled(3, 3), contract.Error, "folds",
			"No class has 4 rows, the largest has 3"},
		{"no class of two", "stratified_kfold", config("folds", 3), labelled(1, 1, 1), contract.Error, "folds",
			"the target has 3 distinct values in 3 rows, so it is probably not a class column"},
		{"too many repeats", "kfold", config("folds", 2, "repeats", 10000), labelled(30000), contract.Error, "repeats",
			"10000 repeats of 30000 rows"},
		{"small class", "stratified_kfold", config(), labelled(20, 9), contract.Warning, "folds",
			`class "1" has 9 rows, fewer than 10 folds: some test folds will contain no row of such a class`},
		{"one row left out", "leave_one_out", nil, labelled(3, 1), contract.Warning, "method",
			`class "1" has no row in the training part of fold 1`},
		{"single row", "leave_one_out", nil, labelled(1), contract.Error, "method", "needs at least 2 rows"},
		{"nothing predefined", "predefined", nil, labelled(3, 3), contract.Error, "method", "split or fold"},
		{"predefined twice", "predefined", nil, data.Design{Truth: target.Rows{Class: []int{0, 1}},
			Target: target.Target{Names: []string{"a", "b"}}, Part: []int8{0, 1}, FoldOf: []int{0, 1}}, contract.Error,
			"method", "both"},
		{"no training rows", "predefined", nil, split(1, 1, 1, 1), contract.Error, "method",
			"training part of fold 0 has no rows: all 4 rows"},
		{"no test rows", "predefined", nil, split(0, 0, 0, 0), contract.Error, "method", "test part of fold 0 has no rows"},
		{"class only tested", "predefined", nil, split(0, 0, 1, 1), contract.Warning, "method",
			`class "b" has no row in the training part of fold 0`},
		{"gap in folds", "predefined", nil, data.Design{Truth: target.Rows{Class: []int{0, 1}},
			Target: target.Target{Names: []string{"a", "b"}}, FoldOf: []int{0, 2}}, contract.Error, "method",
			"test part of fold 1 has no rows"},
		{"only training folds", "predefined", nil, data.Design{Truth: target.Rows{Class: []int{0, 1}},
			Target: target.Target{Names: []string{"a", "b"}}, FoldOf: []int{-1, -1}}, contract.Error, "method",
			"No row has a fold"},
		{"no rows", "holdout", config(), data.Design{Truth: target.Rows{Class: []int{-1}},
			Target: target.Target{Names: []string{"a"}}}, contract.Error, "test", "no row with a class"},
		{"holdout of one", "holdout", config(), labelled(1), contract.Error, "test", "training part of fold 0 has no rows"},
		{"rare class", "kfold", config("folds", 3), labelled(12, 1), contract.Warning, "folds",
			`class "1" has 1 row, of which kfold leaves none to the test part of fold`},
		{"rare class held out", "holdout", config("test", 0.1), labelled(60, 1), contract.Warning, "test",
			`class "1" has 1 row, of which holdout leaves none to the test part of fold 0: the class is not measured there`},
		{"rare class drawn", "bootstrap", config("repeats", 20), labelled(40, 1), contract.Warning, "method",
			`class "1" has 1 row, of which bootstrap leaves none to the test part of fold 0 of repeat`},
		{"rare class not drawn", "bootstrap", config("repeats", 20), labelled(40, 1), contract.Warning, "method",
			`class "1" has no row in the training part of fold 0 of repeat`},
		{"nothing to draw", "bootstrap", config(), labelled(1), contract.Error, "method",
			"test part of fold 0 of repeat 0 has no rows"},
		{"unreadable", "kfold", contract.Config(`{"folds": "x"}`), labelled(3), contract.Error, "", "decoding"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			repeats, diags := Make(c.method, c.cfg, c.in, 1)
			if (repeats == nil) != (c.severity == contract.Error) {
				t.Errorf("repeats %v", repeats)
			}
			for _, d := range diags {
				if d.Severity == c.severity && strings.Contains(d.Detail, c.says) {
					if c.path != "" && !reflect.DeepEqual(d.Path, []any{c.path}) {
						t.Errorf("path %v", d.Path)
					}
					return
				}
			}
			t.Errorf("got %+v", diags)
		})
	}
}

func TestWarningsAreGathered(t *testing.T) {
	_, diags := Make("stratified_kfold", config("folds", 3, "repeats", 5), labelled(6, 1, 2, 1), 1)
	if len(diags) != 2 {
		t.Fatalf("got %+v", diags)
	}
	if few := diags[0].Detail; !strings.HasPrefix(few, `class "2" has 2 rows, fewer than 3 folds`) {
		t.Errorf("few rows: %s", few)
	}
	if none := diags[1].Detail; !strings.Contains(none, `and 2 more, class "3" has no row`) ||
		!strings.Contains(none, "count as errors") {
		t.Errorf("no rows: %s", none)
	}
}

func TestHoldoutValidate(t *testing.T) {
	for _, c := range Components() {
		if c.Name == "holdout" {
			if d := c.Validate(config("test", 1.0)); len(d) != 1 || d[0].Path[0] != "test" {
				t.Errorf("test = 1: got %+v", d)
			}
			if d := c.Validate(config("test", 0.99)); len(d) != 0 {
				t.Errorf("test = 0.99: got %+v", d)
			}
		}
	}
}

func FuzzMake(f *testing.F) {
	f.Add([]byte{0, 1, 2, 0, 1, 2}, uint8(0), 3, 0.3)
	f.Add([]byte{0, 0, 255}, uint8(1), 2, 0.5)
	f.Add([]byte{}, uint8(2), 10, 0.99)
	f.Add([]byte{1, 18, 35, 49, 66, 83, 97, 114}, uint8(6), 3, 0.3)
	f.Fuzz(func(t *testing.T, raw []byte, which uint8, folds int, test float64) {
		if folds < 2 || folds > 1000 || !(test > 0 && test < 1) {
			return
		}
		in := data.Design{Target: target.Target{Names: []string{"a", "b", "c"}}}
		for _, b := range raw {
			in.Truth.Class = append(in.Truth.Class, int(b%4)-1)
			in.Part = append(in.Part, int8(b>>7))
			in.GroupOf = append(in.GroupOf, int(b>>4&7))
		}
		list := Components()
		name := list[int(which)%len(list)].Name
		repeats, _ := Make(name, config("folds", folds, "test", test), in, 1)
		for _, r := range repeats {
			if len(r.Test) != len(in.Truth.Class) || slices.Max(r.Test) != r.Folds-1 {
				t.Fatalf("%s: bad repeat %+v", name, r)
			}
			for f := range min(r.Folds, 5) {
				inner, err := innerOfClasses(in.Truth.Class, len(in.Target.Names), r, f, 3, 1)
				if err == nil && (inner.Folds < 2 || slices.Max(inner.Test) != inner.Folds-1) {
					t.Fatalf("%s: bad inner folds %+v", name, inner)
				}
			}
		}
	})
}
