package reuse

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/plan"
)

// cellsOf are cells with keys of their own.
func cellsOf(n int, key string) []plan.Cell {
	return lists.Map(lists.Range(n), func(i int) plan.Cell {
		return plan.Cell{Combination: plan.Combination{Dataset: "d", Learner: "l"}, Fold: i, Key: fmt.Sprint(key, i)}
	})
}

// The sample is a hundredth, at least one, the same each time, and depends on the seed and on every key.
func TestSample(t *testing.T) {
	for cells, want := range map[int]int{0: 0, 1: 1, 2: 1, 100: 1, 101: 2, 1000: 10} {
		if got := Sample(cellsOf(cells, "k"), 1); len(got) != want {
			t.Errorf("of %d cells %d are run again, want %d", cells, len(got), want)
		}
	}
	draw := func(key string, seed uint64) string {
		return strings.Join(lists.Map(Sample(cellsOf(300, key), seed), plan.Cell.Name), ",")
	}
	first := draw("k", 1)
	if draw("k", 1) != first {
		t.Error("the same cells give another sample")
	}
	if draw("k", 2) == first || draw("x", 1) == first {
		t.Error("seed or keys do not matter")
	}
}

// Cells are taken by their keys if they are finished; of the others the reasons are said, the most frequent first.
func TestReasons(t *testing.T) {
	why := map[string]int{"a": 1, "b": 3, "c": 1, "d": 2}
	want := []string{"3 missing cells b", "2 missing cells d", "1 missing cell a"}
	if got := reasons(why); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	theirs, now := &plan.Plan{}, &plan.Plan{}
	theirs.Cells, now.Cells = cellsOf(3, "k"), cellsOf(4, "k")
	theirs.Cells[1].Key = "other"
	byName := map[string]plan.Cell{}
	for _, c := range theirs.Cells {
		byName[c.Name()] = c
	}
	got := lists.Map(now.Cells, func(c plan.Cell) string { return unlike(theirs, now, byName, c) })
	wantEach := []string{"without a finished result there", "other there: results of an earlier release of bench, which did " +
		"not record what they were made from", "without a finished result there", "not among the cells there"}
	if !slices.Equal(got, wantEach) {
		t.Errorf("%q", got)
	}
}
