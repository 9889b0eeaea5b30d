package slurm

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// ask runs a program that only fails if the controller does not answer.
func (e *Executor) ask(ctx context.Context, program string, args ...string) (string, error) {
	out, err := e.Run(ctx, "", program, args...)
	var refused *jobs.Refusal
	switch {
	case errors.As(err, &refused) && homeless(refused):
		return "", fmt.Errorf("%w: %w: %w", executor.ErrRefused, errHomeless, err)
	case refused != nil:
		return "", fmt.Errorf("%w: %w", executor.ErrAway, err)
	}
	return out, err
}

var errHomeless = errors.New("this machine is part of no cluster that Slurm knows of")

// homeless reports whether a program knows of no cluster.
func homeless(r *jobs.Refusal) bool {
	return strings.Contains(strings.ToLower(r.Words), "could not establish a configuration source")
}

// away are words of sbatch by which a submission is worth another try.
var away = []string{
	"unable to contact slurm controller", "socket timed out", "zero bytes were transmitted", "connection refused",
	"connection reset", "connect failure", "temporarily unable", "temporarily unavailable", "in standby mode",
	"unable to confirm allocation", "unable to process configuration", "message receive failure", "send/recv",
}

// busy reports whether sbatch failed because the controller is away.
func busy(r *jobs.Refusal) bool {
	words := strings.ToLower(r.Words)
	for _, a := range away {
		if strings.Contains(words, a) {
			return true
		}
	}
	return false
}
