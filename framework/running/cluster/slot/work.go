package slot

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run"
)

// Ended is why a slot ends before all cells are done.
type Ended struct {
	Status int // of package job
	Reason error
}

func (e *Ended) Error() string { return wording.Reason(e.Reason) }

func (e *Ended) Unwrap() error { return e.Reason }

// refused is the end of a slot on a node that does not take part.
func refused(err error) error { return &Ended{job.StatusRefused, err} }

// Slot is one of the tasks of a job.
type Slot struct {
	Job     *job.Job
	Attempt job.Attempt
	CPUs    int
	Options launch.Options
}

// Work claims and runs chunks until there are none, or the time is over.
func (s Slot) Work(ctx context.Context) error {
	err := s.work(ctx, time.Now().Add(hour))
	var ended *Ended
	switch {
	case errors.As(err, &ended) && ended.Status == job.StatusRefused:
		return refused(errors.Join(err, s.Job.Refuse(s.Attempt, ended.Error())))
	case errors.Is(err, store.ErrJournal):
		return &Ended{job.StatusFolder, err}
	}
	return err
}

func (s Slot) work(ctx context.Context, end time.Time) error {
	j, a := s.Job, s.Attempt
	wave, err := j.Wave(a.Wave)
	if err != nil {
		return err
	}
	if Idle(j, wave, a) {
		return nil
	}
	if err := atHome(j, s.CPUs); err != nil {
		return refused(err)
	}
	staged, err := Stage(j)
	if err != nil {
		return refused(err)
	}
	o := s.Options
	o.Plugins, o.Code, o.Slots = staged.Plugins, staged.Code, func(*experiment.File) int { return s.CPUs }
	session := &launch.Session{Options: o, Source: launch.Source{Vars: j.Vars}}
	defer session.Close()
	if err := session.OpenMoved(ctx, staged.File, j.Folder, staged.Moved); err != nil {
		return orInterrupted(ctx, err)
	}
	p, err := session.Prepare(ctx, true)
	if err != nil {
		return orInterrupted(ctx, err)
	}
	session.ShowWarnings()
	order := job.Order(p.Plan)
	if job.OrderSum(order) != j.Cells {
		return refused(otherCells(j, p))
	}
	array, _ := wave.Array(a.Class)
	Rotate(p, a.Index, array.Slots)
	taker := NewTaker(j, wave, a, order, end)
	ctx, stop := untilTold(ctx, taker)
	defer stop()
	if err := s.run(ctx, session, p, wave, taker); err != nil {
		return err
	}
	if err := taker.Err(); err != nil {
		return &Ended{job.StatusFolder, err}
	}
	if taker.Left() {
		return &Ended{job.StatusYielded, errors.New("the time is over; the remaining cells are for other slots")}
	}
	return nil
}

// orInterrupted is a refusal unless the slot was told to end.
func orInterrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return err
	}
	return refused(fmt.Errorf("%w; its log says more", err))
}

// run runs what the taker takes, with one journal a worker.
func (s Slot) run(ctx context.Context, session *launch.Session, p *prepare.Prepared,
	wave job.Wave, t *Taker) (err error) {
	workers := s.CPUs
	if p.Experiment.Isolated {
		workers = 1
	}
	done, err := s.done(wave)
	if err != nil {
		return err
	}
	kept, err := launch.KeptScores(p, s.Job.Dir)
	if err != nil {
		return err
	}
	name := s.Attempt.String()
	session.Pool.LogTo(filepath.Join(s.Job.Dir, host.LogFolder), name+"-")
	environment := s.Options.Provenance(s.Job.Hosts)
	handed, err := folder.ReadManifest(s.Job.Dir)
	if err != nil {
		return err
	}
	environment.Seal = handed.Seal
	recorders, end, err := launch.Journals(s.Job.Dir, slices.Repeat([]string{name}, workers), environment)
	defer func() { err = errors.Join(err, end()) }()
	if err != nil {
		return fmt.Errorf("%w: %w", store.ErrJournal, err)
	}
	err = session.Compute(ctx, p, run.Options{
		Workers: workers, Processors: workers, Take: t.Take, Attempts: wave.Attempts, Done: done, Kept: kept,
		Recorders: recorders, Finished: func(plan.Cell, store.Result) {},
	})
	switch {
	case errors.Is(err, errTold):
		return &Ended{job.StatusYielded, err}
	case errors.Is(err, fault.ErrScratch):
		return refused(err)
	}
	return err
}

// done are the cells that have a result of this wave: a slot that was started again has some from
// its earlier life.
func (s Slot) done(wave job.Wave) (map[string]bool, error) {
	done := map[string]bool{}
	if s.Attempt.Restart == 0 {
		return done, nil
	}
	results, err := store.ReadResults(s.Job.Dir)
	for key, r := range results.ByKey {
		done[key] = r.Attempt >= wave.Attempts[key]
	}
	return done, err
}
