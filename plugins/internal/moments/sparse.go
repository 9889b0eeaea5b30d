package moments

import (
	"slices"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/psd"
)

// scaled returns v, a value of column j as a learner sees it.
func (r *rows) scaled(j int32, v float64) float64 {
	if r.seen.Scale == nil {
		return v
	}
	return v / r.seen.Scale[j]
}

// sparseClass is class for sparse rows: the sum of the products of values that are
// stored, less what the means have in it. Columns with values in most rows are centred
// before, with −mean where there is none. So of no element of the diagonal more than
// half is taken away, and nothing of a column that is constant except for rounding.
func (r *rows) sparseClass(index []int) (Class, error) {
	mean, filled, err := r.sparseMean(index)
	if err != nil {
		return Class{}, err
	}
	c := Class{N: r.total(index), Mean: mean, scatter: psd.NewSym(r.d)}
	x := r.centred(index, mean, filled)
	entries, ends := r.byColumn(index, x)
	sum, away := make([]float64, r.d), make([]float64, r.d) // away: means of columns that are not centred
	for j, m := range mean {
		if !filled[j] {
			away[j] = m
		}
	}
	for j := range r.d {
		clear(sum[:j+1])
		for _, e := range entries[ends[j]:ends[j+1]] {
			kernel.SparseAxpy(e.factor, x.values[e.from:e.to], x.columns[e.from:e.to], sum)
		}
		if less := c.N * away[j]; less != 0 {
			for k, m := range away[:j+1] {
				sum[k] -= float64(less * m)
			}
		}
		c.scatter.SetColumn(j, sum)
	}
	return c, nil
}

// entry is a value of a column: the part of its row up to it, and the value times the
// weight of the row.
type entry struct {
	from, to int
	factor   float64
}

// byColumn returns the values of rows column by column, in the order of the rows, and where
// those of each column end.
func (r *rows) byColumn(index []int, x compressed) (entries []entry, ends []int) {
	ends = make([]int, r.d+1)
	for _, j := range x.columns {
		ends[j+1]++
	}
	for j := range r.d {
		ends[j+1] += ends[j]
	}
	entries = make([]entry, len(x.columns))
	next := slices.Clone(ends)
	for at, i := range index {
		w := r.weight(i)
		for e := x.ends[at]; e < x.ends[at+1]; e++ {
			j := x.columns[e]
			entries[next[j]] = entry{x.ends[at], e + 1, w * x.values[e]}
			next[j]++
		}
	}
	return entries, ends
}

// compressed is rows in compressed form.
type compressed struct {
	columns []int32
	values  []float64
	ends    []int
}

// centred returns the rows of an index, less the mean in filled columns.
func (r *rows) centred(index []int, mean []float64, filled []bool) compressed {
	var always []int32
	for j, is := range filled {
		if is {
			always = append(always, int32(j))
		}
	}
	x := compressed{ends: make([]int, 1, len(index)+1)}
	for _, i := range index {
		columns, values := r.csr.Row(i)
		left := always
		for at, j := range columns {
			for len(left) > 0 && left[0] < j {
				x.columns, x.values = append(x.columns, left[0]), append(x.values, -mean[left[0]])
				left = left[1:]
			}
			v := r.scaled(j, values[at])
			if len(left) > 0 && left[0] == j {
				v -= mean[j]
				left = left[1:]
			}
			x.columns, x.values = append(x.columns, j), append(x.values, v)
		}
		for _, j := range left {
			x.columns, x.values = append(x.columns, j), append(x.values, -mean[j])
		}
		x.ends = append(x.ends, len(x.columns))
	}
	return x
}

// sparseMean returns the mean of rows, and which columns have values in most of them. It
// adds up differences to the first value of a column, so that the mean of equal values in
// all rows is exactly their value.
func (r *rows) sparseMean(index []int) (mean []float64, filled []bool, err error) {
	first, weight, sum := make([]float64, r.d), make([]float64, r.d), make([]float64, r.d)
	for _, i := range index {
		w := r.weight(i)
		columns, values := r.csr.Row(i)
		for at, j := range columns {
			v := r.scaled(j, values[at])
			if weight[j] == 0 {
				first[j] = v
			}
			weight[j] += w
			sum[j] += float64(w * (v - first[j]))
		}
	}
	total, finite := r.total(index), true
	filled = make([]bool, r.d)
	for j, w := range weight {
		sum[j] = float64(first[j]*(w/total)) + sum[j]/total
		filled[j] = w > total/2
		finite = finite && sum[j]-sum[j] == 0
	}
	if !finite {
		return nil, nil, r.notFinite(index)
	}
	return sum, filled, nil
}

// sparseCross is Cross for sparse rows.
func (r *rows) sparseCross(index []int, y []float64, average float64, mean []float64) []float64 {
	sum, of := make([]float64, r.d), make([]float64, r.d) // of: the factors of the values that are stored
	total := 0.0
	for at, i := range index {
		c := float64(r.weight(i) * (y[at] - average))
		total += c
		columns, values := r.csr.Row(i)
		for e, j := range columns {
			of[j] += c
			sum[j] += float64(c * (r.scaled(j, values[e]) - mean[j]))
		}
	}
	for j, m := range mean {
		sum[j] -= float64((total - of[j]) * m)
	}
	return sum
}
