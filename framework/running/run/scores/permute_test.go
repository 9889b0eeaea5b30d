package scores

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Rows come in the order that is asked for, whatever its cycles.
func TestPermute(t *testing.T) {
	const k = 3
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 12 {
		values := make([]float64, n*k)
		for i := range values {
			values[i] = float64(i)
		}
		order := rng.Perm(n)
		var want []float64
		for _, i := range order {
			want = append(want, values[i*k:(i+1)*k]...)
		}
		if permute(values, k, order); !slices.Equal(values, want) {
			t.Errorf("in the order %v rows are %v instead of %v", order, values, want)
		}
	}
}
