package adagrad

import (
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
)

// Rows are the training rows of a problem, which are read where they are and never copied.
type Rows struct {
	Features     contract.Features
	Ranges       []contract.Range
	Shift, Scale []float64 // as in contract.RowSet
	// Of returns the target of a row, 1, −1 or 0 if it is left out, and the weight of its loss, by its class and its
	// number among the training rows.
	Of func(class, number int) (target, weight float64)
}

// sample is a row: its number in the matrix and among the training rows, and its class.
type sample struct{ row, number, class int }

// blockRows is about the number of rows that are put in a random order together: rows that lie side by side are read
// together, from a disk if there is no room for them in memory.
const blockRows = 1 << 13

// blocks is the number of blocks of the rows.
func (r *Rows) blocks() int { return contract.CountRows(r.Ranges)/blockRows + 1 }

// block appends the rows of a block. Each has the same share of all ranges, so that it is as mixed as the whole: rows
// of a matrix are in the order of their classes.
func (r *Rows) block(list []sample, number, of int) []sample {
	first := 0
	for _, s := range r.Ranges {
		n := s.End - s.Start
		for k := n * number / of; k < n*(number+1)/of; k++ {
			list = append(list, sample{s.Start + k, first + k, s.Class})
		}
		first += n
	}
	return list
}

// shuffled calls visit for all rows, block by block, in a random order within a block. The next row is known before
// it is its turn.
func (r *Rows) shuffled(random *rand.Rand, visit func(now, next sample)) {
	var list []sample
	of := r.blocks()
	for number := range of {
		list = r.block(list[:0], number, of)
		random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		for i, s := range list {
			visit(s, list[min(i+1, len(list)-1)])
		}
		r.release(number, of)
	}
}

// release says that the rows of a block are not needed for now.
func (r *Rows) release(number, of int) {
	if r.Features.Release == nil {
		return
	}
	for _, s := range r.Ranges {
		n := s.End - s.Start
		r.Features.Release(s.Start+n*number/of, s.Start+n*(number+1)/of)
	}
}

// view reads rows as they are standardised.
type view struct {
	*Rows
	columns []int32 // of a dense row
	values  []float64
}

func (r *Rows) view() *view {
	v := &view{Rows: r}
	if r.Features.CSR == nil {
		v.columns, v.values = make([]int32, 0, r.Features.Cols), make([]float64, 0, r.Features.Cols)
	}
	return v
}

// row returns the columns and values of a row that are not zero, until the next call.
func (v *view) row(i int) ([]int32, []float64) {
	if v.Features.CSR == nil {
		return v.dense(v.Features.Values(i))
	}
	columns, values := v.Features.CSR.Row(i)
	if v.Scale == nil {
		return columns, values
	}
	v.values = v.values[:0]
	for at, j := range columns {
		v.values = append(v.values, values[at]/v.Scale[j])
	}
	return columns, v.values
}

func (v *view) dense(all []float64) ([]int32, []float64) {
	v.columns, v.values = v.columns[:0], v.values[:0]
	for j, x := range all {
		if v.Scale != nil {
			x = (x - v.Shift[j]) / v.Scale[j]
		}
		if x != 0 {
			v.columns, v.values = append(v.columns, int32(j)), append(v.values, x)
		}
	}
	return v.columns, v.values
}
