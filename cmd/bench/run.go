package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/heap"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run"
	"github.com/manyclass/bench/framework/showing/events"
	"github.com/manyclass/bench/framework/showing/progress"
	"github.com/manyclass/bench/framework/showing/report"
)

func runCommand() *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "run FILE|DIR",
		Short: "Run the missing cells of an experiment, then write tables",
		Long: "Runs every cell of the experiment that has no result yet, then writes scores, tables and a manifest.\n" +
			"Running again resumes: finished cells are never computed twice. A results folder DIR is continued by the\n" +
			"experiment file in it, with its -var; paths are relative to the folder that the file was in.\n\n" +
			"-reuse takes the finished cells that a capsule or a results folder has of the same data, plugins, settings and\n" +
			"kernel class. A hundredth of them, at least one, are run again first; if one differs, none is taken.\n" +
			"-trace lists the files that plugins open and nobody named, at the end and in the report; it needs strace.\n" +
			"-json tells other programs on stdout what goes on: docs/events.md says which events there are.\n\n" +
			"Exit status: 0 all cells done, 1 some cells failed, 2 the file or the command line is wrong, 130 interrupted.",
		Example: "  bench run experiments/quickstart.hcl\n" +
			"  bench run my.hcl -var folds=5 -workers 1\n" +
			"  bench run my.hcl -retry failed\n" +
			"  bench run my.hcl -reuse theirs.tar.gz\n" +
			"  bench run my.hcl -json > events.jsonl\n" +
			"  bench run results/quickstart",
		Args: fileToRun,

		ValidArgsFunction: completeFile,
	}
	vars := o.addTo(c)
	c.Flags().IntVar(&o.workers, "workers", runtime.NumCPU(), "work on `N` cells at the same time")
	c.Flags().Lookup("workers").DefValue = "the number of CPUs"
	c.Flags().BoolVar(&o.failFast, "fail-fast", false, "stop at the first cell that fails")
	c.Flags().StringVar(&o.executor, "executor", "",
		"`TYPE` of executor instead of the file's: local, or the type of its executor block")
	addReuse(c, &o.reuse)
	c.Flags().BoolVar(&o.trace, "trace", false, "find out which files plugins open that nobody named (needs strace)")
	completeFlag(c, "executor", experiment.ExecutorTypes()...)
	c.RunE = func(c *cobra.Command, args []string) error { return o.run(c, args[0], *vars) }
	return c
}

// fileToRun lets a command take an experiment file, and without one says how to get to the
// first results.
func fileToRun(c *cobra.Command, args []string) error {
	err := exactly("FILE")(c, args)
	if len(args) == 0 {
		err = fmt.Errorf("%w\n\n  bench demo      runs an example that is inside bench\n"+
			"  bench run FILE  runs an experiment file of yours\n  bench help      lists all commands", err)
	}
	return err
}

// run runs an experiment file, and tells of it as the user wants.
func (o runOptions) run(c *cobra.Command, file string, vars []string) error {
	if o.quiet && o.json {
		return errors.New("-quiet and -json: choose one of them; -json prints nothing on stderr")
	}
	o.con = newConsole(o.quiet, o.json)
	o.by = o.con.user(c)
	if o.json {
		o.con.events.Started(events.Started{Format: events.Format, Bench: version, File: file})
	}
	return o.con.ended(c.Context(), o.runFile(c, file, vars))
}

// runFile runs an experiment file.
func (o runOptions) runFile(c *cobra.Command, file string, vars []string) error {
	if err := o.check(); err != nil {
		return err
	}
	if err := launch.ChooseKernelsOf(file, o.kernels); err != nil {
		return err
	}
	options := o.con.launchOptions()
	options.Slots, options.Trace = launch.SlotsAhead(o.out, o.workers), o.trace
	if o.trace {
		if err := host.CheckTrace(c.Context()); err != nil {
			return err
		}
	}
	s, err := newSession(options, vars)
	if err != nil {
		return err
	}
	return s.prepared(c.Context(), file, true, func(p *prepare.Prepared) error { return s.run(c.Context(), p, o) })
}

// run runs the missing cells of an experiment and writes its report.
func (s *session) run(ctx context.Context, p *prepare.Prepared, o runOptions) error {
	o.out = cmp.Or(o.out, s.Out())
	lock, err := o.by.Claim(o.out)
	if err != nil {
		return err
	}
	defer lock.Release()
	before, left, err := s.present(ctx, p, o)
	if err != nil {
		return err
	}
	manifest, err := s.Record(ctx, o.by, o.out, p, left, o.hosts)
	if err != nil {
		return err
	}
	if left.Cells > 0 {
		s.ShowWarnings()
	}
	if o.json {
		o.con.events.Planned(p.Plan, left, o.out)
	}
	progress.TellEarlier(o.con.messages, p.Plan, before, left)
	ran := s.drive(ctx, p, o, manifest, left)
	if ran == nil {
		ran = s.Metrics(ctx, p, o.out, o.workers, manifest)
	}
	if o.trace {
		if err := s.KeepOpened(o.out); err != nil {
			return err
		}
	}
	if errors.Is(ran, errDetached) {
		return nil
	}
	if err := unfinished(ctx, ran); err != nil {
		return err
	}
	return s.finish(ctx, p, o, before, ran == nil && left.Cells > 0)
}

