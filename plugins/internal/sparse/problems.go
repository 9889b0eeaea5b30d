package sparse

import (
	"math"
	"slices"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// widest is the number of problems that are trained side by side.
const widest = 3 * kernel.Lanes

// smallest is the least ‖x‖² that is divided by.
const smallest = 1e-300

// newProblems lists the rows by class.
func newProblems(given Rows, columns []smooth.Column, s Settings) *problems {
	p := &problems{Settings: s, csr: given.CSR, cols: given.Cols, columns: columns}
	sum := 0.0
	for _, r := range given.Ranges {
		for len(p.classes) <= r.Class {
			p.classes = append(p.classes, nil)
		}
		for i := r.Start; i < r.End; i++ {
			next := row{start: given.CSR.Indptr[i], end: given.CSR.Indptr[i+1], class: r.Class, number: p.size, weight: 1}
			for _, v := range given.CSR.Data[next.start:next.end] {
				next.square += v * v
			}
			if given.Weights != nil {
				next.weight = given.Weights[p.size]
			}
			p.radius = max(p.radius, math.Sqrt(next.square))
			sum += next.square
			p.classes[r.Class] = append(p.classes[r.Class], next)
			p.size++
		}
	}
	p.blocks = make([]block, (len(p.classes)+kernel.Lanes-1)/kernel.Lanes)
	p.check()
	p.setUnit(sum)
	return p
}

// setUnit chooses the size of the intercept's feature: 1 if it is penalised, else
// about that of the rows, but no less than one over the most that n losses can
// curve: with small weights α is small, and the intercept would creep.
func (p *problems) setUnit(sum float64) {
	switch p.Intercept {
	case smooth.PenalisedIntercept:
		p.unit = 1
	case smooth.FreeIntercept:
		n := float64(max(p.size, 1))
		p.unit = max(sum/n, smallest)
		if p.Typical > 0 {
			p.unit = max(p.unit, 4/(n*p.Typical))
		}
	}
	for _, rows := range p.classes {
		for i := range rows {
			rows[i].square = max(rows[i].square+p.unit, smallest)
		}
	}
}

// groups divides the columns into those that are trained side by side, as evenly
// as the threads need, and single ones. Results do not depend on it.
func (p *problems) groups() [][]int {
	var rest, twos []int
	var groups, singles [][]int
	for i := range p.columns {
		if p.isPair(i) {
			twos = append(twos, i)
		} else if p.isSingle(i) {
			singles = append(singles, []int{i})
		} else {
			rest = append(rest, i)
		}
	}
	for group := range slices.Chunk(rest, Width(len(rest), p.Threads)) {
		groups = append(groups, group)
	}
	return slices.Concat(groups, p.pairGroups(twos), singles)
}

// Width is how many of some problems are trained side by side.
func Width(problems, threads int) int {
	threads = max(threads, 1)
	return max(min(widest, kernel.Padded((problems+threads-1)/threads)), 1)
}

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
