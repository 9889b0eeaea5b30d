package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/cluster/depot"
	"github.com/manyclass/bench/framework/cluster/job"
	"github.com/manyclass/bench/framework/cluster/waves"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/executor"
	"github.com/manyclass/bench/framework/executor/slurm"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/progress"
	"github.com/manyclass/bench/framework/run"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// cluster is the work of an experiment that a batch system does.
type cluster struct {
	*waves.Planner
	executor.Executor
	*watcher
}

// paceOf is how often a driver asks: the executor twice a minute in the end, and the
// shared folder the less often the more slots write to it.
func paceOf(e experiment.Executor) executor.Pace {
	look := max(time.Second, time.Duration(e.Slots)*20*time.Millisecond)
	return executor.Pace{Look: look, Poll: 2 * time.Second, Most: 30 * time.Second, Grace: 10 * time.Second}
}

// newCluster hands what slots need over to the shared folder.
func (s *session) newCluster(p *prepare.Prepared, out string, m store.Manifest, left remaining) (*cluster, error) {
	e := s.experiment.Executor
	j, err := s.job(e, p)
	if err != nil {
		return nil, fmt.Errorf("handing over to %s: %w", e.SharedDir, err)
	}
	for _, dir := range []string{j.Dir, out} {
		if err := folder.Write(dir, &m, p.Resolved(), p.Plan); err != nil {
			return nil, err
		}
	}
	if err := j.Create(); err != nil {
		return nil, err
	}
	if err := job.Remember(out, j.Dir); err != nil {
		return nil, err
	}
	c, err := clusterOf(j, out, job.Order(p.Plan))
	if err != nil {
		return nil, err
	}
	c.Planner.Executor, c.Attempts, c.Environment = e, left.attempts, m
	return c, nil
}

// clusterOf is the work of a job, without what the experiment file says of waves.
func clusterOf(j *job.Job, out string, order []plan.Cell) (*cluster, error) {
	e, err := slurm.New(slurm.Options{SharedDir: filepath.Dir(j.Depot), LocalDir: j.Node, Setup: j.Setup,
		Bench: j.Program.Digest})
	if err != nil {
		return nil, err
	}
	tell := func(line string) { fmt.Fprintln(os.Stderr, line) }
	planner := &waves.Planner{Job: j, Out: out, Order: order, Tell: tell}
	return &cluster{Planner: planner, Executor: e, watcher: &watcher{note: tell}}, nil
}

// job describes the experiment and puts what its slots need into the shared depot.
func (s *session) job(e experiment.Executor, p *prepare.Prepared) (*job.Job, error) {
	j := &job.Job{
		Experiment: s.experiment.Name, Folder: s.file.Absolute("."), Vars: s.vars, Kernels: kernels(),
		Depot: filepath.Join(e.SharedDir, "store"), Node: cmp.Or(e.LocalDir, fmt.Sprintf("/tmp/bench-%d", os.Getuid())),
		Moved: map[string]job.Moved{}, Plugins: map[string]depot.Entry{}, Setup: e.Setup, Cells: job.OrderSum(job.Order(p.Plan)),
	}
	var err error
	put := func(path string) (entry depot.Entry) {
		if err == nil {
			if entry, err = depot.FileEntry(path); err == nil {
				err = entry.Put(j.Depot, path)
			}
		}
		return entry
	}
	self, failure := os.Executable()
	if failure != nil {
		return nil, failure
	}
	j.Program, j.File = put(self), put(s.file.Path)
	for _, path := range s.file.Files() {
		j.Moved[path] = job.Moved{Entry: put(path)}
	}
	if err != nil {
		return nil, err
	}
	for _, d := range s.described {
		if err := s.putPlugin(j, d); err != nil {
			return nil, err
		}
	}
	if slices.ContainsFunc(s.described, func(d host.Described) bool { return d.Manifest != nil && d.Manifest.Adapter }) {
		path, err := host.Adapter()
		if err != nil {
			return nil, err
		}
		entry, err := depot.FileEntry(path)
		if err := errors.Join(err, entry.Put(j.Depot, path)); err != nil {
			return nil, err
		}
		j.Adapter = &entry
	}
	j.Dir = filepath.Join(e.SharedDir, "jobs", j.Name())
	return j, nil
}

// putPlugin puts a plugin that takes part into the depot.
func (s *session) putPlugin(j *job.Job, d host.Described) error {
	uses := func(c contract.Component) bool { return s.experiment.Uses(c.Kind, c.Name) }
	required := s.required.origin[d.Package.Name] != nil
	switch {
	case !required && !slices.ContainsFunc(d.Components, uses):
		return nil
	case d.Attached != nil:
		return fmt.Errorf("plugin %s is attached, and runs on this machine only", d.Package.Name)
	}
	entry := depot.Entry{Digest: d.Digest, Base: filepath.Base(d.Root)}
	if err := entry.Put(j.Depot, d.Root); err != nil {
		return err
	}
	if required {
		j.Moved[d.Root] = job.Moved{Entry: entry, Plugin: d.Package.Name}
	} else {
		j.Plugins[d.Package.Name] = entry
	}
	return nil
}

// runOnCluster lets slots do what is missing, and waits for them unless it is detached.
func (s *session) runOnCluster(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest,
	left remaining) error {
	c, err := s.newCluster(p, o.out, m, left)
	if err != nil {
		return &exitError{exitUsage, wording.Reason(err) + "; nothing was run"}
	}
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
	switch {
	case errors.Is(err, run.ErrFailFast):
		return cmp.Or(c.cancel(ctx), err)
	case ctx.Err() != nil:
		return &exitError{exitInterrupted, fmt.Sprintf("interrupted; the slots go on: bench status %s tells how far they are, "+
			"bench cancel %s ends them, and the same command goes on with them", o.out, o.out)}
	}
	return err
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

// watcher tells how far a wave is.
type watcher struct {
	note    func(line string)
	bar     *progress.Progress // with what follows nil where nobody waits
	journal *store.Follower
	cells   map[string]plan.Cell
	done    map[string]bool
	failed  func()                     // is called for a cell that failed; may be nil
	over    func(w executor.Wave) bool // reports whether all slots have ended
	said    string
}

func watch(bar *progress.Progress, dir string, cells []plan.Cell, done map[string]bool) *watcher {
	w := &watcher{note: bar.Note, bar: bar, journal: store.Follow(dir), cells: map[string]plan.Cell{}, done: maps.Clone(done)}
	for _, c := range cells {
		w.cells[c.Key] = c
	}
	return w
}

// Watch counts new results, and says what has changed with the slots.
func (w *watcher) Watch(wave executor.Wave, s executor.State, err error) (over bool) {
	for _, r := range w.news() {
		if c, ok := w.cells[r.Key]; ok && !w.done[r.Key] {
			w.done[r.Key] = true
			w.bar.Finished(c, r)
			if w.failed != nil && r.Status != store.OK && r.Status != store.Skipped {
				w.failed()
			}
		}
	}
	line := fmt.Sprintf("%s at work, %d waiting", wording.Count(s.Running, "slot"), s.Pending)
	if s.Reason != "" {
		line += " (" + s.Reason + ")"
	}
	if err != nil {
		line = err.Error() + "; asking again"
	}
	if line != w.said && !s.Ended {
		w.said = line
		w.note(line)
	}
	return w.over != nil && w.over(wave)
}

// news are the results since it was asked before.
func (w *watcher) news() []store.Result {
	if w.journal == nil {
		return nil
	}
	list, _ := w.journal.New() // what cannot be read now is read later
	return list
}
