package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/executor"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/report"
	"github.com/manyclass/bench/framework/run"
	"github.com/manyclass/bench/framework/scratch"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

type runOptions struct {
	out      string
	workers  int
	failFast bool
	retry    []string // statuses
	kernels  string
	executor string // overrides the type of the file's executor block
	detach   bool
	hosts    bool // names machines in the results
}

func runCommand() *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "run FILE|DIR",
		Short: "Run what is missing of an experiment, then write tables",
		Long: "Runs every cell of the experiment that has no result yet, then writes scores, tables and a manifest.\n" +
			"Running again resumes: finished cells are never computed twice. A results folder DIR is continued by the\n" +
			"experiment file in it, with its -var; paths start where the file stood.\n\n" +
			"Exit status: 0 all cells done, 1 some cells failed, 2 the file or the command line is wrong, 130 interrupted.",
		Example: "  bench run experiments/quickstart.hcl\n" +
			"  bench run my.hcl -var folds=5 -workers 1\n" +
			"  bench run my.hcl -retry failed\n" +
			"  bench run results/quickstart",
		Args: exactly("FILE"),

		ValidArgsFunction: completeFile,
	}
	vars := o.addTo(c)
	c.Flags().IntVar(&o.workers, "workers", runtime.NumCPU(), "work on `N` cells at the same time")
	c.Flags().Lookup("workers").DefValue = "the number of CPUs"
	c.Flags().BoolVar(&o.failFast, "fail-fast", false, "stop at the first cell that fails")
	c.Flags().StringVar(&o.executor, "executor", "",
		"`TYPE` of executor, local or slurm, in the place of the file's")
	completeFlag(c, "executor", experiment.LocalExecutor, experiment.SlurmExecutor)
	c.RunE = func(c *cobra.Command, args []string) error { return o.run(c.Context(), args[0], *vars) }
	return c
}

// addTo gives a command the flags that running here and elsewhere share, and -var.
func (o *runOptions) addTo(c *cobra.Command) (vars *[]string) {
	vars = addVars(c)
	c.Flags().StringVar(&o.out, "out", "", "results folder `DIR` (default results/NAME)")
	c.Flags().StringSliceVar(&o.retry, "retry", nil,
		"run again the cells with these `statuses`: failed, timeout, out_of_memory")
	c.Flags().StringVar(&o.kernels, "kernels", autoKernels,
		"`CODE` of plugins: auto (vector instructions), avx2 (those without AVX-512) or portable (plain Go)")
	c.Flags().BoolVar(&o.hosts, "record-host", false, "record the name of this machine in the results")
	completeFlag(c, "kernels", autoKernels, avx2Kernels, portableKernels)
	completeFlag(c, "retry", string(store.Failed), string(store.Timeout), string(store.OutOfMemory))
	completeFlagFolder(c, "out")
	return vars
}

// run runs an experiment file.
func (o runOptions) run(ctx context.Context, file string, vars []string) error {
	if err := o.check(); err != nil {
		return err
	}
	if m, err := folder.ReadManifest(file); err == nil && o.kernels == autoKernels && m.Kernels == portableKernels {
		o.kernels = portableKernels // which the results there are of
	}
	if err := chooseKernels(o.kernels); err != nil {
		return err
	}
	s := &session{slots: o.slots, reticent: true}
	return withPrepared(ctx, s, file, vars, true, func(s *session, p *prepare.Prepared) error { return s.run(ctx, p, o) })
}

// slots is how many workers will need processes, as far as can be told before the
// plan: one if there are results, which may be all.
func (o runOptions) slots(file *experiment.File) int {
	name := file.Names("experiment")
	if o.out == "" && len(name) == 0 {
		return 1
	}
	out := o.out
	if out == "" {
		out = filepath.Join("results", name[0])
	}
	if _, err := os.Stat(filepath.Join(out, store.ManifestFile)); err == nil {
		return 1
	}
	return o.workers
}

// defaultOut is the results folder of an experiment.
func (s *session) defaultOut() string {
	return cmp.Or(s.results, filepath.Join("results", s.experiment.Name))
}

// check refuses values that no flag parser knows to be wrong.
func (o runOptions) check() error {
	if o.workers < 1 {
		return fmt.Errorf("-workers %d: at least 1 is needed", o.workers)
	}
	if !slices.Contains([]string{"", experiment.LocalExecutor, experiment.SlurmExecutor}, o.executor) {
		return fmt.Errorf("-executor %s: the executors are local and slurm", o.executor)
	}
	for _, status := range o.retry {
		if !slices.Contains([]store.Status{store.Failed, store.Timeout, store.OutOfMemory}, store.Status(status)) {
			return fmt.Errorf("-retry %s: the statuses are failed, timeout, out_of_memory", status)
		}
	}
	return nil
}

