package adagrad

import (
	"math"

	"github.com/manyclass/bench/plugins/internal/smooth"
)

// Settings of the method. A minimum counts as reached when ½‖g‖² ≤ Tol·J after a pass, which bounds the distance
// where every variable is penalised.
type Settings struct {
	Intercept smooth.Intercept
	Tol       float64
	Passes    int
	Seed      uint64 // of the order of the rows
	Threads   int    // at least 1; the result does not depend on it
}

// rate is the length of the first step of a variable.
const rate = 0.1

// variable is a coefficient.
type variable struct {
	w     float64
	sum   float64 // of the squares of its slopes
	share float64 // 1/n for the n rows with a value; 0 if it is not penalised
	_     float64 // two variables fill a line of a cache
}

// step moves the variable against the slope of the loss of a row and of the row's share of the penalty.
func (v *variable) step(slope float64) {
	slope += float64(v.w * v.share)
	v.sum += float64(slope * slope)
	if v.sum > 0 {
		v.w -= float64(rate*slope) / math.Sqrt(v.sum)
	}
}

// descent is a problem with its point.
type descent struct {
	*Rows
	Settings
	variables []variable // of the columns, and the intercept
	used      int        // rows that are not left out
}
