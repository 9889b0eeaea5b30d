package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/wording"
)

// Exit statuses.
const (
	exitFailedCells = 1
	exitDiffer      = 1 // of bench diff and of bench fmt -check
	exitUsage       = 2
	exitInterrupted = 130
	exitBrokenPipe  = 141 // as of a program that SIGPIPE ends
)

// exitError ends the program with a status; message may be empty when
// everything has been said.
type exitError struct {
	status  int
	message string
}

func (e *exitError) Error() string { return e.message }

// ending is the exit status of a command that ended with an error or nil, and what is still to be said of it.
func ending(ctx context.Context, err error) (status int, text string) {
	if err == nil {
		return 0, ""
	}
	status = exitUsage
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		status = exit.status
	case ctx.Err() != nil:
		err = errors.New("interrupted")
	}
	if ctx.Err() != nil {
		status = exitInterrupted
	}
	return status, fault.Advised(wording.Message(wording.Reason(err)), err)
}

// grace is how long a command that has no process to end may take to stop after a signal.
const grace = time.Second

// endInterrupted ends bench after a signal even if the command is in the middle of a long
// computation. It is for commands that start no process and write each file whole or not
// at all.
func endInterrupted(c *cobra.Command, _ []string) {
	context.AfterFunc(c.Context(), func() {
		time.Sleep(grace)
		fmt.Fprintln(os.Stderr, "bench: interrupted")
		os.Exit(exitInterrupted)
	})
}

// brokenPipe reports whether the reader of stdout is gone, who wants to hear no
// more of it.
func brokenPipe(err error) bool {
	var at *fs.PathError
	return errors.As(err, &at) && at.Path == os.Stdout.Name() && errors.Is(err, syscall.EPIPE)
}
