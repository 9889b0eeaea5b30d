package run

import (
	"time"

	"github.com/manyclass/bench/framework/results/plan"
)

// Work is what a worker waits for.
type Work struct {
	Doing    Doing         // "" when it waits for nothing
	Cell     plan.Cell     // of several that are trained together, one
	Problems int           // that are trained
	Timeout  time.Duration // of the learner, 0 without one
}

// Doing is a kind of work.
type Doing string

// The kinds of work that can take long.
const (
	Encoding Doing = "encoding"
	Training Doing = "training"
	Decoding Doing = "decoding"
)

// watch tells what a worker does.
type watch struct {
	current Work
	tell    func(Work) // nil if nobody asks
}

// begins tells what the worker does now for the cell at hand.
func (w *watch) begins(doing Doing, problems int) {
	if w.tell != nil {
		w.current.Doing, w.current.Problems = doing, problems
		w.tell(w.current)
	}
}

// rests tells that the worker is done with an item.
func (w *watch) rests() {
	w.current = Work{}
	w.begins("", 0)
}
