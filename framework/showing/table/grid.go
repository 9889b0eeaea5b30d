// Package table arranges scores into comparison tables. A table is a projection of
// the scores of a plan: rows and columns are any of its axes.
package table

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
)

// Grid is a comparison table: one metric, averaged over folds and over every
// axis that is neither in its rows nor in its columns.
type Grid struct {
	Name            string // of the table
	Metric          string
	SmallerIsBetter bool
	RowAxes         []string // as in plan.Table; class is added for metrics per class
	ColumnAxes      []string
	Rows, Columns   []string  // labels: the members of the axes joined by "/"
	Entries         [][]Entry // len(Rows) × len(Columns)
	Over
	Foot
	Comparison
	Words
	axes  coordinates
	print plan.Print
}

// Over is what entries average over.
type Over struct {
	// Average are the axes between whose members deviations are: an entry is the mean of
	// the means over folds of each. Without any, deviations are those of folds.
	Average []string
	Hidden  []string // axes besides folds and Average that some entry averages over
	pooled  string   // instead of folds, if values are pooled over them
	implied []string // axes that imply finds
}

// Foot is what follows from the rows of a grid, a number for each column. Nil where
// there is nothing to average: fewer than two rows or none that counts, for Ranks
// also fewer than two columns.
//
// An incomplete entry, one without a value at a place (fold, repeat, members of
// Hidden) where another compared entry of its row has one, is a hole here. Columns
// that the experiment does not have in every row are not compared and hold NaN, and
// so are those without any value, unless holes are given the worst rank and the
// values are missing for a failure.
type Foot struct {
	Means []float64 // over the Complete rows, those in which every compared column with values has a complete entry
	// Ranks are mean ranks, 1 for the best, ties sharing theirs, over the complete
	// rows and, if holes are given the worst rank, those with a hole.
	Ranks    []float64
	Complete int
	Ranked   int   // the rows that Ranks are over
	whole    []int // the complete rows
}

// Comparison is what tests say of the columns.
type Comparison struct {
	Baselines []string // labels of the columns that others are tested against
	// WinTieLoss counts, for each baseline and column, the rows whose mark says better,
	// none and worse than the baseline; nil for one against which nothing was tested.
	WinTieLoss [][]WinTieLoss
	// Statistics compares the columns over the rows. Nil unless the rows are datasets
	// and at least three columns are compared over at least stats.LeastDatasets of them.
	Statistics *Statistics
}

// WinTieLoss counts the rows of a column that were tested against the baseline,
// by their mark.
type WinTieLoss struct{ Win, Tie, Loss int }

// Words are what is said below a grid.
type Words struct {
	Notes   []string // footnotes; Entry.Notes counts them from 0
	Remarks []string // what to know of the table as a whole
}

// Mark is the outcome of a test against the baseline.
type Mark string

// The marks, as in WEKA.
const (
	NoMark Mark = ""
	Better Mark = "v"
	Worse  Mark = "*"
)

// Interval is the confidence interval of a mean, NaN where there is none.
type Interval struct{ Low, High float64 }

// Entry is one cell of a Grid.
type Entry struct {
	score.Summary        // of its scores; Mean is NaN in a hole
	Interval             // of the mean, where the table asks for it
	Best          bool   // complete, and no other such entry of the row is better
	Second        bool   // complete, and only the best entries of the row are better
	Marks         []Mark // one for each baseline; nil where nothing was tested
	Notes         []int
}

// mark is what the test against a baseline, by its number, said.
func (e Entry) mark(baseline int) Mark {
	if e.Marks == nil {
		return NoMark
	}
	return e.Marks[baseline]
}

// Hole reports whether the entry has no value.
func (e Entry) Hole() bool { return math.IsNaN(e.Mean) }

// axes of the scores; class is one where the metric has values per class.
var axes = []string{"dataset", "encoder", "learner", "reduction", "class"}

// member is where a score is on an axis.
func member(r score.Row, axis string) string {
	if axis == "class" {
		return r.Class
	}
	return r.Called(contract.Kind(axis))
}

// cost orders means: smaller is better.
func (g *Grid) cost(e Entry) float64 {
	if g.SmallerIsBetter {
		return e.Mean
	}
	return -e.Mean
}

// coordinates say where scores are on the axes of a table.
type coordinates struct {
	values        map[string]map[string]any // of settings, by axis and name
	without       map[string][]string       // by kind, the parameters that the table averages over
	rows, columns [][]string                // the parts of their labels; nil unless some are settings
	digits        map[string]plan.Digits    // of values, by axis
	named         func(plan.Combination) plan.Combination
	// namedRows and namedColumns are what files call rows and columns.
	namedRows, namedColumns []string
}
