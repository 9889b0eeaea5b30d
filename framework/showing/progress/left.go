package progress

import (
	"time"

	"github.com/manyclass/bench/framework/results/plan"
)

const (
	// leastEvidence is how long a run lasts at least before an estimate is shown.
	leastEvidence = 5 * time.Second
	// certain is the share of the work that is left of which what is under way may be taken
	// for done at most: who takes longer than expected is not almost done.
	certain = 0.9
)

// forecast says how long what is left takes, by what was finished. A cell takes what others of
// its combination took. Where none was finished, it takes in proportion to its size what the cells
// of its learner took, or else all cells.
type forecast struct {
	size     func(plan.Cell) float64 // nil for cells that are all alike
	left     map[plan.Combination]*remaining
	cells    map[plan.Combination]spent
	learners map[string]spent
	all      spent
}

// remaining are cells of a combination that are not finished.
type remaining struct {
	cells, size float64
}

// spent is what cells took, in seconds.
type spent struct{ seconds, cells, size float64 }

func (s spent) add(seconds, size float64) spent {
	return spent{s.seconds + seconds, s.cells + 1, s.size + size}
}

// sizes are those of the numbers that a cell trains on: rows, columns and problems.
func sizes(of *plan.Plan) func(plan.Cell) float64 {
	values := map[string]float64{}
	for _, d := range of.Datasets {
		values[d.Name] = float64(max(1, d.Rows)) * float64(max(1, d.Numeric+d.Categorical))
	}
	return func(c plan.Cell) float64 { return max(1, values[c.Dataset]) * float64(max(1, c.Problems)) }
}

// took counts a cell that took some seconds.
func (f *forecast) took(c plan.Cell, seconds float64) {
	size := 1.0
	if f.size != nil {
		size = f.size(c)
	}
	if f.cells == nil {
		f.cells, f.learners = map[plan.Combination]spent{}, map[string]spent{}
	}
	f.cells[c.Combination] = f.cells[c.Combination].add(seconds, size)
	f.learners[c.Learner] = f.learners[c.Learner].add(seconds, size)
	f.all = f.all.add(seconds, size)
	if of := f.left[c.Combination]; of != nil && of.cells > 0 {
		of.size -= of.size / of.cells
		of.cells--
	}
}

// rest is how many seconds of work the cells that are left take, unless the caller has said which.
func (f *forecast) rest(cells int) (seconds float64) {
	if f.left == nil {
		return f.all.seconds / f.all.cells * float64(cells)
	}
	for combination, left := range f.left {
		if own, ok := f.cells[combination]; ok {
			seconds += float64(own.seconds / own.cells * left.cells)
			continue
		}
		by, ok := f.learners[combination.Learner]
		if !ok {
			by = f.all
		}
		seconds += float64(by.seconds / by.size * left.size)
	}
	return seconds
}
