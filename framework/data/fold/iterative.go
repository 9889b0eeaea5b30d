package fold

import (
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
)

// labelsOf lists the labels of each of some rows, or the class as the only one.
func labelsOf(in data.Design, rows []int) [][]int {
	all := make([][]int, len(rows))
	for i, row := range rows {
		if in.Target.MultiLabel {
			all[i] = present(in.Truth.Y, row)
		} else {
			all[i] = []int{in.Truth.Class[row]}
		}
	}
	return all
}

// present lists the labels of a row.
func present(y target.Labels, row int) []int {
	return lists.Map(y.Row(row), func(label int32) int { return int(label) })
}

func divideIterative(s settings, u rowset, in data.Design, rng *rand.Rand) division {
	shares := slices.Repeat([]float64{1 / float64(s.Folds)}, s.Folds)
	labels := labelsOf(in, u.rows)
	if s.Order == 2 {
		labels = withPairs(labels, in.Target.K())
	}
	return division{folds: s.Folds, tests: distribute(labels, shares, rng)}
}

// withPairs lists beside the labels of each row the pairs of them, as further labels: the
// second-order iterative stratification of Szymański & Kajdanowicz (2017), A network
// perspective on stratification of multi-label data, deals the rows of the rarest pair of
// labels first, a label and itself being a pair too.
func withPairs(labels [][]int, k int) [][]int {
	number := map[[2]int]int{}
	return lists.Map(labels, func(row []int) []int {
		all := slices.Clone(row)
		for i, a := range row {
			for _, b := range row[:i] {
				pair := [2]int{b, a}
				if _, known := number[pair]; !known {
					number[pair] = k + len(number)
				}
				all = append(all, number[pair])
			}
		}
		return all
	})
}

// mostDealing bounds rows times pairs of labels for order 2: some ten seconds.
const mostDealing = 1_000_000_000

// checkIterative refuses more pairs of labels than can be dealt in a while.
func checkIterative(s settings, u rowset, in data.Design) []contract.Diagnostic {
	if s.Order != 2 {
		return checkFolds(s, u, in)
	}
	pairs := map[[2]int]bool{}
	for _, row := range labelsOf(in, u.rows) {
		for i, a := range row {
			for _, b := range row[:i] {
				pairs[[2]int{b, a}] = true
			}
		}
	}
	if len(pairs) <= mostDealing/max(1, len(u.rows)) {
		return checkFolds(s, u, in)
	}
	return []contract.Diagnostic{contract.Errorf([]any{"order"}, "Too many pairs of labels",
		"%d rows have %d pairs of labels; to deal them takes too long. Write order = 1.", len(u.rows), len(pairs))}
}

// dealing is the state of an iterative stratification. Rows are in random
// order.
type dealing struct {
	labels [][]int // of each row
	part   []int   // of each row, −1 before it is dealt
	rowsOf [][]int // of each label those that may not be dealt, in order
	left   []int   // of each label the number of those that are not
	open   []int   // labels that may have rows left, in order
	want   [][]float64
	have   [][]float64 // rows of each label in each part; the last of all rows
	rng    *rand.Rand
}

// distribute gives each row, of which the labels are listed, a part, so that
// these have the given shares of the rows of each label. It is the iterative
// stratification of Sechidis, Tsoumakas & Vlahavas (2011), On the stratification
// of multi-label data: the rows of the label with the fewest left are dealt
// first, each to the part that wants most rows of the label, of several to that
// which wants most rows, and else by chance. Rows without labels come last. Of
// labels with as many rows left the one goes first that has the first row in
// random order where they differ, so that nothing depends on the order of labels.
//
// Without rng the rows are in their own order, and the first of equal parts is
// taken.
func distribute(labels [][]int, shares []float64, rng *rand.Rand) []int {
	order := lists.Range(len(labels))
	if rng != nil {
		order = rng.Perm(len(labels))
	}
	d := newDealing(labels, order, shares, rng)
	for label := d.rarest(); label >= 0; label = d.rarest() {
		for _, row := range d.rowsOf[label] {
			d.deal(row, label)
		}
	}
	last := len(d.want) - 1
	for row, part := range d.part {
		if part < 0 {
			d.deal(row, last)
		}
	}
	parts := make([]int, len(labels))
	for row, i := range order {
		parts[i] = d.part[row]
	}
	return parts
}

func newDealing(labels [][]int, order []int, shares []float64, rng *rand.Rand) *dealing {
	d := &dealing{part: slices.Repeat([]int{-1}, len(order)), rng: rng}
	for row, i := range order {
		d.labels = append(d.labels, labels[i])
		for _, label := range labels[i] {
			for label >= len(d.rowsOf) {
				d.rowsOf = append(d.rowsOf, nil)
			}
			d.rowsOf[label] = append(d.rowsOf[label], row)
		}
	}
	for _, rows := range d.rowsOf {
		d.left = append(d.left, len(rows))
	}
	d.open = lists.Range(len(d.left))
	for _, n := range append(slices.Clone(d.left), len(order)) {
		want := lists.Map(shares, func(share float64) float64 { return share * float64(n) })
		d.want, d.have = append(d.want, want), append(d.have, make([]float64, len(shares)))
	}
	return d
}

// rarest returns the label with the fewest rows left, −1 if none has any. Its
// rows are then those left.
func (d *dealing) rarest() int {
	best, open := -1, d.open[:0]
	for _, label := range d.open {
		n := d.left[label]
		if n == 0 {
			continue
		}
		open = append(open, label)
		if best >= 0 && n > d.left[best] {
			continue
		}
		if len(d.rowsOf[label]) > n {
			d.rowsOf[label] = slices.DeleteFunc(d.rowsOf[label], func(row int) bool { return d.part[row] >= 0 })
		}
		if best < 0 || n < d.left[best] || slices.Compare(d.rowsOf[label], d.rowsOf[best]) < 0 {
			best = label
		}
	}
	d.open = open
	return best
}

// deal gives a row the part that wants it most for a label.
func (d *dealing) deal(row, label int) {
	all := len(d.want) - 1
	best := []int{0}
	for p := 1; p < len(d.want[all]); p++ {
		switch order := d.compare(label, p, best[0]); {
		case order > 0:
			best = append(best[:0], p)
		case order == 0:
			best = append(best, p)
		}
	}
	part := best[0]
	if d.rng != nil && len(best) > 1 {
		part = best[d.rng.IntN(len(best))]
	}
	d.part[row] = part
	d.have[all][part]++
	for _, label := range d.labels[row] {
		d.have[label][part]++
		d.left[label]--
	}
}

// compare says by its sign which of two parts wants a row of a label more.
func (d *dealing) compare(label, p, q int) int {
	for _, l := range []int{label, len(d.want) - 1} {
		a, b := d.want[l][p]-d.have[l][p], d.want[l][q]-d.have[l][q]
		switch {
		case a > b:
			return 1
		case a < b:
			return -1
		}
	}
	return 0
}
