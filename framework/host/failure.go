package host

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract/service"
)

// losing are the errors of a call after which its process is not used any more.
var losing = []error{errConnection, errKilled, errGarbage, service.ErrMemory,
	context.DeadlineExceeded, context.Canceled}

// failure dresses an error and ends a process that cannot be trusted any more.
// ctx bounds how long it waits for the end of a process that is on its way out; kills are
// the oomKills before the call.
func (p *Process) failure(ctx context.Context, doing string, err error, kills int64) error {
	if s, ok := status.FromError(err); ok && s.Code() != codes.OK {
		err = plainError(s)
	}
	if errors.Is(err, errConnection) {
		err = p.lostOver(ctx, kills)
	}
	lost := slices.ContainsFunc(losing, func(cause error) bool { return errors.Is(err, cause) })
	if lost {
		p.Stop(0) // its last words are complete only then
	}
	e := &Error{
		Plugin: p.pkg.Name, Doing: doing, Err: err, Exit: p.runner.exitText(), Words: p.runner.words.String(),
		Log: p.runner.words.log.place(), Lost: lost,
	}
	if p.pkg.Attached != nil && errors.Is(err, errConnection) {
		return p.detached(e)
	}
	if errors.Is(err, context.DeadlineExceeded) && e.Exit != "" {
		e.Err = p.lostOver(ctx, kills) // it ended before its time was over
	}
	return e
}

// lostOver says why a process is gone over a call, before which the kernel had ended so many
// processes for lack of memory.
func (p *Process) lostOver(ctx context.Context, kills int64) error {
	p.exits(ctx)
	switch {
	case !p.runner.killedByOthers():
		return errConnection
	case oomKills() > kills:
		return fmt.Errorf("%w: the kernel ended the process, since the machine or its control group had none left",
			service.ErrMemory)
	}
	return errKilled
}

// detached is the error of a call over which the attached plugin has ended. Nobody starts
// another one, so that it ends the run: it says nothing about a cell.
func (p *Process) detached(e *Error) error {
	e.Err = fmt.Errorf("the plugin, which was attached at %s (process %d), has ended; %s", p.pkg.Attached.Addr,
		p.pkg.Attached.PID, attachAgain)
	return fault.Run(e)
}
