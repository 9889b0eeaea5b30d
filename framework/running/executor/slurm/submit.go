package slurm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/jobs"
)

// Submit hands the arrays of a wave over, after a probe for each choice of options that
// no probe has found good before. Arrays that wait or run already are left alone. Nothing
// is submitted if Slurm refuses the options of one class. What makes the next wave has the
// options of the first class.
func (e *Executor) Submit(ctx context.Context, w executor.Wave) error {
	known, err := e.queue(ctx, w)
	if err != nil {
		return err
	}
	missing := lists.Filter(pieces(w), func(p jobs.Piece) bool { return len(known.of(p.Name).open()) == 0 })
	for _, p := range missing {
		if _, err := e.sbatch(ctx, p.Class, e.script(w, p), append([]string{"--test-only"}, arguments(w, p)...)); err != nil {
			return err
		}
	}
	if err := jobs.MakeFolders(w.Job, probeDir); err != nil {
		return err
	}
	after, err := e.submitProbes(ctx, w, missing)
	if err != nil {
		return err
	}
	var ids []string
	for _, p := range missing {
		args := arguments(w, p)
		if id, wait := after[e.key(p.Options)]; wait {
			args = append([]string{"--dependency=afterok:" + strconv.Itoa(id), "--kill-on-invalid-dep=yes"}, args...)
		}
		id, err := e.sbatch(ctx, p.Class, e.script(w, p), args)
		if err != nil {
			return err
		}
		ids = append(ids, strconv.Itoa(id))
	}
	if !w.Continued || len(ids) == 0 {
		return nil
	}
	args := append([]string{"--dependency=afterany:" + strings.Join(ids, ":")},
		common(w, jobs.StepName(w), "%x-%j.log")...)
	_, err = e.sbatch(ctx, w.Arrays[0].Class, e.stepScript(w), append(args, w.Arrays[0].Options...))
	return err
}

// submitProbes submits the probes that slots have to wait for. It returns the numbers of
// their jobs by key; nobody waits for a probe that was ok before.
func (e *Executor) submitProbes(ctx context.Context, w executor.Wave, missing []jobs.Piece) (map[string]int, error) {
	after := map[string]int{}
	for _, p := range e.probes(w) {
		wanted := func(x jobs.Piece) bool { return e.key(x.Options) == p.key }
		if ok, _, _ := p.found(w.Job); ok || lists.Count(missing, wanted) == 0 {
			continue
		}
		// What an earlier probe found may be mended now.
		if err := os.Remove(filepath.Join(w.Job, probeDir, p.key)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return nil, err
		}
		args := append(common(w, p.name, "%x-%j.log"), p.options...)
		id, err := e.sbatch(ctx, p.class, e.probeScript(w, p), args)
		if err != nil {
			return nil, err
		}
		after[p.key] = id
	}
	return after, nil
}

// arguments are those of sbatch for slots.
func arguments(w executor.Wave, p jobs.Piece) []string {
	array := fmt.Sprintf("--array=0-%d", p.Slots-1)
	if p.Throttle > 0 {
		array += fmt.Sprintf("%%%d", p.Throttle)
	}
	args := append([]string{array, "--signal=B:USR1@120"}, common(w, p.Name, "%x-%a-%A.log")...)
	return append(args, p.Options...)
}

// common are arguments that all jobs have; log is the name of their logs.
func common(w executor.Wave, name, log string) []string {
	folder := strings.ReplaceAll(w.Job, "%", "%%")
	return []string{"--job-name=" + name, "--requeue", "--output=" + filepath.Join(folder, "log", log),
		"--open-mode=append", "--chdir=/tmp"}
}

// sbatch submits a script and returns the number of its job, 0 of one that is tested only.
func (e *Executor) sbatch(ctx context.Context, class, text string, args []string) (int, error) {
	out, err := e.Run(ctx, text, "sbatch", append([]string{"--parsable"}, args...)...)
	var refused *jobs.Refusal
	switch {
	case errors.As(err, &refused) && busy(refused):
		return 0, fmt.Errorf("%w: %w", executor.ErrAway, err)
	case errors.As(err, &refused):
		return 0, fmt.Errorf("class %q: %w: %s", class, executor.ErrRefused, refused.Words)
	case err != nil:
		return 0, err
	case args[0] == "--test-only":
		return 0, nil
	}
	number, _, _ := strings.Cut(strings.TrimSpace(out), ";") // the name of a cluster may follow
	id, err := strconv.Atoi(number)
	if err != nil {
		return 0, fmt.Errorf("class %q: sbatch printed %q, not the number of a job", class, out)
	}
	return id, nil
}
