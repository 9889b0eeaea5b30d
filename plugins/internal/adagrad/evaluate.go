package adagrad

import (
	"sync"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// stripes is the number of parts of the rows that are summed apart, by as many threads if there are, and then in order.
const stripes = 2

// striped calls do for each stripe with its blocks, at the same time if there are threads.
func (d *descent) striped(do func(stripe int, visit func(func(sample)))) {
	of := d.blocks()
	var all sync.WaitGroup
	for s := range stripes {
		part := func() {
			do(s, func(visit func(sample)) {
				var list []sample
				for number := of * s / stripes; number < of*(s+1)/stripes; number++ {
					list = d.block(list[:0], number, of)
					for _, one := range list {
						visit(one)
					}
					d.release(number, of)
				}
			})
		}
		if d.Threads > 1 {
			all.Go(part)
		} else {
			part()
		}
	}
	all.Wait()
}

// counts returns how many of the rows that are not left out have a value in each column, and their number.
func (d *descent) counts() (counts []int32, used int) {
	var parts [stripes][]int32
	var rows [stripes]int
	d.striped(func(stripe int, each func(func(sample))) {
		n, v := make([]int32, d.Features.Cols), d.view()
		each(func(s sample) {
			if target, _ := d.Of(s.class, s.number); target == 0 {
				return
			}
			rows[stripe]++
			columns, values := v.row(s.row)
			for at, j := range columns {
				if values[at] != 0 {
					n[j]++
				}
			}
		})
		parts[stripe] = n
	})
	for j, n := range parts[1] {
		parts[0][j] += n
	}
	return parts[0], rows[0] + rows[1]
}

// evaluate returns J and ‖g‖².
func (d *descent) evaluate() (value, square float64) {
	var gradients [stripes][]float64
	var losses [stripes]float64
	d.striped(func(stripe int, each func(func(sample))) {
		gradients[stripe] = make([]float64, len(d.variables))
		losses[stripe] = d.losses(gradients[stripe], each)
	})
	value = losses[0] + losses[1]
	last := len(d.variables) - 1
	for j, v := range d.variables {
		g := gradients[0][j] + gradients[1][j]
		if j < last || d.Intercept == smooth.PenalisedIntercept {
			value += float64(float64(v.w*v.w) / 2)
			g += v.w
		}
		square += float64(g * g)
	}
	return value, square
}

// losses returns the sum of the losses of some rows, and adds their slopes to a gradient.
func (d *descent) losses(gradient []float64, each func(func(sample))) (sum float64) {
	v, last := d.view(), len(d.variables)-1
	each(func(s sample) {
		target, weight := d.Of(s.class, s.number)
		if target == 0 {
			return
		}
		columns, values := v.row(s.row)
		z := d.variables[last].w
		for at, j := range columns {
			z += float64(values[at] * d.variables[j].w)
		}
		margin := float64(target * z)
		tail := elementary.Exp(-max(margin, -margin))
		loss, chance := elementary.Log1p(tail), tail/(1+tail)
		if margin < 0 {
			loss, chance = loss-margin, 1/(1+tail)
		}
		sum += float64(weight * loss)
		slope := -float64(float64(weight*target) * chance)
		for at, j := range columns {
			gradient[j] += float64(slope * values[at])
		}
		if d.Intercept != smooth.NoIntercept {
			gradient[last] += slope
		}
	})
	return sum
}
