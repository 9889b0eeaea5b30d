package kernelised

import (
	"context"
	"math"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/psd"
)

const (
	// patience is the number of steps, and how many a row, after which steps in pairs are
	// taken to zigzag: where many rows are on their margin, as with a large C and a kernel
	// of low rank, they take millions.
	patience, patienceOfRow = 4096, 8
	// mostFree is the largest number of free β that are moved together.
	mostFree = 512
	// ridge is what is added to a diagonal, of the largest value there: enough for a
	// singular matrix to have a factor, and little enough not to slow others down.
	ridge = 1e-6
)

// jump moves all free β together to where the objective is least over them, or on the way
// there as far as the first bound, until no bound is in the way. It returns how many times
// it moved them. The objective never grows.
func (w *working) jump() (times int) {
	for {
		free := w.free()
		if len(free) < 3 || len(free) > mostFree { // two are a step
			return times
		}
		direction := w.direction(free)
		if direction == nil {
			return times
		}
		t, at := w.room(free, direction)
		if !(t > 0) {
			return times
		}
		for k, i := range free {
			w.beta[i] = min(max(w.beta[i]+float64(t*direction[k]), w.lowest[w.set[i]]), w.highest[w.set[i]])
			w.axpyRow(i, -t*direction[k])
		}
		times++
		if at < 0 {
			return times
		}
		i := free[at]
		if direction[at] > 0 {
			w.beta[i] = w.highest[w.set[i]]
		} else {
			w.beta[i] = w.lowest[w.set[i]]
		}
		w.bound(i)
	}
}

// free are the rows whose β is at no bound.
func (w *working) free() (rows []int) {
	for k := range w.set {
		if w.up[k] == 0 && w.low[k] == 0 {
			rows = append(rows, k)
		}
	}
	return rows
}

// direction solves min ½ δᵀKδ − eᵀδ over Σ δ = 0, where the first δ is minus the sum of the
// others; nil if that cannot be done.
func (w *working) direction(free []int) []float64 {
	h, size := w.minusHessian(free)
	if !psd.Cholesky(h, size, 0) {
		return nil
	}
	solution := make([]float64, len(free)-1)
	for a, i := range free[1:] {
		solution[a] = w.e[i] - w.e[free[0]]
	}
	psd.SolveCholesky(h, size, solution)
	out := make([]float64, len(free))
	for a, v := range solution {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil
		}
		out[a+1] = v
		out[0] -= v
	}
	return out
}

// minusHessian returns the upper triangle of minus the second derivatives by all δ but the first, with a ridge and
// a diagonal of −1 in the padding, which is what psd.Cholesky decomposes.
func (w *working) minusHessian(free []int) (h []float64, size int) {
	n, first := len(free)-1, free[0]
	size = kernel.Padded(n)
	h = make([]float64, size*size)
	own, largest := w.kernelRow(first), 0.0
	for a, i := range free[1:] {
		row := w.kernelRow(i)
		for b := a; b < n; b++ {
			j := free[b+1]
			v := float64(row[j])
			if i == j {
				v = w.diagonal[i]
			}
			h[a*size+b] = -(v - float64(own[i]) - float64(own[j]) + w.diagonal[first])
		}
		largest = max(largest, -h[a*size+a])
	}
	for a := range size {
		h[a*size+a] -= float64(ridge * largest)
		if a >= n {
			h[a*size+a] = -1
		}
	}
	return h, size
}

// room returns how far β can go in a direction, at most 1, and which of them ends it, −1
// if none does.
func (w *working) room(free []int, direction []float64) (t float64, at int) {
	t, at = 1, -1
	for k, i := range free {
		left := w.highest[w.set[i]] - w.beta[i]
		if direction[k] < 0 {
			left = w.lowest[w.set[i]] - w.beta[i]
		}
		if most := left / direction[k]; direction[k] != 0 && most < t {
			t, at = most, k
		}
	}
	return t, at
}

// axpyRow adds a times the kernel of a row to e.
func (w *working) axpyRow(k int, a float64) { kernel.AxpyNarrow(w.e, a, w.kernelRow(k)) }

// minimize takes steps in two β, those of the row that violates optimality most and of
// the row with which it gains most to second order (Fan, Chen and Lin, "Working set
// selection using second order information for training support vector machines", JMLR
// 6, 2005), until the violation is within tol. It returns how many there were.
func (w *working) minimize(ctx context.Context, tol float64) (steps int, err error) {
	i, low := w.worst()
	since, patient := 0, patience+patienceOfRow*len(w.set)
	for ; steps < w.left; steps++ {
		if i < 0 || !(w.e[i]-low > tol) {
			break
		}
		if steps%often == often-1 {
			if err := ctx.Err(); err != nil {
				return steps, err
			}
		}
		if since++; since > patient {
			since = 0
			if times := w.jump(); times > 0 {
				since = patient - len(w.set)
				steps += times
				i, low = w.worst()
				continue
			}
		}
		own := w.kernelRow(i)
		j := kernel.Partner(w.e, w.low, w.diagonal, own, w.e[i], w.diagonal[i])
		if j < 0 {
			break
		}
		step, moved := w.step(i, j, own)
		if !moved {
			break
		}
		i, low = kernel.Step(w.e, w.up, w.low, step, own, w.kernelRow(j))
	}
	return steps, nil
}
