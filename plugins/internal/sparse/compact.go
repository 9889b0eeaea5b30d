package sparse

import "github.com/manyclass/bench/plugins/internal/kernel"

// compact drops the lanes that are done, once that saves 8 lanes; until then they
// stand still.
func (g *group) compact() {
	var left []int
	var lanes []lane
	for j, l := range g.lanes {
		if !l.done {
			left, lanes = append(left, j), append(lanes, l)
		}
	}
	switch {
	case len(left) == len(g.lanes):
		return
	case len(left) == 0:
		g.lanes = nil
		return
	case kernel.Padded(len(left)) < g.width:
		g.keep(left, lanes)
	}
	g.setParams()
}

// keep moves the state of the lanes that are left to the front of narrower rows.
func (g *group) keep(left []int, lanes []lane) {
	from, to := g.width, kernel.Padded(len(left))
	move := func(all []float64) []float64 {
		rows := len(all) / from
		for i := range rows {
			row := all[i*to : (i+1)*to]
			for k, j := range left {
				row[k] = all[i*from+j]
			}
			clear(row[len(left):])
		}
		return all[:rows*to]
	}
	g.w, g.alpha = move(g.w), move(g.alpha)
	if g.logit != nil {
		g.logit = move(g.logit)
	}
	g.bias, g.centre = move(g.bias), move(g.centre)
	g.gaps, g.f = make([]float64, to), make([]float64, to)
	g.lanes, g.width, g.stride = lanes, to, to
}
