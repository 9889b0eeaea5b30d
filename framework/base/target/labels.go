package target

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// Labels are the labels of n rows, which have any number of K labels each.
type Labels struct {
	// Ends says for each row where its labels end in Of; they begin where those of the row before end.
	Ends []int
	Of   []int32 // label numbers, in each row ascending and each once
}

// Listed are the labels of rows of which y says, row after row, for each of k labels whether the row
// has it: 1, or 0. They are nil if y is.
func Listed(y []int8, k int) (l Labels) {
	for start := 0; start < len(y); start += k {
		l.AddDense(y[start : start+k])
	}
	return l
}

// Rows is the number of rows.
func (l Labels) Rows() int { return len(l.Ends) }

// Row returns the labels of a row.
func (l Labels) Row(row int) []int32 { return l.Of[l.start(row):l.Ends[row]] }

// Ended refuses lists of n numbers in all that do not end where those of the next row begin.
func (l Labels) Ended(n int) error {
	last := 0
	for row, end := range l.Ends {
		if end < last {
			return fmt.Errorf("the list of row %d ends at %d, after one that ends at %d", row, end, last)
		}
		last = end
	}
	if last != n || len(l.Of) != n {
		return fmt.Errorf("the lists end at %d, and there are %d numbers of %d", last, len(l.Of), n)
	}
	return nil
}

// Bounds are where the labels of a row begin and end in Of.
func (l Labels) Bounds(row int) (start, end int) { return l.start(row), l.Ends[row] }

// start is where the labels of a row begin in Of.
func (l Labels) start(row int) int {
	if row == 0 {
		return 0
	}
	return l.Ends[row-1]
}

// Check refuses what are not some of k labels in each row, ascending and each once.
func (l Labels) Check(k int) error {
	for row := range l.Rows() {
		before := int32(-1)
		for _, label := range l.Row(row) {
			if label <= before || int(label) >= k {
				return fmt.Errorf("row %d has the label %d behind %d, of %d", row, label, before, k)
			}
			before = label
		}
	}
	return nil
}

// Has reports whether a row has a label.
func (l Labels) Has(row, label int) bool {
	_, found := slices.BinarySearch(l.Row(row), int32(label))
	return found
}

// Dense says for each of k labels whether a row has it: 1, or 0.
func (l Labels) Dense(row, k int) []int8 {
	y := make([]int8, k)
	for _, label := range l.Row(row) {
		y[label] = 1
	}
	return y
}

// Table says for each row, one after the other, and each of k labels whether the row has it: 1, or 0.
func (l Labels) Table(k int) []int8 {
	y := make([]int8, l.Rows()*k)
	for row := range l.Rows() {
		for _, label := range l.Row(row) {
			y[row*k+int(label)] = 1
		}
	}
	return y
}

// Add adds a row.
func (l *Labels) Add(labels ...int32) {
	l.Of = append(l.Of, labels...)
	l.Ends = append(l.Ends, len(l.Of))
}

// AddDense adds a row of which y says for each label whether it has it: 1, or 0.
func (l *Labels) AddDense(y []int8) {
	for label, has := range y {
		if has != 0 {
			l.Of = append(l.Of, int32(label))
		}
	}
	l.Ends = append(l.Ends, len(l.Of))
}

// And returns the labels with those of more rows behind them.
func (l Labels) And(more Labels) Labels {
	before := len(l.Of)
	l.Of = append(l.Of, more.Of...)
	for _, end := range more.Ends {
		l.Ends = append(l.Ends, before+end)
	}
	return l
}

// Pick returns the labels of some rows.
func (l Labels) Pick(rows []int) (some Labels) {
	entries := lists.Sum(lists.Map(rows, func(row int) int { return len(l.Row(row)) }))
	some.Of, some.Ends = make([]int32, 0, entries), make([]int, 0, len(rows))
	for _, row := range rows {
		some.Add(l.Row(row)...)
	}
	return some
}

// Differing is how many labels either these or others have of a row, and not both.
func (l Labels) Differing(other Labels, row int) int {
	both := Both(l.Row(row), other.Row(row))
	return len(l.Row(row)) + len(other.Row(row)) - 2*both
}

// Both is how many labels two ascending lists have in common.
func Both(a, b []int32) (n int) {
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0] < b[0]:
			a = a[1:]
		case a[0] > b[0]:
			b = b[1:]
		default:
			n, a, b = n+1, a[1:], b[1:]
		}
	}
	return n
}

// Equal reports whether rows have the same labels.
func (l Labels) Equal(other Labels) bool {
	return slices.Equal(l.Ends, other.Ends) && slices.Equal(l.Of, other.Of)
}
