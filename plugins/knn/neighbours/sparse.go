package neighbours

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// post prepares the estimates of distances to compressed rows.
func (x *index) post() {
	p := &postings{starts: make([]int, x.x.Cols+1), norms: make([]float64, x.x.Rows)}
	squared := x.Metric == euclidean
	for i := range p.norms {
		columns, values := stored(x.x, i)
		for at, j := range columns {
			p.starts[j+1]++
			p.norms[i] += term(squared, values[at])
		}
		p.largest, p.longest = max(p.largest, p.norms[i]), max(p.longest, len(columns))
	}
	for j := range x.x.Cols {
		p.starts[j+1] += p.starts[j]
	}
	next, factor := append([]int(nil), p.starts...), 1.0
	if squared {
		factor = -2
	}
	p.rows, p.values = make([]int32, p.starts[x.x.Cols]), make([]float64, p.starts[x.x.Cols])
	for i := range p.norms {
		columns, values := stored(x.x, i)
		for at, j := range columns {
			p.rows[next[j]], p.values[next[j]] = int32(i), factor*values[at]
			next[j]++
		}
	}
	x.postings = p
}

// searchSparse is search among compressed rows.
func (x *index) searchSparse(q contract.Rows, spans []span, found func(row int, lists []nearest)) {
	lists := make([]nearest, len(spans))
	estimates := make([]float64, x.x.Rows)
	var candidates []int32
	for row := range q.Rows {
		columns, values := stored(q, row)
		slack := x.estimateSparse(columns, values, estimates)
		distance := x.from(q, row)
		for at, s := range spans {
			lists[at] = x.nearestOf(s, estimates, slack, lists[at][:0], &candidates, distance)
		}
		found(row, lists)
	}
}

// estimateSparse writes the distance to every training row z less the norm of the row that
// is asked for, from the columns in which both have values: ‖z‖² − 2·x·z, for Manhattan
// distances ‖z‖ + Σ (|x − z| − |x| − |z|). It returns the slack, as of estimate: where a sum
// overflows, the norms do.
func (x *index) estimateSparse(columns []int32, values, estimates []float64) (slack float64) {
	p, squared, norm := x.postings, x.Metric == euclidean, 0.0
	copy(estimates, p.norms)
	for at, j := range columns {
		v, from, to := values[at], p.starts[j], p.starts[j+1]
		norm += term(squared, v)
		if squared {
			kernel.SparseAxpy(v, p.values[from:to], p.rows[from:to], estimates)
			continue
		}
		for e, z := range p.values[from:to] {
			estimates[p.rows[from+e]] += math.Abs(v-z) - math.Abs(v) - math.Abs(z)
		}
	}
	return float64(len(columns)+p.longest+8) * 0x1p-49 * (norm + p.largest)
}
