package verify

import (
	"slices"

	"github.com/manyclass/bench/framework/results/capsule"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Outcome is what is said of a cell or of a table.
type Outcome string

// The outcomes. Those from Unchecked on say nothing about whether results are true.
const (
	Equal     Outcome = "equal"     // in all its bytes
	Within    Outcome = "within"    // other code or another machine class computed it, and numbers differ within the bound
	Different Outcome = "different" // what is stored does not come out
	Unrun     Outcome = "unrun"     // it cannot be run here
	Unchecked Outcome = "unchecked" // it is not in the sample
	Empty     Outcome = "empty"     // there is no result to check
)

// Cell is what is said of a cell.
type Cell struct {
	plan.Combination
	Repeat  int     `json:"repeat"`
	Fold    int     `json:"fold"`
	Outcome Outcome `json:"outcome"`
	Why     string  `json:"why,omitempty"`
	// Largest is the largest difference between two numbers of a cell that was run, relative to 1 and the number.
	Largest float64 `json:"largest_difference"`
}

// Side is a program and machine on which cells were run.
type Side struct {
	Bench   store.Build `json:"bench"`
	Kernels string      `json:"kernels"`
}

// Report is what a verification found.
type Report struct {
	Capsule    string `json:"capsule,omitempty"` // digest; "" of a results folder
	Experiment string `json:"experiment"`
	There      []Side `json:"there"` // that computed the results
	Here       Side   `json:"here"`
	// Flaws are files that are not what the capsule or the results folder says. Where there are some, no cell is run.
	Flaws  []capsule.Flaw `json:"flaws"`
	Sample float64        `json:"sample"`
	Seed   uint64         `json:"seed"` // that the sample was drawn with
	Bound  float64        `json:"bound"`
	Cells  []Cell         `json:"cells"`
	Notes  []string       `json:"notes,omitempty"` // what was not looked at
}

// Count counts the cells with an outcome.
func (r *Report) Count(o Outcome) (n int) {
	for _, c := range r.Cells {
		if c.Outcome == o {
			n++
		}
	}
	return n
}

// Failed reports whether something is not what it is said to be.
func (r *Report) Failed() bool {
	return len(r.Flaws) > 0 || slices.ContainsFunc(r.Cells, func(c Cell) bool { return c.Outcome == Different })
}
