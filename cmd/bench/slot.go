package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/cluster/job"
	"github.com/manyclass/bench/framework/cluster/slot"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/run"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// A slot ends after an hour of work, so that a batch system can give the node to
// others; one that is told of its end has some time for the cells at hand. Slurm tells
// it two minutes ahead.
const (
	slotHour    = time.Hour
	slotRespite = 100 * time.Second
)

// slotCommand is what the script of a batch system starts on a node. Users do not.
func slotCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "slot JOB", Hidden: true, Args: exactly("JOB"),
		Short:   "Work on a job as one of its slots; the script of a batch system starts it",
		Example: "  bench slot /shared/jobs/letters-203c716c -attempt w1.default.0.17.0 -cpus 2",
	}
	attempt := c.Flags().String("attempt", "", "`NAME` of the attempt")
	cpus := c.Flags().Int("cpus", 1, "processors that the slot has")
	c.RunE = func(c *cobra.Command, args []string) error {
		a, ok := job.ParseAttempt(*attempt)
		if !ok || *cpus < 1 {
			return fmt.Errorf("-attempt %s -cpus %d: this is no attempt", *attempt, *cpus)
		}
		j, err := job.Open(args[0])
		if err != nil {
			return &exitError{job.StatusUnshared, wording.Reason(err)}
		}
		err = workOn(c.Context(), j, a, *cpus)
		var refused *refusal
		switch {
		case errors.As(err, &refused):
			return &exitError{job.StatusRefused, wording.Reason(errors.Join(err, j.Refuse(a, refused.Error())))}
		case errors.Is(err, store.ErrJournal):
			return &exitError{job.StatusFolder, wording.Reason(err)}
		}
		return err
	}
	return c
}

// advanceCommand is what runs on a node when a wave has ended for which no driver waits.
func advanceCommand() *cobra.Command {
	return &cobra.Command{
		Use: "advance JOB", Hidden: true, Args: exactly("JOB"),
		Short:   "Hand over the next wave of a job; the script of a batch system starts it",
		Example: "  bench advance /shared/jobs/letters-203c716c",
		RunE: func(c *cobra.Command, args []string) error {
			j, err := job.Open(args[0])
			if err != nil {
				return err
			}
			p, err := folder.ReadPlan(j.Dir)
			if err != nil {
				return err
			}
			last, err := j.LastWave()
			if err != nil {
				return err
			}
			w, err := j.Wave(last)
			if err != nil {
				return err
			}
			all, err := clusterOf(j, j.Dir, p)
			if err != nil {
				return err
			}
			all.Planner.Executor, all.Attempts, all.Continued = w.Executor, w.Attempts, true
			return all.submit(c.Context(), args[0])
		},
	}
}

// refusal is why this node does not take part.
type refusal struct{ error }

func (r *refusal) Unwrap() error { return r.error }

// workOn claims and runs chunks until there are none, or the time is over.
func workOn(ctx context.Context, j *job.Job, a job.Attempt, cpus int) error {
	end := time.Now().Add(slotHour)
	wave, err := j.Wave(a.Wave)
	if err != nil {
		return err
	}
	if slot.Idle(j, wave, a) {
		return nil
	}
	if err := atHome(j, cpus); err != nil {
		return &refusal{err}
	}
	staged, err := slot.Stage(j)
	if err != nil {
		return &refusal{err}
	}
	s := &session{plugins: staged.Plugins, code: staged.Code, slots: func(*experiment.File) int { return cpus },
		parse: func() (*experiment.File, diagnostic.List) {
			return experiment.ParseMoved(staged.File, j.Folder, staged.Moved, j.Vars)
		}}
	defer s.close()
	if err := s.start(ctx); err != nil {
		return orInterrupted(ctx, err)
	}
	p, err := s.prepare(ctx, true)
	if err != nil {
		return orInterrupted(ctx, err)
	}
	s.warn()
	order := job.Order(p.Plan)
	if job.OrderSum(order) != j.Cells {
		return &refusal{otherCells(j, p)}
	}
	array, _ := wave.Array(a.Class)
	slot.Rotate(p, a.Index, array.Slots)
	taker := slot.NewTaker(j, wave, a, order, end)
	ctx, stop := untilTold(ctx, taker)
	defer stop()
	if err := s.workAs(ctx, p, j, a, wave, taker, cpus); err != nil {
		return err
	}
	if err := taker.Err(); err != nil {
		return &exitError{job.StatusFolder, wording.Reason(err)}
	}
	if taker.Left() {
		return &exitError{job.StatusYielded, "the time is over; what is left is for others"}
	}
	return nil
}

