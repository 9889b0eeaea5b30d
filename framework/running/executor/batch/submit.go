package batch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/manyclass/bench/framework/language/batchsystem"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// Submit hands the jobs of a wave over. Those that have an id are left alone. If the system
// refuses one, those before it are ended.
func (e *Executor) Submit(ctx context.Context, w executor.Wave) error {
	if err := jobs.Check(w); err != nil {
		return err
	}
	if err := jobs.MakeFolders(w.Job, submittedDir, scriptDir, begunDir); err != nil {
		return err
	}
	var ids []string
	for _, p := range e.pieces(w) {
		own, err := e.once(ctx, w, p.Name, nil, func() (prepared, error) { return e.slots(w, p) })
		if errors.Is(err, executor.ErrRefused) {
			if ended := e.Cancel(ctx, w); ended != nil {
				err = fmt.Errorf("%w; the jobs before it go on: %v", err, ended)
			}
			return fmt.Errorf("class %q: %w", p.Class, err)
		}
		if err != nil {
			return err
		}
		ids = append(ids, own...)
	}
	if !w.Continued || !e.Continues() {
		return nil
	}
	_, err := e.once(ctx, w, jobs.StepName(w), ids, func() (prepared, error) { return e.step(w) })
	return err
}

// once submits a job unless it has ids, after jobs with some ids, and returns its own.
func (e *Executor) once(ctx context.Context, w executor.Wave, name string, after []string,
	prepare func() (prepared, error)) ([]string, error) {
	r, err := recorded(w, name)
	if err != nil || len(r.IDs) > 0 {
		return r.IDs, err
	}
	j, err := prepare()
	if err != nil {
		return nil, err
	}
	if err := e.pace(ctx); err != nil {
		return nil, err
	}
	if r.IDs, err = e.submit(ctx, j, after); err != nil {
		return nil, err
	}
	return r.IDs, r.keep(w)
}

// pace waits until another job may be submitted.
func (e *Executor) pace(ctx context.Context) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(time.Until(e.submitted.Add(e.between))):
		e.submitted = time.Now()
		return nil
	}
}

// submit submits a job and returns its ids.
func (e *Executor) submit(ctx context.Context, j prepared, after []string) ([]string, error) {
	command, err := e.settings.SubmitCommand(j.Job, after)
	if err != nil {
		return nil, err
	}
	stdin := j.stdin
	if batchsystem.Uses(e.settings.Submit, "script") || batchsystem.Uses(e.settings.Submit, "description") {
		stdin = ""
	}
	out, err := e.Run(ctx, stdin, command[0], command[1:]...)
	var refused *jobs.Refusal
	switch {
	case errors.As(err, &refused) && e.busy(refused):
		return nil, fmt.Errorf("%w: %w", executor.ErrAway, err)
	case errors.As(err, &refused):
		return nil, fmt.Errorf("%w: %w", executor.ErrRefused, err)
	case err != nil:
		return nil, err
	}
	ids := batchsystem.Matches(e.settings.ID, out)
	if ids == nil {
		return nil, fmt.Errorf("%s printed %q, in which the pattern id = %q finds no id of a job: mend the pattern, and "+
			"end the job %s by hand if it was taken", command[0], out, e.settings.ID, j.Name)
	}
	return ids, nil
}
