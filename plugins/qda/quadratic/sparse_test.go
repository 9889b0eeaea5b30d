package quadratic

import (
	"testing"

	"github.com/manyclass/bench/plugins/internal/moments"
	"github.com/manyclass/bench/test/reference"
)

// Discriminants of sparse features are those of the same features in dense form.
func TestSparseRows(t *testing.T) {
	for _, settings := range []map[string]any{nil, {"priors": "uniform"}, {"shrinkage": 0.3}} {
		reference.CheckSparse(t, Component(), settings, 1e-6)
	}
	if most := Component().Capabilities.MostFeatures; most != moments.MaxFeatures {
		t.Errorf("it says that it takes %d features", most)
	}
}
