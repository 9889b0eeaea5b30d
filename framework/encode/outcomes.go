package encode

import "github.com/manyclass/bench/framework/data"

// tally counts rows: entry 0 all, entry 1+k those of class k, or with label k. Several tallies may
// stand one after the other.
type tally []int32

// of returns the i-th of several tallies of k classes.
func (y tally) of(i int32, k int) tally {
	width := int32(k + 1)
	return y[i*width : (i+1)*width]
}

// add counts a row of a class.
func (y tally) add(class int) {
	y[0]++
	y[1+class]++
}

// addRow counts a row of a table, with its class or its labels. A label is there or
// not, whatever the others are, so that its counter is that of a problem of two
// classes.
func (y tally) addRow(t *data.Table, row int) {
	if !t.Target.MultiLabel {
		y.add(t.Truth.Class[row])
		return
	}
	y[0]++
	for j, bit := range t.Truth.Labels(row, t.Target.K()) {
		y[1+j] += int32(bit)
	}
}

// loners are the tallies of single rows, one for all rows with the same labels.
type loners struct {
	of      []int32 // by row of the table; nil where the class of a row is the number
	tallies tally
}

// newLoners makes the tallies of the training rows.
func (b *builder) newLoners(k int) loners {
	if !b.table.Target.MultiLabel {
		l := loners{tallies: make(tally, k*(k+1))}
		for class := range k {
			l.tallies.of(int32(class), k).add(class)
		}
		return l
	}
	l := loners{}
	numbers := make([]int32, len(b.rows))
	known := map[string]int32{}
	key := make([]byte, k)
	for i, row := range b.rows {
		for j, bit := range b.table.Truth.Labels(row, k) {
			key[j] = byte(bit)
		}
		number, found := known[string(key)]
		if !found {
			number = int32(len(known))
			known[string(key)] = number
			l.tallies = append(l.tallies, make(tally, k+1)...)
			l.tallies.of(number, k).addRow(b.table, row)
		}
		numbers[i] = number
	}
	l.of = b.positions(numbers)
	return l
}

// tally returns that of a training row of k outcomes.
func (l loners) tally(t *data.Table, row, k int) tally {
	if l.of == nil {
		return l.tallies.of(int32(t.Truth.Class[row]), k)
	}
	return l.tallies.of(l.of[row], k)
}
