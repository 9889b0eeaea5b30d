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

	// within limits a check; it is context.WithTimeout but in tests.
	within func(context.Context, time.Duration) (context.Context, context.CancelFunc)
}

// suite is a run of the checks.
type suite struct {
	ctx     context.Context
	pkg     host.Package
	options Options
	folders host.Folders
	files   string
	made    int           // folders in files
	running *host.Process // nil before the first
	checks  []Check
}

// check is one promise. It runs as a test does, to the end or to where its trial
// fails or is skipped.
type check func(t *trial)

// trial is a check under way.
type trial struct {
	*suite
	ctx     context.Context
	process *host.Process // nil before the check asks for one
	step    string        // what failures are of; "" for the check itself
	note    string        // what is worth knowing if it passes
}

// skipped is the error of a check that does not apply.
type skipped string

func (s skipped) Error() string { return string(s) }

// stopped brings the error that stops a trial to where it began.
type stopped struct{ err error }

// must stops the trial if there is an error.
func (t *trial) must(err error) {
	if err == nil {
		return
	}
	if t.step != "" {
		err = fmt.Errorf("%s: %w", t.step, err)
	}
	panic(stopped{err})
}

// fail stops the trial and says what is wrong.
func (t *trial) fail(format string, args ...any) { t.must(fmt.Errorf(format, args...)) }

// skip stops the trial and says why nothing is checked.
func (t *trial) skip(why string) { panic(stopped{skipped(why)}) }

// try runs a step that failures are to name.
func (t *trial) try(step string, do func()) {
	t.step = step
	do()
	t.step = ""
}

// run makes a check and returns the error that stopped it.
func (t *trial) run(do check) (err error) {
	defer func() {
		switch end := recover().(type) {
		case nil:
		case stopped:
			err = end.err
		default:
			panic(end)
		}
	}()
	do(t)
	return nil
}

// check runs one check under its limit and reports whether it passed.
func (s *suite) check(name string, do check) bool {
	if s.ctx.Err() != nil {
		return false
	}
	ctx, cancel := s.options.within(s.ctx, s.options.Limit)
	defer cancel()
	t := &trial{suite: s, ctx: ctx}
	err := t.run(do)
	c := Check{Name: name, Note: t.note}
	var skip skipped
	switch {
	case s.ctx.Err() != nil:
		return false
	case errors.As(err, &skip):
		c.Skipped = skip.Error()
	case errors.Is(err, context.DeadlineExceeded) && over(ctx):
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

// over reports whether the time of a check is over. The timer of a busy process may
// be late: a plugin can tell that a deadline has passed before ctx does.
func over(ctx context.Context) bool {
	deadline, bound := ctx.Deadline()
	return ctx.Err() != nil || bound && !time.Now().Before(deadline)
}
