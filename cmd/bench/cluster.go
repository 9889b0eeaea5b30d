package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/manyclass/bench/framework/cluster/job"
	"github.com/manyclass/bench/framework/cluster/waves"
	"github.com/manyclass/bench/framework/executor"
	"github.com/manyclass/bench/framework/executor/slurm"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/run"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// cluster is the work of an experiment that a batch system does.
type cluster struct {
	*waves.Planner
	*slurm.Executor
	*watcher
}

// paceOf is how often a driver asks: the executor as the file says, or twice a minute in
// the end, and the shared folder the less often the more slots write to it.
func paceOf(e experiment.Executor) executor.Pace {
	look := max(time.Second, time.Duration(e.Slots)*20*time.Millisecond)
	pace := executor.Pace{Look: look, Poll: 2 * time.Second, Most: 30 * time.Second, Grace: 10 * time.Second}
	if e.Poll > 0 {
		pace.Poll = time.Duration(e.Poll) * time.Second
		pace.Most = max(pace.Most, pace.Poll)
	}
	return pace
}

// newCluster hands what slots need over to the shared folder.
func (s *session) newCluster(p *prepare.Prepared, out string, m store.Manifest, left remaining) (*cluster, error) {
	e := s.experiment.Executor
	j, err := s.job(e, p, m.Host.Name != "")
	if err != nil {
		return nil, fmt.Errorf("handing over to %s: %w", e.SharedDir, err)
	}
	m.Files, m.Source = nil, nil // the job has neither tables nor a copy of the file
	if err := folder.Write(j.Dir, &m, p.Resolved(), p.Plan); err != nil {
		return nil, err
	}
	if err := j.Create(); err != nil {
		return nil, err
	}
	if err := job.Remember(out, j.Dir); err != nil {
		return nil, err
	}
	c, err := clusterOf(j, out, p.Plan)
	if err != nil {
		return nil, err
	}
	c.Planner.Executor, c.Attempts, c.Environment = e, left.attempts, m.Environment()
	return c, nil
}

// clusterOf is the work of a job, without what the experiment file says of waves.
func clusterOf(j *job.Job, out string, p *plan.Plan) (*cluster, error) {
	e, err := slurm.New(slurm.Options{SharedDir: filepath.Dir(j.Depot), LocalDir: j.Node, Setup: j.Setup,
		Bench: j.Program.Digest})
	if err != nil {
		return nil, err
	}
	planner := plannerOf(j, out, p)
	return &cluster{Planner: planner, Executor: e, watcher: &watcher{note: planner.Tell}}, nil
}

// runOnCluster lets slots do what is missing, and waits for them unless it is detached.
func (s *session) runOnCluster(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest,
	left remaining) error {
	c, err := s.newCluster(p, o.out, m, left)
	if err != nil {
		return &exitError{exitUsage, wording.Reason(err) + "; nothing was run"}
	}
	c.tellSize(ctx)
	if o.detach || s.experiment.Executor.Detach {
		c.Continued = true
		return cmp.Or(c.submit(ctx, o.out), errDetached)
	}
	bar := newProgress(len(p.Plan.Cells), len(p.Plan.Cells)-left.cells, 0)
	c.watcher = watch(bar, c.Job.Dir, p.Plan.Cells, left.done)
	c.Tell, c.over = bar.Note, c.Planner.Over
	stop := follow(bar)
	watching, end := context.WithCancelCause(ctx)
	defer end(nil)
	if o.failFast {
		c.watcher.failed = func() { end(run.ErrFailFast) }
	}
	err = executor.Drive(watching, c.Executor, c, paceOf(c.Planner.Executor))
	stop()
	if err == nil {
		fmt.Fprintf(os.Stderr, "Programs of Slurm were called %s.\n", wording.Count(int(c.Calls()), "time"))
	}
	switch {
	case errors.Is(err, run.ErrFailFast):
		return cmp.Or(c.cancel(ctx), err)
	case ctx.Err() != nil:
		return &exitError{exitInterrupted, fmt.Sprintf("interrupted; the slots go on: bench status %s tells how far they "+
			"are, bench cancel %s ends them, and the same command goes on with them", o.out, o.out)}
	}
	return err
}

// tellSize says if there are more slots than processors. Where Slurm does not say how many
// these are, nothing is said.
func (c *cluster) tellSize(ctx context.Context) {
	size, err := c.Size(ctx, c.Planner.Executor.Sbatch)
	if err == nil && size.CPUs > 0 && c.Planner.Executor.Slots > size.CPUs {
		c.Tell(fmt.Sprintf("note: %s for %s of the partition that are up: some wait for others",
			wording.Count(c.Planner.Executor.Slots, "slot"), wording.Count(size.CPUs, "processor")))
	}
}

// cancel ends the slots of the last wave.
func (c *cluster) cancel(ctx context.Context) error {
	w, ok, err := c.Last()
	if err == nil && ok {
		err = c.Cancel(ctx, w)
	}
	return err
}

// submit hands a wave over, unless one is being worked on, and says so.
func (c *cluster) submit(ctx context.Context, out string) error {
	w, err := executor.HandOver(ctx, c.Executor, c, paceOf(c.Planner.Executor))
	switch {
	case err != nil:
		return err
	case w.Number == 0:
		fmt.Fprintf(os.Stderr, "Nothing is missing: bench collect %s writes the tables.\n", out)
	default:
		slots := 0
		for _, a := range w.Arrays {
			slots += a.Slots
		}
		fmt.Fprintf(os.Stderr, "Wave %d is with the cluster: %s. bench status %s tells how far it is, bench collect %s\n"+
			"gathers what there is.\n", w.Number, wording.Count(slots, "slot"), out, out)
	}
	return nil
}
