package reference

import (
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
)

// Hard returns binary problems on which careless arithmetic fails, by name.
func Hard() map[string]contract.Problem {
	scaled := func(by ...float64) contract.Problem {
		return changed(drawn(60, 4), func(_ int, row []float64) {
			for j, s := range by {
				row[j] *= s
			}
		})
	}
	return map[string]contract.Problem{
		"more columns than rows": drawn(20, 50),
		"collinear columns":      changed(drawn(60, 4), func(_ int, row []float64) { row[3] = row[0] - 2*row[1] }),
		"duplicated columns":     changed(drawn(60, 4), func(_ int, row []float64) { row[2], row[3] = row[0], row[0] }),
		"constant columns":       changed(drawn(60, 4), func(_ int, row []float64) { row[1], row[2] = 0, 7 }),
		"one large column":       scaled(1e12),
		"one small column":       scaled(1, 1e-12),
		"large and small":        scaled(1e-12, 1e12, 1, 1e6),
		"all large":              scaled(1e12, 1e12, 1e12, 1e12),
		"far from 0":             changed(drawn(60, 4), func(_ int, row []float64) { row[1] += 1e12 }),
		"rows of zeros":          changed(drawn(60, 4), func(i int, row []float64) { clear(row[:4*(i%2)]) }),
		"nothing but zeros":      changed(drawn(60, 4), func(_ int, row []float64) { clear(row) }),
		"two rows":               drawn(2, 3),
		"two rows of each":       drawn(4, 3),
		"one column":             drawn(30, 1),
	}
}

// drawn returns n rows of d normal values, with the sign of the first as the
// target except for one row in eight.
func drawn(n, d int) contract.Problem {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	p := contract.Problem{Task: contract.Binary, Classes: 2, X: contract.Matrix{Rows: n, Cols: d}}
	for i := range n {
		for range d {
			p.X.Data = append(p.X.Data, rng.NormFloat64())
		}
		y := math.Copysign(1, p.X.Row(i)[0])
		if i%8 == 7 {
			y = -y
		}
		p.Y = append(p.Y, y)
	}
	p.Y[0], p.Y[1] = 1, -1
	return p
}

// changed applies a change to the rows of a problem.
func changed(p contract.Problem, change func(i int, row []float64)) contract.Problem {
	for i := range p.X.Rows {
		change(i, p.X.Row(i))
	}
	return p
}

// ThreeClasses makes a problem of three classes of a binary one: every third row
// is of the third.
func ThreeClasses(p contract.Problem) contract.Problem {
	q := p
	q.Task, q.Classes, q.Y = contract.Multiclass, 3, make([]float64, len(p.Y))
	for i, y := range p.Y {
		if q.Y[i] = (y + 1) / 2; i%3 == 2 {
			q.Y[i] = 2
		}
	}
	return q
}
