package trainer

import (
	"fmt"
	"slices"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/labels"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// rowSet is a row set of a batch with what problems ask about it.
type rowSet struct {
	contract.RowSet
	batch  contract.Batch
	total  int         // rows
	counts map[int]int // rows of each class
	plain  *plain
}

// plain are equal weights of classes, written out once for all problems of a row set.
type plain struct {
	sync.Mutex
	weights []float64
}

// of returns the weight c, once for each class.
func (p *plain) of(c float64, classes int) []float64 {
	p.Lock()
	defer p.Unlock()
	if len(p.weights) < classes {
		p.weights = slices.Repeat([]float64{c}, classes)
	}
	return p.weights[:classes]
}

func newRowSet(b contract.Batch, set int) rowSet {
	s := rowSet{RowSet: b.RowSets[set], batch: b, counts: map[int]int{}, plain: &plain{}}
	s.total = contract.CountRows(s.Ranges)
	for _, r := range s.Ranges {
		s.counts[r.Class] += r.End - r.Start
	}
	return s
}

// check returns an error for rows with which nothing can be trained.
func (s rowSet) check() error {
	f := s.batch.Features
	switch {
	case f.Cols == 0:
		return fmt.Errorf("there are no feature columns")
	case s.total == 0:
		return fmt.Errorf("there are no training rows")
	}
	if err := dense.CheckWeights(s.Weights); err != nil {
		return err
	}
	return dense.CheckRows(f, s.Ranges)
}

// checkTarget returns an error for a binary problem whose targets are not signs or
// all have one sign, and for a multiclass problem whose targets are not classes.
func (s rowSet) checkTarget(p contract.BatchProblem) error {
	if p.Task == contract.Multiclass {
		_, _, err := labels.Targets(p.Task, p.Target, p.Classes)
		return err
	}
	plus, minus := 0, 0
	for i, y := range p.Target {
		switch y {
		case 1:
			plus++
		case -1:
			minus++
		default:
			return labels.NoSign(y, i)
		}
	}
	switch {
	case p.Positives != nil:
		plus, minus = len(p.Positives), s.total-len(p.Positives)
	case p.Target == nil:
		plus, minus = s.signs(p.Column)
	}
	if plus == 0 || minus == 0 {
		return linear.OneSign(plus + minus)
	}
	return nil
}

// signs counts the rows of +1 and of −1 of a code column.
func (s rowSet) signs(column []int8) (plus, minus int) {
	for class, n := range s.counts {
		switch column[class] {
		case 1:
			plus += n
		case -1:
			minus += n
		}
	}
	return plus, minus
}

// rowsOf returns the number of rows of each of some binary problems.
func (s rowSet) rowsOf(problems []int) []float64 {
	rows := make([]float64, len(problems))
	for k, i := range problems {
		rows[k] = float64(s.total)
		if p := s.batch.Problems[i]; p.Target == nil {
			plus, minus := s.signs(p.Column)
			rows[k] = float64(plus + minus)
		}
	}
	return rows
}

// shares divides the time of a pass over the rows of problems by their numbers.
func shares(seconds float64, rows []float64) []float64 {
	list, total := make([]float64, len(rows)), dense.Sum(rows)
	for k, n := range rows {
		list[k] = seconds * (n / total)
	}
	return list
}

// groups is the number of classes of a problem.
func groups(p contract.BatchProblem) int {
	if p.Task == contract.Multiclass {
		return p.Classes
	}
	return 2
}

// group returns the group of a row by its target: for binary problems 0 for −1, 1
// for +1; and −1 if it is left out.
func group(task contract.Task, target float64) int {
	switch {
	case task == contract.Multiclass:
		return int(target)
	case target > 0:
		return 1
	case target < 0:
		return 0
	}
	return -1
}

// weights returns the weight of the losses of each group of a problem: C, or
// C·n/(K·n_k) with rows counted by their weights and K the groups that have rows.
func (s rowSet) weights(p contract.BatchProblem, c float64, balanced bool) []float64 {
	sums := slices.Repeat([]float64{c}, groups(p))
	if !balanced {
		return sums
	}
	clear(sums)
	number := 0
	for _, r := range s.Ranges {
		for range r.End - r.Start {
			if k := group(p.Task, p.TargetOf(r.Class, number)); k >= 0 {
				sums[k] += s.weight(number)
			}
			number++
		}
	}
	total, present := 0.0, 0.0
	for _, sum := range sums {
		if sum > 0 {
			total += sum
			present++
		}
	}
	for k, sum := range sums {
		if sum > 0 {
			sums[k] = c * (total / present / sum)
		}
	}
	return sums
}

// classWeights returns the weight of the losses of each class of a binary problem over
// classes; that of a class that is left out means nothing.
func (s rowSet) classWeights(p contract.BatchProblem, targets []int8, c float64, balanced bool) []float64 {
	if !balanced {
		return s.plain.of(c, len(targets))
	}
	weights, groups := make([]float64, len(targets)), s.weights(p, c, balanced)
	for class, target := range targets {
		if k := group(p.Task, float64(target)); k >= 0 {
			weights[class] = groups[k]
		}
	}
	return weights
}

func (s rowSet) weight(number int) float64 {
	if s.Weights == nil {
		return 1
	}
	return s.Weights[number]
}

// sorted copies the rows of a problem sorted by group, those of one group in their
// order. In a binary problem the group of its first row comes first, so that
// negating the targets changes no order.
func (s rowSet) sorted(p contract.BatchProblem) (contract.Features, []contract.Range, []float64) {
	f := s.batch.Features
	rows, numbers := make([][]int, groups(p)), make([][]int, groups(p)) // of the matrix, of the row set
	first, number := -1, 0
	for _, r := range s.Ranges {
		for i := r.Start; i < r.End; i, number = i+1, number+1 {
			k := group(p.Task, p.TargetOf(r.Class, number))
			if k < 0 {
				continue
			}
			if first < 0 {
				first = k
			}
			rows[k], numbers[k] = append(rows[k], i), append(numbers[k], number)
		}
	}
	out := contract.Features{Cols: f.Cols}
	var ranges []contract.Range
	var weights []float64
	for k := range rows {
		if p.Task == contract.Binary {
			k = (k + first) % 2
		}
		start := out.Rows
		for at, i := range rows[k] {
			out.Dense = append(out.Dense, f.Dense[i*f.Cols:(i+1)*f.Cols]...)
			if s.Weights != nil {
				weights = append(weights, s.Weights[numbers[k][at]])
			}
			out.Rows++
		}
		ranges = append(ranges, contract.Range{Start: start, End: out.Rows, Class: k})
	}
	return out, ranges, weights
}

func (s rowSet) checkBinary(p contract.BatchProblem) error {
	if p.Task != contract.Binary {
		return fmt.Errorf("cannot train a %s problem: reduce it to binary ones first", p.Task)
	}
	return s.checkTarget(p)
}
