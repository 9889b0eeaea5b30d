package metric

import (
	"github.com/manyclass/bench/framework/contract"
)

// kind is one type of metric.
type kind struct {
	name          string
	doc           string
	params        []contract.Param // those that not every metric has
	probabilities bool             // needs probabilities
	ranks         bool             // needs class scores or probabilities
	smaller       bool             // smaller values are better
	table         bool             // is a table, not a number
	rows          bool             // is a mean over rows, so that the mean over folds is that of their rows
	// compute returns one value, or one per class if the average is none, and
	// labels the same for multi-label data. The input has a row at least. Nil for
	// tables and where the metric is not for such data.
	compute, labels func(in Input, o options) []float64
}
