package sparse

import (
	"math"
	"testing"

	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// Problems that are trained side by side share the time by their work: the elements
// of their rows × passes.
func TestTimeIsSharedByWork(t *testing.T) {
	rows, columns := drawn(8)
	p := newProblems(rows, columns,
		Settings{Loss: linear.SquaredHinge, Intercept: smooth.PenalisedIntercept, Tol: 1e-6, MaxIter: 500, Threads: 1})
	var together []int
	for i, c := range columns {
		used := int64(0)
		for _, r := range rows.Ranges {
			if c.Target[r.Class] != 0 {
				used += int64(r.End-r.Start) + rows.CSR.Indptr[r.End] - rows.CSR.Indptr[r.Start]
			}
		}
		if got := p.elements(i); got != used {
			t.Errorf("column %d has %d elements, want %d", i, got, used)
		}
		if !p.isSingle(i) {
			together = append(together, i)
		}
	}
	results := p.timed(t.Context(), together)
	first := results[0]
	for n, r := range results {
		want := float64(p.elements(together[n])) * float64(r.Iterations) /
			(float64(p.elements(together[0])) * float64(first.Iterations))
		if !(r.Seconds > 0) || math.Abs(r.Seconds/first.Seconds/want-1) > 1e-12 {
			t.Errorf("column %d has %v of the first's seconds, want %v", together[n], r.Seconds/first.Seconds, want)
		}
	}
}
