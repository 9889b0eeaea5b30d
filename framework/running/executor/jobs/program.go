package jobs

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"sync/atomic"
	"time"

	"github.com/manyclass/bench/framework/running/executor"
)

// Refusal is that a program of a batch system ended with an error, in its own words.
type Refusal struct {
	Program, Words string
	Status         int    // with which it ended, -1 if a signal ended it
	Printed        string // on stdout
}

func (r *Refusal) Error() string { return r.Program + ": " + r.Words }

// Programs are those of a batch system.
type Programs struct {
	// Limit is how long a program may take, 2 minutes if it is 0.
	Limit time.Duration
	// Environment chooses the variables that programs get; nil for all.
	Environment func(all []string) []string

	calls atomic.Int64
}

// Calls counts how often a program was run.
func (p *Programs) Calls() int64 { return p.calls.Load() }

// Run runs a program and returns what it prints. The error is a *Refusal if the program says
// no, and ErrAway if it says nothing for too long.
func (p *Programs) Run(ctx context.Context, stdin, program string, args ...string) (string, error) {
	p.calls.Add(1)
	limit := p.Limit
	if limit == 0 {
		limit = 2 * time.Minute
	}
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	cmd := exec.CommandContext(limited, program, args...)
	if p.Environment != nil {
		cmd.Env = p.Environment(os.Environ())
	}
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
		return "", fmt.Errorf("%w: %s did not answer within %s", executor.ErrAway, program, limit)
	case errors.As(err, &exit):
		return "", &Refusal{program, spoken(program, words.String(), exit), exit.ExitCode(), out.String()}
	}
	return "", err
}

// spoken is what a program said on stderr, on one line and without its name, which
// stands before it anyway.
func spoken(program, stderr string, exit *exec.ExitError) string {
	var lines []string
	for line := range strings.Lines(stderr) {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), program+":"))
		if line = strings.TrimPrefix(line, "error: "); line != "" {
			lines = append(lines, line)
		}
	}
	if lines == nil {
		return exit.String()
	}
	return strings.Join(lines, "; ")
}

// Look says which programs are not on PATH, and what to do; other is what else helps.
func Look(programs []string, system string) error {
	var missing []string
	for _, p := range programs {
		if _, err := exec.LookPath(p); err != nil {
			missing = append(missing, p)
		}
	}
	if missing == nil {
		return nil
	}
	return fmt.Errorf("there is no %s on PATH: call bench where jobs are submitted, after loading the module of %s "+
		"if there is one, or give -executor local", strings.Join(missing, ", "), system)
}
