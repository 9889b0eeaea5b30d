package waves

import (
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/job"
)

// Planner makes the waves of a job.
type Planner struct {
	Job      *job.Job
	Out      string      // the results folder, in which everything is gathered
	Order    []plan.Cell // see job.Order
	Executor experiment.Executor
	// Attempts holds the number of the attempt of cells that are to be retried.
	Attempts map[string]int
	// Continued waves are followed by the next without a driver.
	Continued bool
	// Tell says something to the user.
	Tell func(line string)
	// Environment is what the journal of the driver begins with.
	Environment any

	results   store.Results // as gathered last
	strikes   map[string][]strike
	told      map[string]bool
	found     int // results and strikes when the last wave was made, and one
	fruitless int // waves after which there was nothing new
}

// done reports whether a cell has the result that is asked for.
func (p *Planner) done(key string) bool {
	r, ok := p.results.ByKey[key]
	return ok && r.Attempt >= p.Attempts[key]
}

// Results are those that Gather found.
func (p *Planner) Results() store.Results { return p.results }

// strike is the end of a process that worked on a cell.
type strike struct {
	attempt job.Attempt
	status  int
}

// mostStrikes is how many processes a cell may end.
const mostStrikes = 3
