// Package executor says what runs the missing cells of an experiment: this process, or
// the batch system of a cluster. The driver hands over waves; results come back through
// journals and never through the executor, so that nothing is lost if it dies.
package executor

import (
	"context"
	"errors"

	"github.com/manyclass/bench/framework/language/batchsystem"
)

// ErrAway is in the chain of an error if the executor could not be asked: its
// controller is away or too busy. It says nothing about the wave; who called asks
// again later, less and less often.
var ErrAway = errors.New("the executor is away")

// ErrRefused is in the chain of an error if the executor will never take a wave as it is.
var ErrRefused = errors.New("slots are refused")

// Executor runs waves somewhere. Every call can be repeated; one that fails says
// nothing about the wave. It is one implementation a batch system: see docs/successor.md
// for what a new one has to do.
type Executor interface {
	// Submit hands a wave over and returns once the executor has taken it. It may be
	// called again for a wave that was handed over before: doing work twice is safe.
	Submit(ctx context.Context, w Wave) error
	// Find reports whether the executor knows the wave, whoever handed it over.
	Find(ctx context.Context, w Wave) (bool, error)
	// Poll says how far the wave is. An error says nothing about the wave: the
	// executor may be away for a while.
	Poll(ctx context.Context, w Wave) (State, error)
	// Cancel ends what is left of the wave.
	Cancel(ctx context.Context, w Wave) error
}

// Wave is a share of the cells that an experiment lacks, to be done by slots side by
// side.
type Wave struct {
	Job    string  `json:"job"`    // the folder that slots read and write
	Name   string  `json:"name"`   // of the wave in the executor, such as bench-letters-5f0c2a11-w3
	Number int     `json:"number"` // from 1
	Arrays []Array `json:"arrays"`
	// Continued asks the executor to let bench advance make the next wave when this one
	// has ended: no driver waits.
	Continued bool `json:"continued,omitempty"`
}

// Array is a part of a wave whose slots ask for the same resources.
type Array struct {
	Class   string   `json:"class"`   // of resources, "default" unless the file names one
	Options []string `json:"options"` // for the executor, as the file writes them
	Slots   int      `json:"slots"`
	// Asks are resources for batch systems to which bench says them in words of its own.
	Asks batchsystem.Resources `json:"asks,omitzero"`
	// Throttle is how many slots may run at the same time, 0 for all.
	Throttle int `json:"throttle,omitempty"`
}

// State is how far a wave is, as the executor sees it.
type State struct {
	Pending, Running int  // slots
	Ended            bool // no slot runs or will run
	// Reason is why slots wait, in the executor's words; "" if none do.
	Reason string
	// Ends says of slots that have ended, by "CLASS-INDEX", how; a slot of which the
	// executor knows nothing any more is missing.
	Ends map[string]End
}

// End is how a slot ended.
type End string

// The ends that slots have.
const (
	Completed   End = "completed"
	Failed      End = "failed"        // its process ended with an error
	OutOfMemory End = "out_of_memory" // the kernel ended it for its memory
	Lost        End = "lost"          // its node failed, or it was preempted
	TimeLimit   End = "time_limit"
	Cancelled   End = "cancelled"
)
