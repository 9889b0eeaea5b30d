package kernelised

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// dual is the dual problem in β_i = y_i·α_i,
//
//	minimise ½ βᵀKβ − yᵀβ   over Σ β_i = 0,  least_i ≤ β_i ≤ most_i,
//
// where the bounds are 0 and C·c_i for y_i = 1, −C·c_i and 0 for y_i = −1. Its negative
// gradient is e = y − Kβ. A β that can grow is in the upper set, one that can fall in
// the lower set, and at the minimum no e of the upper set is above one of the lower set.
type dual struct {
	values
	column   []int32 // of each row in the kernel matrix, ascending
	y        []float64
	diagonal []float64 // the kernel of each row with itself
	beta     []float64
	lowest   []float64
	highest  []float64
	e        []float64
	left     int // steps that are left
	rules
	drift
}

// rules say how far and in which working sets a dual problem is solved.
type rules struct {
	tol     float64
	wide    bool // rows are so wide that all of a working set are cheaper in blocks than some alone
	largest int  // working set
}

// drift is what the rounding of e since it was last computed exactly is estimated from.
type drift struct {
	spent   int                            // steps since then
	exactAt []float64                      // β at that time
	exact   func(beta []float64) []float64 // Kβ
}

func newDual(v values, column []int32, y, weights, diagonal []float64) *dual {
	n := len(y)
	d := &dual{values: v, column: column, y: y, diagonal: make([]float64, n), beta: make([]float64, n),
		drift: drift{exactAt: make([]float64, n)}, lowest: make([]float64, n), highest: make([]float64, n),
		e: slices.Clone(y)}
	for i, c := range column {
		d.diagonal[i] = diagonal[c]
		if y[i] > 0 {
			d.highest[i] = weights[i]
		} else {
			d.lowest[i] = -weights[i]
		}
	}
	return d
}

const (
	// smallest is the number of rows of the first working set; others have more as
	// there are more free β.
	smallest = 512
	// narrower is the share of the violation that is left after a working set.
	narrower = 0.1
)

// gap is the largest violation of optimality.
func (d *dual) gap() float64 {
	high, low := d.ends()
	return high - low
}

// ends returns the largest e of the upper set and the smallest of the lower set.
func (d *dual) ends() (high, low float64) {
	high, low = math.Inf(-1), math.Inf(1)
	for i, e := range d.e {
		if d.beta[i] < d.highest[i] {
			high = max(high, e)
		}
		if d.beta[i] > d.lowest[i] {
			low = min(low, e)
		}
	}
	return high, low
}

// drifted reports whether rounding may have moved e by a tenth of the tolerance since
// it was computed afresh: that of e itself, and that of the kernel matrix and of squared
// distances to float32.
func (d *dual) drifted() bool {
	scale, squares, diagonal := 1.0, 0.0, 1.0
	for i, b := range d.beta {
		scale = max(scale, math.Abs(d.e[i]))
		diagonal = max(diagonal, math.Abs(d.diagonal[i]))
		squares += float64((b - d.exactAt[i]) * (b - d.exactAt[i]))
	}
	scale = max(scale, math.Sqrt(squares)*diagonal)
	return float64(math.Sqrt(float64(d.spent))*scale*0x1p-52)+float64(8*math.Sqrt(squares)*diagonal*0x1p-25) > d.tol/10
}

// refresh computes e afresh, with the kernel in float64.
func (d *dual) refresh() {
	d.spent = 0
	copy(d.exactAt, d.beta)
	for i, f := range d.exact(d.beta) {
		d.e[i] = d.y[i] - f
	}
}

// first is the first working set: all rows if they are few, else as many of each sign,
// evenly.
func (d *dual) first() []int32 {
	n := len(d.y)
	if n <= d.largest {
		return all(n)
	}
	var sides [2][]int32
	for i, y := range d.y {
		side := 0
		if y > 0 {
			side = 1
		}
		sides[side] = append(sides[side], int32(i))
	}
	var set []int32
	for _, rows := range sides {
		n := min(len(rows), min(smallest, d.largest)/2)
		for k := range n {
			set = append(set, rows[k*len(rows)/n])
		}
	}
	slices.Sort(set)
	return set
}

// next is the working set after the first: rows whose β is free, and those at a bound
// that violate optimality most, as many on either side.
func (d *dual) next() []int32 {
	if len(d.y) <= d.largest {
		return all(len(d.y))
	}
	high, low := d.ends()
	middle := (high + low) / 2
	var free, upper, lower []int32
	for i, e := range d.e {
		up, down := d.beta[i] < d.highest[i], d.beta[i] > d.lowest[i]
		switch {
		case up && down:
			free = append(free, int32(i))
		case up && e > middle:
			upper = append(upper, int32(i))
		case down && e < middle:
			lower = append(lower, int32(i))
		}
	}
	away := func(a, b int32) int {
		return cmp.Or(cmp.Compare(math.Abs(d.e[b]-middle), math.Abs(d.e[a]-middle)), cmp.Compare(a, b))
	}
	size := min(d.largest, max(smallest, 2*len(free)))
	var set []int32
	for _, rows := range [][]int32{upper, lower} {
		slices.SortFunc(rows, away)
		set = append(set, rows[:min(len(rows), size/4)]...)
	}
	slices.SortFunc(free, away)
	set = append(set, free[:min(len(free), size-len(set))]...)
	slices.Sort(set)
	return set
}

func all(n int) []int32 {
	list := make([]int32, n)
	for i := range list {
		list[i] = int32(i)
	}
	return list
}

// subtract subtracts the sum of rows of the kernel matrix times numbers from e.
func (d *dual) subtract(rows []int32, by []float64) {
	for len(rows) > 0 {
		n := min(len(rows), ahead, d.most())
		columns := d.columns(rows[:n])
		d.need(columns)
		for k, c := range columns {
			d.axpy(-by[k], d.row(c))
		}
		rows, by = rows[n:], by[n:]
	}
}

// columns returns where rows are in the kernel matrix.
func (d *dual) columns(rows []int32) []int32 {
	list := make([]int32, len(rows))
	for k, i := range rows {
		list[k] = d.column[i]
	}
	return list
}

// ahead is the number of rows that are computed together.
const ahead = 48

// axpy adds a·row to e, run by run of adjoining columns.
func (d *dual) axpy(a float64, row []float32) {
	for start := 0; start < len(d.e); {
		first := d.column[start]
		end := start + 1
		if int(d.column[len(d.e)-1]-first) == len(d.e)-1-start {
			end = len(d.e)
		}
		for end < len(d.e) && int(d.column[end]-first) == end-start {
			end++
		}
		whole := start + (end-start)&^(kernel.Lanes-1)
		x := row[first:]
		kernel.AxpyNarrow(d.e[start:whole], a, x[:whole-start])
		for i := whole; i < end; i++ {
			d.e[i] = math.FMA(a, float64(x[i-start]), d.e[i])
		}
		start = end
	}
}

var errOverflow = errors.New("the objective overflows: standardise the features or choose a smaller C")
