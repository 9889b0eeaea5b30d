package executor

import "context"

// Local is the executor of this process, with its work: one wave, which is a call of a
// function.
type Local struct {
	run   func(context.Context) error
	ended chan error // nil before the wave is handed over
	done  bool
}

// NewLocal returns the executor that calls a function, once.
func NewLocal(run func(context.Context) error) *Local { return &Local{run: run} }

var here = Wave{Name: "local", Number: 1}

// Submit calls the function.
func (l *Local) Submit(ctx context.Context, _ Wave) error {
	l.ended = make(chan error, 1)
	go func() { l.ended <- l.run(ctx) }()
	return nil
}

// Find knows the wave that was submitted.
func (l *Local) Find(context.Context, Wave) (bool, error) { return l.ended != nil, nil }

// Poll waits for the function to return; its error ends the driver.
func (l *Local) Poll(context.Context, Wave) (State, error) {
	if !l.done {
		l.done = true
		return State{Ended: true}, <-l.ended
	}
	return State{Ended: true}, nil
}

// Cancel does nothing: the function ends with its context.
func (l *Local) Cancel(context.Context, Wave) error { return nil }

// Last is the wave, once it is handed over.
func (l *Local) Last() (Wave, bool, error) { return here, l.ended != nil, nil }

// Begun reports whether the wave is handed over.
func (l *Local) Begun(Wave) (bool, error) { return l.ended != nil, nil }

// Next is the wave, before it is handed over.
func (l *Local) Next() (Wave, bool, error) { return here, l.ended == nil, nil }

// Settle has nothing to wait for.
func (l *Local) Settle(context.Context, Wave, State) error { return nil }

// Watch has nothing to tell: the function does.
func (l *Local) Watch(Wave, State, error) bool { return true }
