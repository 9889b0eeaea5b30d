package table

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/stats"
)

// WinTieLoss counts the rows of a column that were tested against the baseline,
// by their mark.
type WinTieLoss struct{ Win, Tie, Loss int }

// Statistics compares k columns over N rows (datasets), as Demšar (2006)
// recommends.
type Statistics struct {
	Columns []string  // the k columns that are compared
	Rows    []string  // the N rows that count
	Dropped []string  // the rows left out because of a hole
	Imputed []string  // the rows among Rows in which a hole was given the worst rank
	Level   float64   // of all tests
	Ranks   []float64 // mean rank of each column over Rows
	stats.Friedman
	// CriticalDifference of the Nemenyi test: columns whose mean ranks differ by
	// less are not told apart.
	CriticalDifference float64
	// Groups are the largest sets of two or more columns that follow one another
	// in rank and are not told apart, each with its columns by number, best rank
	// first.
	Groups [][]int
	// Control is the column that Holm's procedure compares all others with: the
	// baseline, or else the one of best mean rank. PValues holds the unadjusted
	// p-value of each column against it and Holm the adjusted one; NaN for the
	// control itself.
	Control       int
	PValues, Holm []float64
}

// The least numbers of columns and rows that Statistics compares. For two
// columns Friedman's test is a sign test, and two rows can show nothing.
const leastColumns, leastRows = 3, 3

// manyRows is the number of rows that the approximations of the tests want
// (Demšar 2006, section 3.2.2: N > 10).
const manyRows = 11

// compareOver computes Statistics if the rows are datasets, which alone are
// independent of one another.
func (g *Grid) compareOver(c contest) {
	if !slices.Equal(g.RowAxes, []string{"dataset"}) || len(c.columns) < leastColumns || len(c.rows) < leastRows {
		return
	}
	s := &Statistics{
		Columns: pick(g.Columns, c.columns), Rows: pick(g.Rows, c.rows), Dropped: pick(g.Rows, c.dropped), Imputed: pick(g.Rows, c.imputed),
		Level: level, Ranks: stats.MeanRanks(c.ranks), Friedman: stats.FriedmanTest(c.ranks),
		CriticalDifference: stats.CriticalDifference(len(c.columns), len(c.rows), level),
	}
	s.group()
	if s.Control = slices.Index(s.Columns, g.Baseline); s.Control < 0 {
		s.Control = s.order()[0]
	}
	s.PValues, s.Holm = stats.AgainstControl(s.Ranks, s.Control, s.N)
	g.Statistics = s
	if s.N < manyRows {
		g.Remarks = append(g.Remarks, fmt.Sprintf("Tests over %d datasets are rough: their p-values are approximations that want more than %d.", s.N, manyRows-1))
	}
}

// group finds Groups: from each column on in order of rank, those within the
// critical difference of it, unless an earlier group holds them all.
func (s *Statistics) group() {
	order := s.order()
	reached := 0
	for from := range order {
		to := from + 1
		for to < len(order) && s.Ranks[order[to]]-s.Ranks[order[from]] < s.CriticalDifference {
			to++
		}
		if to-from > 1 && to > reached {
			s.Groups = append(s.Groups, order[from:to:to])
			reached = to
		}
	}
}
