package handover

import (
	"context"
	"fmt"
	"path/filepath"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/cluster/waves"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/executor/batch"
	"github.com/manyclass/bench/framework/running/executor/jobs"
	"github.com/manyclass/bench/framework/running/executor/slurm"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Cluster is the work of an experiment that a batch system does.
type Cluster struct {
	*waves.Planner
	System
}

// System is a batch system.
type System interface {
	executor.Executor
	Calls() int64 // of its programs
}

// Planner makes the waves of a job whose results are gathered in a folder.
func Planner(o launch.Options, j *job.Job, out string, p *plan.Plan) *waves.Planner {
	return &waves.Planner{Job: j, Out: out, Order: job.Order(p), Tell: o.Tell, Environment: o.Provenance(false)}
}

// Of is the work of a job, without what the experiment file says of waves, on the batch system
// of an executor block.
func Of(o launch.Options, j *job.Job, out string, p *plan.Plan, e experiment.Executor) (*Cluster, error) {
	system, err := newSystem(j, e)
	if err != nil {
		return nil, err
	}
	return &Cluster{Planner: Planner(o, j, out, p), System: system}, nil
}

// newSystem is the batch system of an executor block, for a job.
func newSystem(j *job.Job, e experiment.Executor) (System, error) {
	site := jobs.Site{SharedDir: filepath.Dir(j.Depot), LocalDir: j.Node, Setup: j.Setup, Bench: j.Program.Digest}
	if e.Type == experiment.SlurmExecutor {
		return slurm.New(site)
	}
	return batch.New(site, e.Batch, e.System())
}

// New hands what slots need over to the shared folder, for the cells that a results folder lacks.
func New(s *launch.Session, p *prepare.Prepared, out string, m store.Manifest, left launch.Missing) (*Cluster, error) {
	e := s.Experiment.Executor
	j, err := Job(s, p, m.Host.Name != "")
	if err != nil {
		return nil, fmt.Errorf("handing over to %s: %w", e.SharedDir, err)
	}
	if err := Create(j, out, p, m); err != nil {
		return nil, err
	}
	c, err := Of(s.Options, j, out, p.Plan, e)
	if err != nil {
		return nil, err
	}
	c.Planner.Executor, c.Attempts, c.Environment = e, left.Attempts, m.Environment()
	return c, nil
}

// Continued is the work of a job whose last wave has ended, and for which no driver waits.
func Continued(o launch.Options, j *job.Job) (*Cluster, error) {
	p, err := folder.ReadPlan(j.Dir)
	if err != nil {
		return nil, err
	}
	last, err := j.LastWave()
	if err != nil {
		return nil, err
	}
	w, err := j.Wave(last)
	if err != nil {
		return nil, err
	}
	c, err := Of(o, j, j.Dir, p, w.Executor)
	if err != nil {
		return nil, err
	}
	c.Planner.Executor, c.Attempts, c.Continued = w.Executor, w.Attempts, true
	return c, nil
}

// Pace is how often a driver asks: the executor as the file says, or twice a minute in
// the end, and the shared folder the less often the more slots write to it.
func (c *Cluster) Pace() executor.Pace {
	e := c.Planner.Executor
	look := max(time.Second, time.Duration(e.Slots)*20*time.Millisecond)
	pace := executor.Pace{Look: look, Poll: 2 * time.Second, Most: 30 * time.Second, Grace: 10 * time.Second}
	if e.Poll > 0 {
		pace.Poll = time.Duration(e.Poll) * time.Second
		pace.Most = max(pace.Most, pace.Poll)
	}
	return pace
}

// TellSize warns of more slots than processors, if it is Slurm, which says how many there are.
func (c *Cluster) TellSize(ctx context.Context) {
	here, isSlurm := c.System.(*slurm.Executor)
	if !isSlurm {
		return
	}
	size, err := here.Size(ctx, c.Planner.Executor.Options)
	if err == nil && size.CPUs > 0 && c.Planner.Executor.Slots > size.CPUs {
		c.Tell(fmt.Sprintf("note: %s for %s of the partition that are up: some wait for others",
			wording.Count(c.Planner.Executor.Slots, "slot"), wording.Count(size.CPUs, "processor")))
	}
}

// Continues reports whether a job makes the next wave when one has ended. Without it, somebody
// submits each wave.
func (c *Cluster) Continues() bool {
	other, is := c.System.(*batch.Executor)
	return !is || other.Continues()
}

// CancelLast ends the slots of the last wave.
func (c *Cluster) CancelLast(ctx context.Context) error {
	w, ok, err := c.Last()
	if err == nil && ok {
		err = c.Cancel(ctx, w)
	}
	return err
}

// CancelLast ends the slots of the last wave of a job, without its experiment file.
func CancelLast(ctx context.Context, o launch.Options, j *job.Job, out string) error {
	last, err := j.LastWave()
	if err != nil || last == 0 {
		return err
	}
	w, err := j.Wave(last)
	if err != nil {
		return err
	}
	c, err := Of(o, j, out, &plan.Plan{}, w.Executor)
	if err != nil {
		return err
	}
	return c.CancelLast(ctx)
}