// orInterrupted is a refusal unless the slot was told to end.
func orInterrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return &refusal{fmt.Errorf("%w; its log says more", err)}
}

// atHome checks that the node computes what the job was made for, and lets plugins use
// the processors of the slot alone.
func atHome(j *job.Job, cpus int) error {
	if j.Kernels == portableKernels {
		if err := chooseKernels(portableKernels); err != nil {
			return err
		}
	}
	if own := kernels(); own != j.Kernels {
		return fmt.Errorf("its kernel class is %s, and that of the job %s; bench run -kernels portable suits all nodes", own,
			j.Kernels)
	}
	runtime.GOMAXPROCS(cpus)
	return os.Setenv("GOMAXPROCS", strconv.Itoa(cpus))
}

// otherCells says why the cells of this node are not those of the job.
func otherCells(j *job.Job, p *prepare.Prepared) error {
	there, err := folder.ReadPlan(j.Dir)
	if err != nil {
		return err
	}
	if err := otherFolds(there, p); err != nil {
		return err
	}
	keys := map[string]bool{}
	for _, c := range there.Cells {
		keys[c.Key] = true
	}
	outdated := plan.FindOutdated(there, p.Plan, func(key string) bool { return keys[key] })
	if len(outdated.Causes) == 0 {
		return errors.New("its cells are not those of the job, or in another order")
	}
	return fmt.Errorf("its cells are not those of the job: %s", outdated.Causes[0].Text)
}

// otherFolds says which plugin divides the rows of a dataset otherwise here than where the
// job was made.
func otherFolds(there *plan.Plan, p *prepare.Prepared) error {
	for i, d := range p.Datasets {
		of := p.Plan.Datasets[i]
		isSame := func(o plan.Dataset) bool { return o.Name == of.Name && o.Content == of.Content }
		same := slices.ContainsFunc(there.Datasets, isSame)
		if d.Splits != nil && same && there.Division(of.Name) != p.Plan.Division(of.Name) {
			return fmt.Errorf("%s names other folds of dataset %q than for the job: it must be a function of rows and seed",
				d.Splits.By, of.Name)
		}
	}
	return nil
}

// errTold ends the cells at hand of a slot whose time is over.
var errTold = errors.New("the slot was told that its time is over")

// untilTold returns a context that ends some time after the batch system has told the
// slot of its end. From then on the slot takes nothing more.
func untilTold(ctx context.Context, t *slot.Taker) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGUSR1)
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-told:
		}
		t.Stop()
		select {
		case <-ctx.Done():
		case <-time.After(slotRespite):
			cancel(errTold)
		}
	}()
	return ctx, func() {
		signal.Stop(told)
		cancel(nil)
	}
}

// workAs runs what the taker takes, with one journal a worker.
func (s *session) workAs(ctx context.Context, p *prepare.Prepared, j *job.Job, a job.Attempt, wave job.Wave,
	taker *slot.Taker, cpus int) error {
	if p.Experiment.Isolated {
		cpus = 1
	}
	options := run.Options{
		Workers: cpus, Processors: cpus, Take: taker.Take, Attempts: wave.Attempts, Done: map[string]bool{},
		Finished: func(plan.Cell, store.Result) {},
	}
	if a.Restart > 0 { // it has cells from an earlier life
		results, err := store.ReadResults(j.Dir)
		if err != nil {
			return err
		}
		for key, r := range results.ByKey {
			options.Done[key] = r.Attempt >= wave.Attempts[key]
		}
	}
	if p.Experiment.KeepScores {
		kept, err := store.ReadKeptScores(j.Dir)
		if err != nil {
			return err
		}
		options.Kept = kept
	}
	s.pool.LogTo(filepath.Join(j.Dir, host.LogFolder), a.String()+"-")
	for range cpus {
		journal, err := store.OpenJournal(j.Dir, a.String(), provenance(j.Hosts))
		if err != nil {
			return fmt.Errorf("%w: %w", store.ErrJournal, err)
		}
		defer journal.Close()
		options.Recorders = append(options.Recorders, journal)
	}
	err := s.compute(ctx, p, options)
	switch {
	case errors.Is(err, errTold):
		return &exitError{job.StatusYielded, err.Error()}
	case errors.Is(err, run.ErrScratch):
		return &refusal{err}
	}
	return err
}
