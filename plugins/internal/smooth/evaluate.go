package smooth

import (
	"sync"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// Evaluate computes values and gradients of the problems with the given numbers.
func (c *Columns) Evaluate(numbers []int, x [][]float64, values []float64, gradients [][]float64) {
	c.pass(nil, numbers, x, values, gradients)
}

// pass is Evaluate, with products of the rows in float32 if there is such a copy of
// them.
func (c *Columns) pass(narrow []float32, numbers []int, x [][]float64, values []float64, gradients [][]float64) {
	c.sums[0] = columnSum{gradients, values}
	var wait sync.WaitGroup
	for t := range c.stripes.threads {
		wait.Go(func() {
			w := &c.workers[t]
			w.narrow, w.places = narrow, w.places[:0]
			for i := t; i < len(c.sums); i += c.stripes.threads {
				c.sums[i].begin(len(numbers), c.design.Dim)
				c.evaluate(w, c.stripes.parts[i], numbers, x, c.sums[i])
			}
		})
	}
	wait.Wait()
	for k := range numbers {
		for _, s := range c.sums[1:] {
			kernel.Axpy(gradients[k], 1, s.gradients[k])
			values[k] += s.losses[k]
		}
		values[k] += c.design.penalise(x[k], gradients[k])
	}
}

// evaluate adds the losses and gradients of the rows of a stripe, one class after
// the other.
func (c *Columns) evaluate(w *worker, parts []part, numbers []int, x [][]float64, sum columnSum) {
	for from := 0; from < len(parts); {
		class, to := parts[from].class, from+1
		for to < len(parts) && parts[to].class == class {
			to++
		}
		if c.gather(w, class, numbers, x) {
			width := len(w.losses)
			for _, p := range parts[from:to] {
				if w.narrow != nil {
					c.addNarrow(w, p, numbers)
					continue
				}
				x := c.design.block(p, &w.room)
				f := w.f[:kernel.Padded(p.rows)*width]
				clear(f)
				x.decide(w.w, width, f)
				c.derive(p, w.places, numbers, f, w.losses)
				x.gradient(f, width, w.gradient)
			}
			for k, place := range w.places {
				w.addGradient(sum.gradients[place], k)
				sum.losses[place] += w.losses[k]
			}
		}
		from = to
	}
}

// gather prepares a worker for the rows of a class. It reports whether a problem
// uses them.
func (c *Columns) gather(w *worker, class int, numbers []int, x [][]float64) bool {
	before := len(w.places)
	same := true
	w.places = w.places[:0]
	for k, number := range numbers {
		if c.columns[number].Target[class] != 0 {
			at := len(w.places)
			same = same && at < before && w.places[:before][at] == k
			w.places = append(w.places, k)
		}
	}
	if len(w.places) == 0 {
		return false
	}
	dim, width := c.design.Dim, w.width()
	w.gradient, w.losses = sized(w.gradient, w.stride(dim)*width), sized(w.losses, width)
	clear(w.gradient)
	clear(w.losses)
	if same && len(w.places) == before {
		return true
	}
	w.f, w.w = sized(w.f, tile*width), sized(w.w, dim*width)
	for k, place := range w.places {
		at := k
		for _, v := range x[place] {
			w.w[at] = v
			at += width
		}
	}
	for k := len(w.places); k < width; k++ {
		for at := k; at < len(w.w); at += width {
			w.w[at] = 0
		}
	}
	w.narrowDown()
	return true
}

// Rough reports whether problems are evaluated in float32 first.
func (c *Columns) Rough() bool {
	values := c.design.Rows * kernel.NarrowPadded(c.design.Dim)
	return values >= leastNarrow && values < mostNarrow
}

// EvaluateRoughly is Evaluate with products in float32: twice as many are computed at a
// time, of half the bytes. Losses, and what tiles of rows add up to, are float64.
func (c *Columns) EvaluateRoughly(numbers []int, x [][]float64, values []float64, gradients [][]float64) {
	c.pass(c.design.narrow(c.stripes.threads), numbers, x, values, gradients)
}
