package table

import "github.com/manyclass/bench/framework/stats"

// WinTieLoss counts rows.
type WinTieLoss struct{ Win, Tie, Loss int }

// Statistics compares k columns over N rows (datasets), as Demšar (2006)
// recommends.
type Statistics struct {
	Columns []string // the k columns that are compared
	Rows    []string // the N rows that count
	Dropped []string // the rows left out because of a hole
	Imputed []string // the rows in which a hole was given the worst rank
	Level   float64  // of all tests
	Ranks   []float64
	stats.Friedman
	// CriticalDifference of the Nemenyi test: columns whose mean ranks differ by
	// less are not told apart.
	CriticalDifference float64
	// Groups are the largest sets of columns, by number, best rank first, that
	// are not told apart.
	Groups [][]int
	// Control is the column that Holm's procedure compares all others with: the
	// baseline, or else the one of best mean rank. PValues holds the unadjusted
	// p-value of each column against it and Holm the adjusted one; NaN for the
	// control itself.
	Control       int
	PValues, Holm []float64
}
