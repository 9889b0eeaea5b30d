package cart

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Rows are in the order of their numbers, and rows of equal numbers in their own order, as a sort by comparisons has them.
func TestByKey(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	special := []float64{0, math.Copysign(0, -1), 1, -1, math.Inf(1), math.Inf(-1), math.MaxFloat64, -math.MaxFloat64,
		math.SmallestNonzeroFloat64, -math.SmallestNonzeroFloat64, 0.1, 256, 65536}
	for _, n := range []int{0, 1, 2, 3, 50, 1000} {
		for name, draw := range map[string]func() float64{
			"any number": func() float64 { return random.NormFloat64() * math.Pow(10, float64(random.IntN(40)-20)) },
			"special":    func() float64 { return special[random.IntN(len(special))] },
			"few values": func() float64 { return float64(random.IntN(3)) },
			"one value":  func() float64 { return -2.5 },
		} {
			numbers, rows := make([]float64, n), make([]keyed, n)
			for i := range rows {
				numbers[i] = draw()
				rows[i] = keyed{ascending(numbers[i]), int32(i)}
			}
			want := slices.Clone(rows)
			slices.SortStableFunc(want, func(a, b keyed) int { return cmp.Compare(numbers[a.row], numbers[b.row]) })
			if got, _ := byKey(rows, make([]keyed, n)); !slices.Equal(got, want) {
				t.Errorf("%d of %s: rows are not in the order of a sort by comparisons", n, name)
			}
		}
	}
}
