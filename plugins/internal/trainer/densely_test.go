package trainer

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
	"github.com/manyclass/bench/test/reference"
)

// Multiclass problems on sparse features have the models of dense ones, bit for bit;
// where a dense copy would be too large they are refused.
func TestMulticlassOnSparseFeatures(t *testing.T) {
	b := reference.IrisBatch(t)
	for i := range b.RowSets {
		b.RowSets[i].Shift = nil
	}
	b.Problems = slices.DeleteFunc(b.Problems, func(p contract.BatchProblem) bool { return p.Task != contract.Multiclass })
	l := ByForm{Dense: logistic, Sparse: Sparse{Loss: linear.Logistic, C: 1, Intercept: smooth.FreeIntercept,
		Stopping: logistic.Stopping}}
	train := func(b contract.Batch) (models []*linear.Model, last error) {
		models = make([]*linear.Model, len(b.Problems))
		err := l.TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
			if last = err; err == nil {
				models[i] = m.(*linear.Model)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return models, last
	}
	want, err := train(b)
	if err != nil {
		t.Fatal(err)
	}
	got, err := train(compressed(b))
	if err != nil {
		t.Fatal(err)
	}
	for i := range got {
		if !slices.Equal(got[i].W, want[i].W) || !slices.Equal(got[i].B, want[i].B) {
			t.Errorf("problem %d: another model", i)
		}
	}
	wide := compressed(b)
	wide.Features.Cols = 1 << 25
	if _, err := train(wide); err == nil || !strings.Contains(err.Error(), "too large") {
		t.Errorf("a large copy: %v", err)
	}
}
