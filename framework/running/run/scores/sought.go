package scores

import (
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

// Sought are the scores of n rows that a reducer has asked for. Rows for which it has all wait for the others.
type Sought struct {
	n     int
	known contract.Known
	open  []int // the rows that lack some; none once all have all
}

// NewSought returns those of n rows before anything was asked for.
func NewSought(n int) *Sought {
	return &Sought{n, contract.Known{Columns: target.Labels{Ends: make([]int, n)}}, lists.Range(n)}
}

// Shown is what the reducer is shown: the scores of the rows that lacked some, or of all rows.
func (s *Sought) Shown() contract.Known {
	if len(s.open) == 0 || len(s.open) == s.n {
		return s.known
	}
	some := contract.Known{Columns: s.known.Columns.Pick(s.open)}
	for _, row := range s.open {
		start, end := s.known.Columns.Bounds(row)
		some.Scores = append(some.Scores, s.known.Scores[start:end]...)
	}
	return some
}

// Enough notes that the reducer lacks nothing of the rows that it was shown, and reports whether these were all.
func (s *Sought) Enough() bool {
	all := len(s.open) == 0 || len(s.open) == s.n
	s.open = nil
	return all
}

// Lacking checks what is lacking of the rows that were shown, columns out of some number, and returns it for all rows.
// It refuses what is known: the search would not end.
func (s *Sought) Lacking(lacks target.Labels, columns int) (all target.Labels, err error) {
	rows := s.open
	if len(rows) == 0 {
		rows = lists.Range(s.n)
	}
	if err = lacks.Ended(len(lacks.Of)); err == nil {
		err = lacks.Check(columns)
	}
	if err == nil && lacks.Rows() != len(rows) {
		err = fmt.Errorf("they are of %d rows, and there are %d", lacks.Rows(), len(rows))
	}
	if err != nil {
		return all, fmt.Errorf("the columns that it lacks, in place of labels: %w", err)
	}
	all = target.Labels{Of: lacks.Of, Ends: make([]int, s.n)}
	s.open = nil
	for i, row := range rows {
		some := lacks.Row(i)
		if target.Both(some, s.known.Columns.Row(row)) > 0 {
			return all, errors.New("it lacks scores that it knows")
		}
		if all.Ends[row] = len(some); len(some) > 0 {
			s.open = append(s.open, row)
		}
	}
	for row := 1; row < s.n; row++ {
		all.Ends[row] += all.Ends[row-1]
	}
	return all, nil
}

// Add adds scores of columns that were lacking.
func (s *Sought) Add(columns target.Labels, given []float64) {
	a, b := s.known, contract.Known{Columns: columns, Scores: given}
	n := len(a.Scores) + len(b.Scores)
	s.known = contract.Known{Scores: make([]float64, 0, n),
		Columns: target.Labels{Of: make([]int32, 0, n), Ends: make([]int, 0, s.n)}}
	add := func(from contract.Known, at int) {
		s.known.Columns.Of = append(s.known.Columns.Of, from.Columns.Of[at])
		s.known.Scores = append(s.known.Scores, from.Scores[at])
	}
	for row := range s.n {
		i, endA := a.Columns.Bounds(row)
		j, endB := b.Columns.Bounds(row)
		for i < endA || j < endB {
			if j == endB || i < endA && a.Columns.Of[i] < b.Columns.Of[j] {
				add(a, i)
				i++
			} else {
				add(b, j)
				j++
			}
		}
		s.known.Columns.Ends = append(s.known.Columns.Ends, len(s.known.Columns.Of))
	}
}
