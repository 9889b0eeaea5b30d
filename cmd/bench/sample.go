package main

import (
	"context"
	"errors"
	"runtime"
	"strconv"
	"time"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/planned"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/run"
	"github.com/manyclass/bench/framework/scratch"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// sample runs some cells as a run does, and measures them. Their results are thrown
// away; nil if there is no cell to measure.
func (s *session) sample(ctx context.Context, p *prepare.Prepared, results store.Results) (*planned.Sample, error) {
	cells := planned.SampleOf(p, results)
	if len(cells) == 0 {
		return nil, nil
	}
	folder, err := scratch.Temporary()
	if err != nil {
		return nil, err
	}
	defer folder.Remove()
	began := time.Now()
	if err := s.measure(ctx, p, folder.Path, cells); err != nil {
		if ctx.Err() != nil {
			return nil, &exitError{exitInterrupted, "interrupted"}
		}
		return nil, &exitError{exitFailedCells, wording.Reason(err)}
	}
	took := time.Since(began)
	measured, err := store.ReadResults(folder.Path)
	return &planned.Sample{Cells: len(cells), Seconds: took.Seconds(), Results: measured.ByKey}, err
}

// measure runs cells with their results in a folder, each on one processor.
func (s *session) measure(ctx context.Context, p *prepare.Prepared, out string, cells []plan.Cell) error {
	wanted := map[string]bool{}
	for _, c := range cells {
		wanted[c.Key] = true
	}
	done := map[string]bool{}
	for _, c := range p.Plan.Cells {
		if !wanted[c.Key] {
			done[c.Key] = true
		}
	}
	workers := min(runtime.NumCPU(), len(cells))
	if p.Experiment.Isolated {
		workers = 1
	}
	if err := s.pool.Keep(ctx, workers, s.experiment.Uses); err != nil {
		return err
	}
	recorders := make([]run.Recorder, workers)
	var journals []*store.Journal
	for slot := range recorders {
		journal, err := store.OpenJournal(out, strconv.Itoa(slot), nil)
		if err != nil {
			return err
		}
		recorders[slot] = journal
		journals = append(journals, journal)
	}
	progress := newProgress(len(cells), 0, workers)
	stop := follow(progress)
	err := s.compute(ctx, p, run.Options{
		Workers: workers, Processors: workers, Done: done, Recorders: recorders,
		Finished: func(c plan.Cell, r store.Result) {
			done[r.Key] = true
			progress.Finished(c, r)
		},
		Working: progress.Working,
	})
	stop()
	for _, j := range journals {
		err = errors.Join(err, j.Close())
	}
	return err
}