func (s *session) run(ctx context.Context, p *prepare.Prepared, o runOptions) error {
	o.out = cmp.Or(o.out, s.defaultOut())
	lock, err := claim(o.out, "bench run")
	if err != nil {
		return err
	}
	defer lock.Release()
	before, err := readBefore(o.out, p)
	if err != nil {
		return err
	}
	left := before.left(p, o.retry)
	manifest, err := s.writeManifest(ctx, o, p, left)
	if err != nil {
		return err
	}
	if left.cells > 0 {
		s.warn()
	}
	before.tell(p, left)
	ran := s.drive(ctx, p, o, manifest, left)
	if ran == nil {
		ran = s.metrics(ctx, p, o, manifest)
	}
	var exit *exitError
	switch {
	case errors.Is(ran, errDetached):
		return nil
	case errors.As(ran, &exit):
		return ran
	case errors.Is(ran, executor.ErrRefused):
		return &exitError{exitUsage, wording.Reason(ran) + "; nothing was handed over"}
	case ran != nil && !errors.Is(ran, run.ErrFailFast):
		status, what := exitFailedCells, wording.Reason(ran)
		if ctx.Err() != nil {
			status, what = exitInterrupted, "interrupted"
		}
		return &exitError{status, what + "; finished cells are kept: run the same command again to go on"}
	}
	closed := make(chan struct{})
	go func() { s.close(); close(closed) }() // plugins end while results are read
	defer func() { <-closed }()
	frugal()
	err = alone(ctx, o.out, "bench run", func() error {
		if ran == nil && left.cells > 0 {
			if err := folder.Finish(o.out, time.Now().UTC()); err != nil {
				return err
			}
		}
		results, err := store.ReadIntact(o.out)
		if err != nil {
			return err
		}
		report.Warnings(os.Stderr, p.Plan, results.ByKey)
		return writeReportOf(o.out, stored(o.out, p.Plan, results, before.results.Lost...))
	})
	if err != nil && !errors.As(err, &exit) && !brokenPipe(err) {
		return &exitError{exitFailedCells, wording.Reason(err) + "; the results are kept in " + o.out}
	}
	return err
}

// errDetached ends a run whose cells are with a cluster.
var errDetached = errors.New("others go on")

// drive has what is missing done, here or on a cluster.
func (s *session) drive(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest,
	left remaining) error {
	if left.cells == 0 {
		return nil
	}
	where := s.experiment.Executor
	switch cmp.Or(o.executor, where.Type) {
	case experiment.LocalExecutor:
		here := executor.NewLocal(func(ctx context.Context) error { return s.execute(ctx, p, o, m, left) })
		return executor.Drive(ctx, here, here, executor.Pace{})
	case where.Type:
		return s.runOnCluster(ctx, p, o, m, left)
	}
	return &exitError{exitUsage, fmt.Sprintf("-executor %s: the file has no block executor %q, which says where the "+
		"shared folder is", o.executor, o.executor)}
}

// execute runs the missing cells with one journal a worker.
func (s *session) execute(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest,
	left remaining) error {
	o.workers = min(o.workers, left.cells)
	if p.Experiment.Isolated {
		o.workers = 1
	}
	if err := s.pool.Keep(ctx, o.workers, s.experiment.Uses); err != nil {
		return &exitError{exitUsage, err.Error() + "; nothing was run"}
	}
	s.pool.LogTo(filepath.Join(o.out, host.LogFolder), "")
	recorders := make([]run.Recorder, o.workers)
	for slot := range recorders {
		journal, err := store.OpenJournal(o.out, fmt.Sprint(slot), m.Environment())
		if err != nil {
			return err
		}
		defer journal.Close()
		recorders[slot] = journal
	}
	var kept *store.KeptScores
	if p.Experiment.KeepScores {
		var err error
		if kept, err = store.ReadKeptScores(o.out); err != nil {
			return err
		}
	}
	bar := newProgress(len(p.Plan.Cells), len(p.Plan.Cells)-left.cells, o.workers)
	bar.Expect(p.Plan, left.done)
	bar.Watch(o.out)
	defer follow(bar)()
	done := maps.Clone(left.done)
	return s.compute(ctx, p, run.Options{
		Workers: o.workers, Done: done, Attempts: left.attempts, Kept: kept, Recorders: recorders,
		Finished: func(c plan.Cell, r store.Result) {
			done[r.Key] = true
			bar.Finished(c, r)
		},
		Working: bar.Working, FailFast: o.failFast,
	})
}

// compute runs cells on matrices in shared memory, if they seem to fit. Where
// that turns out to be full, it goes on with what is left among the temporary
// files; the tables, which may be gone, are read again.
func (s *session) compute(ctx context.Context, p *prepare.Prepared, o run.Options) error {
	folder, err := scratch.Matrices(p.Bytes(o.Workers))
	if err != nil {
		return err
	}
	defer folder.Remove()
	o.Scratch, o.Vouch = folder.Path, s.pool.Vouch
	err = run.Execute(ctx, p, s.pool, o)
	if !errors.Is(err, run.ErrScratch) || !folder.InMemory() {
		return err
	}
	fmt.Fprintln(os.Stderr, "The shared memory is full: going on with matrices among the temporary files.")
	onDisk, err := scratch.Temporary()
	if err != nil {
		return err
	}
	defer onDisk.Remove()
	if err := folder.Empty(); err != nil {
		return err
	}
	again, _, err := prepare.Load(ctx, s.experiment, s.pool)
	if err != nil {
		return err
	}
	o.Scratch, o.Done = onDisk.Path, maps.Clone(o.Done)
	return run.Execute(ctx, again, s.pool, o)
}
