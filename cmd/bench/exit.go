package main

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
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

// brokenPipe reports whether the reader of stdout is gone, who wants to hear no
// more of it.
func brokenPipe(err error) bool {
	var at *fs.PathError
	return errors.As(err, &at) && at.Path == os.Stdout.Name() && errors.Is(err, syscall.EPIPE)
}
