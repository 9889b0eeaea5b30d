package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/handover"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run"
	"github.com/manyclass/bench/framework/showing/progress"
)

// cluster is the work of an experiment that a batch system does, and what tells of it.
type cluster struct {
	*handover.Cluster
	*progress.Watcher
}

// told is a cluster of which lines tell.
func told(c *handover.Cluster) cluster { return cluster{c, &progress.Watcher{Note: c.Tell}} }

// errDetached ends a run whose cells are with a cluster.
var errDetached = errors.New("others go on")

// runOnCluster lets slots do what is missing, and waits for them unless it is detached.
func (s *session) runOnCluster(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest,
	left launch.Missing) error {
	handed, err := handover.New(s.Session, p, o.out, m, left)
	if err != nil {
		return &exitError{exitUsage, wording.Reason(err) + "; nothing was run"}
	}
	handed.TellSize(ctx)
	c := told(handed)
	if o.detach || s.Experiment.Executor.Detach {
		c.Continued = true
		return cmp.Or(c.submit(ctx, o), errDetached)
	}
	follow, stop := o.con.follow(p.Plan, left, o.out, 0, c.Job.Dir)
	c.Watcher = progress.NewWatcher(follow, c.Job.Dir, p.Plan.Cells, left.Done)
	c.Tell, c.Watcher.Over = follow.Note, c.Planner.Over
	watching, end := context.WithCancelCause(ctx)
	defer end(nil)
	if o.failFast {
		c.Failed = func() { end(run.ErrFailFast) }
	}
	err = executor.Drive(watching, c.System, c, c.Pace())
	stop()
	if err == nil {
		o.con.tell(fmt.Sprintf("Programs of %s were called %s.", s.Experiment.Executor.System(),
			wording.Count(int(c.Calls()), "time")))
	}
	switch {
	case errors.Is(err, run.ErrFailFast):
		return cmp.Or(c.CancelLast(ctx), err)
	case ctx.Err() != nil:
		return &exitError{exitInterrupted, fmt.Sprintf("interrupted; the slots go on: bench status %s shows their "+
			"progress, bench cancel %s ends them, and the same command continues with them", o.out, o.out)}
	}
	return err
}

// submit hands a wave over, unless one is being worked on, and says so.
func (c cluster) submit(ctx context.Context, o runOptions) error {
	w, err := executor.HandOver(ctx, c.System, c, c.Pace())
	switch {
	case err != nil:
		return err
	case w.Number == 0:
		o.con.tell(fmt.Sprintf("Nothing is missing: bench collect %s writes the tables.", o.out))
	default:
		slots := 0
		for _, a := range w.Arrays {
			slots += a.Slots
		}
		o.con.tell(fmt.Sprintf("Wave %d is with the cluster: %s. bench status %s shows its progress, bench collect %s\n"+
			"gathers the results so far.", w.Number, wording.Count(slots, "slot"), o.out, o.out))
		if !c.Continues() {
			o.con.tell("note: nothing makes the next wave, since the executor has no after: call bench submit again until " +
				"nothing is missing")
		}
	}
	return nil
}
