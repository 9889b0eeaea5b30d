package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/handover"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/cluster/waves"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/slurm"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run"
	"github.com/manyclass/bench/framework/showing/progress"
)

// cluster is the work of an experiment that a batch system does.
type cluster struct {
	*waves.Planner
	*slurm.Executor
	*progress.Watcher
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
func (s *session) newCluster(p *prepare.Prepared, out string, m store.Manifest,
	left launch.Missing) (*cluster, error) {
	e := s.Experiment.Executor
	j, err := handover.Job(s.Session, p, m.Host.Name != "")
	if err != nil {
		return nil, fmt.Errorf("handing over to %s: %w", e.SharedDir, err)
	}
	if err := handover.Create(j, out, p, m); err != nil {
		return nil, err
	}
	c, err := clusterOf(j, out, p.Plan)
	if err != nil {
		return nil, err
	}
	c.Planner.Executor, c.Attempts, c.Environment = e, left.Attempts, m.Environment()
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
	return &cluster{Planner: planner, Executor: e, Watcher: &progress.Watcher{Note: planner.Tell}}, nil
}

// plannerOf is the planner of a job whose results are gathered in a folder.
func plannerOf(j *job.Job, out string, p *plan.Plan) *waves.Planner {
	return &waves.Planner{Job: j, Out: out, Order: job.Order(p), Tell: tell, Environment: provenance(false)}
}

// errDetached ends a run whose cells are with a cluster.
var errDetached = errors.New("others go on")

// runOnCluster lets slots do what is missing, and waits for them unless it is detached.
func (s *session) runOnCluster(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest,
	left launch.Missing) error {
	c, err := s.newCluster(p, o.out, m, left)
	if err != nil {
		return &exitError{exitUsage, wording.Reason(err) + "; nothing was run"}
	}
	c.tellSize(ctx)
	if o.detach || s.Experiment.Executor.Detach {
		c.Continued = true
		return cmp.Or(c.submit(ctx, o.out), errDetached)
	}
	bar := newProgress(len(p.Plan.Cells), len(p.Plan.Cells)-left.Cells, 0)
	c.Watcher = progress.NewWatcher(bar, c.Job.Dir, p.Plan.Cells, left.Done)
	c.Tell, c.Watcher.Over = bar.Note, c.Planner.Over
	stop := bar.Follow()
	watching, end := context.WithCancelCause(ctx)
	defer end(nil)
	if o.failFast {
		c.Failed = func() { end(run.ErrFailFast) }
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
		return &exitError{exitInterrupted, fmt.Sprintf("interrupted; the slots go on: bench status %s shows their "+
			"progress, bench cancel %s ends them, and the same command continues with them", o.out, o.out)}
	}
	return err
}

// tellSize warns of more slots than processors, if Slurm says how many processors there are.
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
		fmt.Fprintf(os.Stderr, "Wave %d is with the cluster: %s. bench status %s shows its progress, bench collect %s\n"+
			"gathers the results so far.\n", w.Number, wording.Count(slots, "slot"), out, out)
	}
	return nil
}
