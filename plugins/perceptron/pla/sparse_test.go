package pla

import (
	"testing"

	"github.com/manyclass/bench/test/reference"
)

// On rows in compressed form the steps are those on the same rows in dense form, and from
// zeros the weights have the same bits.
func TestSparseRows(t *testing.T) {
	for _, epochs := range []int{1, 20} {
		settings := map[string]any{"epochs": epochs, "start": zeros}
		reference.CheckSparse(t, Perceptron(), settings, 0)
		reference.CheckSparse(t, Pocket(), settings, 0)
	}
	settings := map[string]any{"epochs": 5, "start": leastSquares}
	reference.CheckSparse(t, Perceptron(), settings, 1e-9)
	reference.CheckSparse(t, Pocket(), settings, 1e-9)
}