// present reads what the results folder holds, after cells of others were taken into it, and what is missing there.
func (s *session) present(ctx context.Context, p *prepare.Prepared, o runOptions) (
	before store.Results, left launch.Missing, err error) {
	if before, err = s.Before(o.out); err != nil {
		return before, left, err
	}
	left = launch.MissingIn(p.Plan, before, o.retry)
	if o.reuse == "" {
		return before, left, nil
	}
	if err := s.takeCells(ctx, p, o, left); ctx.Err() != nil {
		return before, left, unfinished(ctx, err)
	} else if err != nil {
		return before, left, err
	}
	before, err = s.Before(o.out)
	return before, launch.MissingIn(p.Plan, before, o.retry), err
}

// unfinished is the error of a run after which no report is written, nil if one is: also
// after a run that stopped at the first cell that failed.
func unfinished(ctx context.Context, ran error) error {
	var exit *exitError
	var refused *launch.Refused
	switch {
	case errors.As(ran, &exit), errors.As(ran, &refused):
		return ran
	case errors.Is(ran, executor.ErrRefused):
		return &exitError{exitUsage, wording.Reason(ran) + "; nothing was handed over"}
	case ran != nil && !errors.Is(ran, run.ErrFailFast):
		status, what := exitFailedCells, wording.Reason(ran)
		if ctx.Err() != nil {
			status, what = exitInterrupted, "interrupted"
		}
		what += "; finished cells are kept: run the same command again to go on"
		return &exitError{status, fault.Advised(what, ran)}
	}
	return nil
}

// finish writes the report on the results in a folder, and if cells ran to the end the time
// of this.
func (s *session) finish(ctx context.Context, p *prepare.Prepared, o runOptions, before store.Results, ran bool) error {
	out := o.out
	closed := make(chan struct{})
	go func() { s.Close(); close(closed) }() // plugins end while results are read
	defer func() { <-closed }()
	heap.Frugal()
	err := o.by.Alone(ctx, out, func() error {
		if ran {
			if err := folder.Finish(out, time.Now().UTC()); err != nil {
				return err
			}
		}
		results, err := store.ReadIntact(out)
		if err != nil {
			return err
		}
		report.Warnings(o.con.messages, p.Plan, results.ByKey)
		progress.TellFlaws(o.con.messages, p.Plan, results, before.Lost)
		return o.con.writeReport(out, folder.Cells(out, p.Plan, results))
	})
	var exit *exitError
	if err != nil && !errors.As(err, &exit) && !brokenPipe(err) {
		return &exitError{exitFailedCells, wording.Reason(err) + "; the results are kept in " + out}
	}
	return err
}

// drive runs the missing cells, here or on a cluster.
func (s *session) drive(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest,
	left launch.Missing) error {
	if left.Cells == 0 {
		return nil
	}
	where := s.Experiment.Executor
	switch chosen := cmp.Or(o.executor, where.Type); {
	case o.detach && chosen == experiment.LocalExecutor:
		return &exitError{exitUsage, "bench submit needs a block executor that names a batch system and the shared " +
			"folder: " + wording.List(experiment.ClusterTypes())}
	case chosen == experiment.LocalExecutor:
		here := executor.NewLocal(func(ctx context.Context) error { return s.execute(ctx, p, o, m, left) })
		return executor.Drive(ctx, here, here, executor.Pace{})
	case chosen == where.Type:
		if o.trace {
			return &exitError{exitUsage, "-trace sees plugins of this machine only: add -executor local; nothing was run"}
		}
		return s.runOnCluster(ctx, p, o, m, left)
	}
	return &exitError{exitUsage, fmt.Sprintf("-executor %s: the file has no block executor %q, which names the "+
		"shared folder", o.executor, o.executor)}
}

// execute runs the missing cells on this machine.
func (s *session) execute(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest,
	left launch.Missing) error {
	l := launch.Local{Out: o.out, Workers: o.workers, Missing: left, Manifest: m, FailFast: o.failFast}
	told, stop := o.con.follow(p.Plan, left, o.out, l.Slots(p))
	defer stop()
	return s.Run(ctx, p, l, told)
}
