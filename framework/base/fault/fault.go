// Package fault says whose an error is. What goes wrong inside a run is the run's,
// which then ends, or that of the problem or cell for which it is returned, which
// then fails alone.
package fault

import "errors"

// ErrScratch ends a run whose scratch folder is full or cannot be written. What is
// not done can be run with another folder.
var ErrScratch = errors.New("the scratch folder cannot be written")

// ofRun is trouble of the run's own: it says nothing about a cell.
type ofRun struct {
	doing string // "" if the error says it
	err   error
}

func (e *ofRun) Error() string {
	if e.doing == "" {
		return e.err.Error()
	}
	return e.doing + ": " + e.err.Error()
}

func (e *ofRun) Unwrap() error { return e.err }

func (e *ofRun) Is(target error) bool { return target == ErrScratch && e.doing != "" }

// Scratch makes an error trouble with the scratch folder.
func Scratch(err error) error { return &ofRun{"writing to the scratch folder", err} }

// Run makes an error the run's; nil stays nil.
func Run(err error) error {
	if err == nil {
		return nil
	}
	return &ofRun{"", err}
}

// OfRun reports whether an error is the run's.
func OfRun(err error) bool {
	var own *ofRun
	return errors.As(err, &own)
}
