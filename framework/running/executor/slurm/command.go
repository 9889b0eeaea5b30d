package slurm

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/running/executor"
)

// refusal is that a program of Slurm ended with an error, in its own words.
type refusal struct{ program, words string }

func (r *refusal) Error() string { return r.program + ": " + r.words }

// ask runs a program that only fails if the controller does not answer.
func (e *Executor) ask(ctx context.Context, program string, args ...string) (string, error) {
	out, err := e.run(ctx, "", program, args...)
	var refused *refusal
	switch {
	case errors.As(err, &refused) && refused.homeless():
		return "", fmt.Errorf("%w: %w: %w", executor.ErrRefused, errHomeless, err)
	case refused != nil:
		return "", fmt.Errorf("%w: %w", executor.ErrAway, err)
	}
	return out, err
}

var errHomeless = errors.New("this machine is part of no cluster that Slurm knows of")

// homeless reports whether a program knows of no cluster.
func (r *refusal) homeless() bool {
	return strings.Contains(strings.ToLower(r.words), "could not establish a configuration source")
}

// run runs a program of Slurm and returns what it prints. The error is a *refusal if
// the program says no, and ErrAway if it says nothing for too long.
func (e *Executor) run(ctx context.Context, stdin, program string, args ...string) (string, error) {
	e.calls.Add(1)
	limited, cancel := context.WithTimeout(ctx, e.options.Limit)
	defer cancel()
	cmd := exec.CommandContext(limited, program, args...)
	cmd.Env = environment(os.Environ())
	cmd.WaitDelay = time.Second
	var out, words bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = strings.NewReader(stdin), &out, &words
	err := cmd.Run()
	var exit *exec.ExitError
	switch {
	case err == nil:
		return out.String(), nil
	case ctx.Err() != nil:
		return "", ctx.Err()
	case limited.Err() != nil:
		return "", fmt.Errorf("%w: %s did not answer within %s", executor.ErrAway, program, e.options.Limit)
	case errors.As(err, &exit):
		return "", &refusal{program, spoken(program, words.String(), exit)}
	case errors.Is(err, exec.ErrNotFound):
		return "", lookPrograms()
	}
	return "", err
}

// spoken is what a program said on stderr, on one line and without its name, which
// stands before it anyway.
func spoken(program, stderr string, exit *exec.ExitError) string {
	var lines []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimPrefix(strings.TrimSpace(line), program+": ")
		if line = strings.TrimPrefix(line, "error: "); line != "" {
			lines = append(lines, line)
		}
	}
	if lines == nil {
		return exit.String()
	}
	return strings.Join(lines, "; ")
}

// environment leaves out what would make the programs do or show something else: the
// filters that a user has set for squeue, scancel and sinfo, that sbatch waits, and, if bench
// runs within a job itself, what Slurm says of that job.
func environment(all []string) []string {
	var kept []string
	for _, entry := range all {
		name, _, _ := strings.Cut(entry, "=")
		prefix, _, _ := strings.Cut(name, "_")
		switch prefix {
		case "SQUEUE", "SINFO", "SCANCEL":
			continue
		case "SLURM":
			if name != "SLURM_CONF" && name != "SLURM_CLUSTERS" && name != "SLURM_CONF_SERVER" {
				continue
			}
		}
		if name != "SBATCH_WAIT" {
			kept = append(kept, entry)
		}
	}
	return kept
}

// away are words of sbatch by which a submission is worth another try.
var away = []string{
	"unable to contact slurm controller", "socket timed out", "zero bytes were transmitted", "connection refused",
	"connection reset", "connect failure", "temporarily unable", "temporarily unavailable", "in standby mode",
	"unable to confirm allocation", "unable to process configuration", "message receive failure", "send/recv",
}

// busy reports whether sbatch failed because the controller is away.
func (r *refusal) busy() bool {
	words := strings.ToLower(r.words)
	for _, a := range away {
		if strings.Contains(words, a) {
			return true
		}
	}
	return false
}
