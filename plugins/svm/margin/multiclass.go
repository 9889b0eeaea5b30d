package margin

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/trainer"
)

// multiclass is the dual of the problem of Crammer and Singer,
//
//	minimise ½ Σ_k ‖Σ_i α_ik·z_i‖² + Σ_i Σ_k≠y_i α_ik,   z_i = [x_i 1],
//	over Σ_k α_ik = 0, α_ik ≤ C·c_i for k = y_i and α_ik ≤ 0 else,
//
// solved row by row (the sequential dual method: Keerthi et al., "A sequential dual
// method for large scale multi-class linear SVMs", KDD 2008) and, near the minimum, for
// all rows together on their face (see simplex.go), with as much time for the one as
// for the other; or by a proximal method (see proximal.go). The coefficients of class k
// are Σ_i α_ik·z_i. Classes without rows take no part.
type multiclass struct {
	given
	sparse  *trainer.SparseRows // the rows, if x has none
	class   []int               // n: lane of the row's class
	classes int                 // K, those with rows
	width   int                 // K padded
	alpha   []float64           // n × width
	w       []float64           // (d + 1) × width, the intercepts last
	columns []int32             // 0 … d − 1
	f, b    []float64           // width: scratch
}

// newMulticlass returns the problem at α = 0 and the class of each lane.
func newMulticlass(p contract.Problem, c float64) (m *multiclass, lanes []int) {
	m = &multiclass{given: newGiven(p, c), columns: make([]int32, p.X.Cols)}
	for j := range m.columns {
		m.columns[j] = int32(j)
	}
	return m, m.begin(p.Y, p.Classes)
}

// newSparse is newMulticlass for sparse rows.
func newSparse(p contract.Problem, x trainer.SparseRows, c float64) (m *multiclass, lanes []int) {
	n := p.X.Rows
	m = &multiclass{sparse: &x, given: given{x: p.X, bound: make([]float64, n), square: make([]float64, n)}}
	for i := range m.bound {
		_, values := x.Row(i)
		m.bound[i], m.square[i] = c*p.Weights[i], dense.Dot(values, values)+1
	}
	return m, m.begin(p.Y, p.Classes)
}

// begin sets α = 0 for the classes of the rows and returns the class of each lane.
func (m *multiclass) begin(targets []float64, classes int) (lanes []int) {
	n, d := m.x.Rows, m.x.Cols
	m.class = make([]int, n)
	lane := slices.Repeat([]int{-1}, classes)
	for _, y := range targets {
		lane[int(y)] = 0
	}
	for k, v := range lane {
		if v == 0 {
			lane[k] = len(lanes)
			lanes = append(lanes, k)
		}
	}
	for i, y := range targets {
		m.class[i] = lane[int(y)]
	}
	m.classes = len(lanes)
	m.width = kernel.Padded(m.classes)
	m.alpha, m.w = make([]float64, n*m.width), make([]float64, (d+1)*m.width)
	m.f, m.b = make([]float64, m.width), make([]float64, m.classes)
	return lanes
}

func (m *multiclass) pace() (busy int, gap float64) {
	if m.sparse != nil {
		return sparseSweeps, 0
	}
	return m.given.pace()
}

// decide computes the decision values of a row in f.
func (m *multiclass) decide(i int) { m.multiply(i, m.w) }

// multiply computes the products of a row with coefficients in f.
func (m *multiclass) multiply(i int, w []float64) {
	copy(m.f, w[m.x.Cols*m.width:])
	if m.sparse != nil {
		columns, values := m.sparse.Row(i)
		kernel.Gather(values, columns, w, m.width, m.f)
		return
	}
	kernel.RowMulAdd(m.width, m.x.Cols, m.x.Row(i), 1, w, m.width, m.f)
}

// add adds z_i·step to the coefficients.
func (m *multiclass) add(i int, step []float64) { m.addTo(m.w, i, step) }

// addTo adds z_i·step to coefficients.
func (m *multiclass) addTo(w []float64, i int, step []float64) {
	if m.sparse != nil {
		columns, values := m.sparse.Row(i)
		kernel.Scatter(values, columns, w, m.width, step)
	} else {
		kernel.Scatter(m.x.Row(i), m.columns, w, m.width, step)
	}
	kernel.Axpy(w[m.x.Cols*m.width:], 1, step)
}

// alphaOf returns the α of a row, one for each class.
func (m *multiclass) alphaOf(i int) []float64 { return m.alpha[i*m.width : (i+1)*m.width] }

// point returns the coefficients.
func (m *multiclass) point() []float64 { return m.w }

// objectives returns the primal and the dual objective. The coefficients are
// computed afresh from α first.
func (m *multiclass) objectives() (primal, dual float64) {
	clear(m.w)
	linearTerm := 0.0
	for i := range m.class {
		alpha := m.alphaOf(i)
		if own := alpha[m.class[i]]; own != 0 {
			m.add(i, alpha)
			linearTerm -= own
		}
	}
	loss := 0.0
	for i, class := range m.class {
		m.decide(i)
		most := m.f[class]
		for k, f := range m.f[:m.classes] {
			if k != class {
				most = max(most, f+1)
			}
		}
		loss += float64(m.bound[i] * (most - m.f[class]))
	}
	square := kernel.Dot(m.w, m.w)
	return float64(square/2) + loss, float64(-square/2) - linearTerm
}

// level returns the β of a row. If the α of its own class is below its limit, β is
// the mean of that b and of all larger than β; else it is what brings the α of the
// other classes to minus that limit.
func (m *multiclass) level(i int) float64 {
	class, room := m.class[i], m.square[i]*m.bound[i]
	own := m.b[class]
	if beta := m.mean(own, 1, class); beta-own <= room {
		return beta
	}
	return m.mean(-room, 0, class)
}

// mean adds to a sum of n numbers the b of those classes but one that are above
// the mean of all that were added, and returns that mean: it leaves out the b below
// it until there are none (Michelot, "A finite algorithm for finding the projection
// of a point onto the canonical simplex", 1986). Numbers that are left out stay so,
// except for rounding: where several b are as good as equal their rounded mean may be
// above some of them, and that of the others not. So it ends as soon as no more are
// left out.
func (m *multiclass) mean(sum, n float64, class int) float64 {
	least, before := math.Inf(-1), math.Inf(1)
	for {
		s, count := sum, n
		for k, b := range m.b {
			if k != class && b >= least {
				s += b
				count++
			}
		}
		if !(count < before && count > 0) {
			return least
		}
		before, least = count, s/count
	}
}
