package rows

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// The rows and sides of a subset are those that a look at each row finds.
func TestSubset(t *testing.T) {
	const n, k = 200, 12
	rng := rand.New(rand.NewPCG(1, 2))
	h := &having{of: make([][]int32, k), train: []contract.Range{{Start: 3, End: 103}, {Start: 150, End: 250}}}
	labels := make([][]int32, n)
	for row := range n {
		for label := range int32(k) {
			if rng.IntN(8) == 0 {
				labels[row] = append(labels[row], label)
				h.of[label] = append(h.of[label], int32(row))
			}
		}
	}
	for _, s := range []contract.Subset{
		{Among: []int32{1, 4, 5, 9}, Positive: []int32{4, 9}}, {Among: []int32{2, 3}, Positive: []int32{3}},
		{Positive: []int32{0, 7}},
	} {
		has := func(row int, set []int32) bool {
			return slices.ContainsFunc(labels[row], func(l int32) bool { return slices.Contains(set, l) })
		}
		want, positive, negative := make([]float64, n), 0, 0
		for row := range n {
			switch {
			case has(row, s.Positive):
				want[row], positive = 1, positive+1
			case s.Among == nil || has(row, s.Among):
				want[row], negative = -1, negative+1
			}
		}
		if got := h.truth(s, n); !slices.Equal(got, want) {
			t.Errorf("%v: targets %v, want %v", s, got, want)
		}
		if p, q := h.sides(s, n); p != positive || q != negative {
			t.Errorf("%v: %d and %d rows, want %d and %d", s, p, q, positive, negative)
		}
		m := h.members(s)
		if s.Among == nil {
			if m != nil {
				t.Errorf("%v: not all rows", s)
			}
			continue
		}
		if count := CountRows(m.ranges); count != positive+negative || m.ranges[0].Start < 3 || h.members(s) != m {
			t.Errorf("%v: %d rows, want %d", s, count, positive+negative)
		}
		rows := h.one(s.Positive)
		for i, place := range m.places(rows) {
			if m.rows[place] != rows[i] {
				t.Errorf("%v: row %d is at place %d", s, rows[i], place)
			}
		}
	}
}
