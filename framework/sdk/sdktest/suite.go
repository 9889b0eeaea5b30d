package sdktest

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/manyclass/bench/framework/host"
)

// Check is one thing that was checked.
type Check struct {
	Name    string // what is promised, for example "logreg, binary: same seed, same bytes"
	Problem string // what is wrong, or ""
	Skipped string // why it was not checked, or ""
	Note    string // what is worth knowing of a check that passed, or ""
}

// Failed reports whether the promise is broken.
func (c Check) Failed() bool { return c.Problem != "" }

// Options say how to check. The zero value is ready to use.
type Options struct {
	Limit time.Duration // of each check; 0 means a minute
	// Configs holds, by name of a component, attributes to write for it. Other
	// components are checked with their defaults, and with what can be guessed
	// where attributes have to be written.
	Configs   map[string]map[string]any
	Component string      // the only one to check; "" means all
	Done      func(Check) // is called after each check; may be nil
}

// suite is a run of the checks.
type suite struct {
	ctx     context.Context
	pkg     host.Package
	options Options
	folders host.Folders
	files   string
	made    int           // folders in files
	process *host.Process // nil before the first
	checks  []Check
}

// check is one promise; it returns a note, and an error that says what is wrong
// or, if it is a skipped, why nothing was checked.
type check func(ctx context.Context) (note string, err error)

// skipped is the error of a check that does not apply.
type skipped string

func (s skipped) Error() string { return string(s) }

// check runs one check under its limit and reports whether it passed.
func (s *suite) check(name string, do check) bool {
	if s.ctx.Err() != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(s.ctx, s.options.Limit)
	defer cancel()
	c := Check{Name: name}
	var err error
	c.Note, err = do(ctx)
	var skip skipped
	switch {
	case s.ctx.Err() != nil:
		return false
	case errors.As(err, &skip):
		c.Skipped = skip.Error()
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil:
		c.Problem = fmt.Sprintf("no answer within %v: %v", s.options.Limit, err)
	case err != nil:
		c.Problem = err.Error()
	}
	s.checks = append(s.checks, c)
	if s.options.Done != nil {
		s.options.Done(c)
	}
	return err == nil
}
