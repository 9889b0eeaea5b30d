package kernelised

import (
	"math"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// working is a dual problem in the β of a working set, whose rows lie side by side.
// Slices have the length of the set, padded.
type working struct {
	*dual
	set      []int32
	beta     []float64
	e        []float64
	diagonal []float64
	up, low  []float64   // 0 for rows of the upper and the lower set; else −∞ and +∞
	rows     [][]float32 // kernel with the rows of the set, for those that were needed
	memory   []float32   // for more rows
	direct   bool        // the set is all that the kernel matrix is of
}

func newWorking(d *dual, set []int32) *working {
	n := kernel.Padded(len(set))
	w := &working{dual: d, set: set, rows: make([][]float32, len(set))}
	if r, own := d.values.(*recent); own && len(set) == r.matrix.Len() {
		w.direct = true
	}
	for _, v := range []*[]float64{&w.beta, &w.e, &w.diagonal, &w.up, &w.low} {
		*v = make([]float64, n)
	}
	for k := range n {
		w.up[k], w.low[k] = math.Inf(-1), math.Inf(1)
		if k < len(set) {
			i := set[k]
			w.beta[k], w.e[k], w.diagonal[k] = d.beta[i], d.e[i], d.diagonal[i]
			w.bound(k)
		}
	}
	w.beta = w.beta[:len(set)]
	return w
}

// bound notes in which sets a row is.
func (w *working) bound(k int) {
	i := w.set[k]
	w.up[k], w.low[k] = math.Inf(-1), math.Inf(1)
	if w.beta[k] < w.highest[i] {
		w.up[k] = 0
	}
	if w.beta[k] > w.lowest[i] {
		w.low[k] = 0
	}
}

// kernelRow returns the kernel of a row of the set with all of them.
func (w *working) kernelRow(k int) []float32 {
	if w.direct {
		return w.row(w.column[k])[:len(w.e)]
	}
	if w.rows[k] != nil {
		return w.rows[k]
	}
	n := len(w.e)
	if len(w.memory) < n {
		w.memory = make([]float32, min(len(w.set), ahead)*n)
	}
	out := w.memory[:n:n]
	w.memory = w.memory[n:]
	row := w.row(w.column[w.set[k]])
	for at, i := range w.set {
		out[at] = row[w.column[i]]
	}
	w.rows[k] = out
	return out
}

// often is the number of steps after which to see whether the call has ended.
const often = 1 << 14

// worst returns the row of the upper set with the largest e, −1 if there is none, and the
// smallest e of the lower set.
func (w *working) worst() (at int, low float64) {
	at, low = -1, math.Inf(1)
	high := math.Inf(-1)
	for k := range w.set {
		if v := w.e[k] + w.up[k]; v > high {
			at, high = k, v
		}
		low = min(low, w.e[k]+w.low[k])
	}
	return at, low
}

// step moves β_i up and β_j down by what is best for both, and reports whether that
// is more than rounding.
func (w *working) step(i, j int, own []float32) (step float64, moved bool) {
	curvature := math.FMA(-2, float64(own[j]), w.diagonal[i]+w.diagonal[j])
	if !(curvature > 0) {
		curvature = least
	}
	roomUp, roomDown := w.highest[w.set[i]]-w.beta[i], w.beta[j]-w.lowest[w.set[j]]
	step = min((w.e[i]-w.e[j])/curvature, roomUp, roomDown)
	up, down := w.beta[i]+step, w.beta[j]-step
	if step == roomUp {
		up = w.highest[w.set[i]]
	}
	if step == roomDown {
		down = w.lowest[w.set[j]]
	}
	moved = up != w.beta[i] || down != w.beta[j]
	w.beta[i], w.beta[j] = up, down
	w.bound(i)
	w.bound(j)
	return step, moved
}

// least is the curvature of a direction in which the kernel matrix has none.
const least = 1e-12
