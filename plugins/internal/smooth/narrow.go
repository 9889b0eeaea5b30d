package smooth

import (
	"slices"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// A copy in float32 pays for designs from leastNarrow values on. From mostNarrow values
// on it would take too much memory, 512 MiB.
const (
	leastNarrow = 1 << 17
	mostNarrow  = 1 << 27
)

// narrow returns the rows in float32, Rows × kernel.NarrowPadded(Dim).
func (d *Design) narrow(threads int) []float32 {
	d.narrowing.Do(func() {
		stride := kernel.NarrowPadded(d.Dim)
		d.narrowed = mapped.Make[float32](d.Rows*stride, 1)
		share(threads, func(t, threads int) {
			room := make([]float64, d.Dim)
			for i := d.Rows * t / threads; i < d.Rows*(t+1)/threads; i++ {
				kernel.Narrow(d.narrowed[i*stride:i*stride+d.Dim], d.rows(i, 1, room), 0)
			}
		})
	})
	return d.narrowed
}

// width returns the number of problems of a worker with padding.
func (w *worker) width() int {
	if w.narrow != nil {
		return kernel.NarrowPadded(len(w.places))
	}
	return kernel.Padded(len(w.places))
}

// stride returns the number of variables with padding.
func (w *worker) stride(dim int) int {
	if w.narrow != nil {
		return kernel.NarrowPadded(dim)
	}
	return dim
}

// narrowDown copies coefficients to float32 if there is need.
func (w *worker) narrowDown() {
	if w.narrow != nil {
		w.wn, w.fn = slices.Grow(w.wn[:0], len(w.w))[:len(w.w)], slices.Grow(w.fn[:0], len(w.f))[:len(w.f)]
		kernel.Narrow(w.wn, w.w, 0)
	}
}

// addNarrow adds losses and gradients of the rows of a part with products in float32.
func (c *Columns) addNarrow(w *worker, p part, numbers []int) {
	dim, width, rows := c.design.Dim, len(w.losses), kernel.Padded(p.rows)
	stride := w.stride(dim)
	data := w.narrow[p.start*stride:]
	f := w.f[:rows*width]
	clear(f)
	kernel.MulAddNarrow(rows, width, dim, data, stride, 1, w.wn, width, f, width)
	c.derive(p, w.places, numbers, f, w.losses)
	kernel.Narrow(w.fn[:len(f)], f, 0)
	kernel.MulAddNarrow(width, stride, p.rows, w.fn, 1, width, data, stride, w.gradient, stride)
}

// addGradient adds the gradient of a problem among those of a worker.
func (w *worker) addGradient(into []float64, k int) {
	if w.narrow != nil {
		kernel.Axpy(into, 1, w.gradient[k*w.stride(len(into)):][:len(into)])
		return
	}
	width := len(w.losses)
	for j, at := 0, k; j < len(into); j, at = j+1, at+width {
		into[j] += w.gradient[at]
	}
}
