package sparse

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
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
				next.square += float64(v * v)
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

// isPair reports whether a problem is trained as one of pairs. It depends on the
// problem alone, since it changes rounding.
func (p *problems) isPair(column int) bool {
	if p.Loss == linear.Hinge || len(p.classes) <= 2 || !p.isSingle(column) {
		return false
	}
	used := p.pairOf(column)
	return len(used) == 2 && min(len(p.classes[used[0]]), len(p.classes[used[1]])) > 0 &&
		len(p.classes[used[0]])+len(p.classes[used[1]]) <= mostPairRows
}

// pairGroups divides problems of two classes by the blocks of 8 classes that these are
// from, so that no class has more than 8 problems in a group.
func (p *problems) pairGroups(columns []int) [][]int {
	type key struct{ a, b int }
	keys := make(map[int]key, len(columns))
	for _, c := range columns {
		used := p.pairOf(c)
		keys[c] = key{used[0] / kernel.Lanes, used[1] / kernel.Lanes}
	}
	columns = slices.Clone(columns)
	slices.SortStableFunc(columns, func(x, y int) int {
		return cmp.Or(cmp.Compare(keys[x].a, keys[y].a), cmp.Compare(keys[x].b, keys[y].b))
	})
	var groups [][]int
	lanes := map[int]int{}
	for i, c := range columns {
		used := p.pairOf(c)
		if i == 0 || keys[c] != keys[columns[i-1]] || max(lanes[used[0]], lanes[used[1]]) == kernel.Lanes {
			groups = append(groups, nil)
			clear(lanes)
		}
		last := len(groups) - 1
		groups[last] = append(groups[last], c)
		lanes[used[0]]++
		lanes[used[1]]++
	}
	return groups
}

// pairOf returns the classes that a column uses.
func (p *problems) pairOf(column int) []int {
	var used []int
	for k := range p.classes {
		if p.columns[column].Target[k] != 0 {
			used = append(used, k)
		}
	}
	return used
}

// isSingle reports whether a column is trained singly. It depends on the problem
// alone, since it changes rounding.
func (p *problems) isSingle(column int) bool {
	if p.Together {
		return false
	}
	used := 0
	for k, rows := range p.classes {
		if p.columns[column].Target[k] != 0 {
			used += len(rows)
		}
	}
	return 2*used < p.size || len(p.classes) <= 2
}

const (
	// mostPairRows is the largest number of rows of such a problem. With many rows
	// descent, row by row, is as fast, and takes less memory.
	mostPairRows = 4096
	// mostProducts is the largest number of products for a problem, which is then
	// left to descent.
	mostProducts = 60
)
