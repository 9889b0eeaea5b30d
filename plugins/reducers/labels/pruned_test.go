package labels

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
)

// ofTexts is the matrix of label sets that are written as texts.
func ofTexts(sets ...string) (y []int8) {
	for _, set := range sets {
		for _, has := range set {
			y = append(y, int8(has-'0'))
		}
	}
	return y
}

// By hand: of the sets ab, a and b that are left, ab stands in for abc first, then b, which
// has more rows than a; nothing stands in for c, and the empty set for nothing.
func TestPrune(t *testing.T) {
	y := ofTexts("110", "100", "100", "110", "111", "010", "001", "010", "010", "000")
	number := func(n int) *int { return &n }
	for name, test := range map[string]struct {
		by       Pruning
		standIns string
	}{
		"none":         {Pruning{Most: 1}, "[]"},
		"one":          {Pruning{Most: 1, Subsets: 1}, "[0]"},
		"two":          {Pruning{Most: 1, Subsets: 2}, "[0 2]"},
		"nine":         {Pruning{Most: 1, Subsets: 9}, "[0 2 1]"},
		"not empty":    {Pruning{Most: 1, Larger: number(0)}, "[0 2 1]"},
		"of two":       {Pruning{Most: 1, Subsets: 9, Larger: number(1)}, "[0]"},
		"too much":     {Pruning{Most: 2, Subsets: 2}, "[0 2]"},
		"far too much": {Pruning{Most: 30, Subsets: 2}, "[0 2]"},
	} {
		sets, of := Prune(y, 3, lists.Range(10), test.by)
		if want := []string{"110", "100", "010"}; !slices.Equal(sets, want) {
			t.Fatalf("%s: sets %v, want %v", name, sets, want)
		}
		want := "[[0] [1] [1] [0] " + test.standIns + " [2] [] [2] [2] []]"
		if got := fmt.Sprint(of); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	sets, of := Prune(y, 3, lists.Range(10), Pruning{Subsets: 5})
	if all, own := Sets(y, 3); !slices.Equal(sets, all) || !slices.Equal(slices.Concat(of...), own) {
		t.Errorf("nothing is pruned: %v of %v, want %v of %v", of, sets, own, all)
	}
	sets, of = Prune(y, 3, []int{1, 4, 9}, Pruning{Most: 1, Subsets: 1})
	if fmt.Sprint(sets, of) != "[100 111 000] [[0] [1] [2]]" {
		t.Errorf("of three rows with sets of their own %v, %v are left", sets, of)
	}
	sets, of = Prune(ofTexts("00", "10", "01", "00", "10"), 2, lists.Range(5), Pruning{Most: 1, Subsets: 2})
	if fmt.Sprint(sets, of) != "[00 10] [[0] [1] [] [0] [1]]" {
		t.Errorf("the empty set stands in: of %v, %v", sets, of)
	}
	sets, _ = Prune(ofTexts("01", "01"), 2, []int{0, 1}, Pruning{Most: 2})
	if !slices.Equal(sets, []string{"01"}) {
		t.Errorf("of one set %v is left", sets)
	}
}

func TestSample(t *testing.T) {
	drawn := map[string]bool{}
	for seed := range uint64(20) {
		rows := Sample(rand.New(rand.NewPCG(seed, 0)), 10, 6)
		if len(rows) != 6 || !slices.IsSorted(rows) || len(slices.Compact(slices.Clone(rows))) != 6 || rows[0] < 0 || rows[5] > 9 {
			t.Errorf("%v are not six of ten rows", rows)
		}
		drawn[fmt.Sprint(rows)] = true
	}
	if len(drawn) < 10 {
		t.Errorf("20 seeds draw %d samples", len(drawn))
	}
}

// By hand: a is in 4 rows, b in 4, c in 2.
func TestCopies(t *testing.T) {
	y := ofTexts("110", "100", "000", "111", "001", "010", "110")
	counts := []int{4, 4, 2}
	for pick, want := range map[Selection]string{
		EveryLabel:    "[0 0 1 3 3 3 4 5 6 6] [0 1 0 0 1 2 2 1 0 1]",
		MostFrequent:  "[0 1 3 4 5 6] [0 0 0 2 1 0]",
		LeastFrequent: "[0 1 3 4 5 6] [0 0 2 2 1 0]",
		OnlyLabel:     "[1 4 5] [0 2 1]",
	} {
		if rows, classes := Copies(y, counts, pick, nil); fmt.Sprint(rows, classes) != want {
			t.Errorf("%s: %v %v, want %s", pick, rows, classes, want)
		}
	}
	drawn := map[string]bool{}
	for seed := range uint64(30) {
		rows, classes := Copies(y, counts, RandomLabel, rand.New(rand.NewPCG(seed, 0)))
		if fmt.Sprint(rows) != "[0 1 3 4 5 6]" {
			t.Fatalf("rows %v", rows)
		}
		for i, l := range classes {
			if y[rows[i]*3+l] == 0 {
				t.Errorf("row %d has not label %d", rows[i], l)
			}
		}
		drawn[strings.Trim(fmt.Sprint(classes), "[]")] = true
	}
	if len(drawn) < 6 {
		t.Errorf("30 seeds draw %d different lists", len(drawn))
	}
}
