package main

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/run"
	"github.com/manyclass/bench/framework/scratch"
	"github.com/manyclass/bench/framework/store"
)

// kernels names the class of numerical code in use: plain Go everywhere.
const kernels = "portable"

type runOptions struct {
	out      string
	workers  int
	failFast bool
}

func runCommand() *cobra.Command {
	var o runOptions
	c := &cobra.Command{
		Use:   "run FILE",
		Short: "Run what is missing of an experiment, then write tables",
		Long: "Runs every cell of the experiment that has no result yet, then writes scores, tables and a manifest.\n" +
			"Running again resumes: finished cells are never computed twice.\n\n" +
			"Exit status: 0 all cells done, 1 some cells failed, 2 the file or the command line is wrong, 130 interrupted.",
		Example: "  bench run experiments/quickstart.hcl\n  bench run my.hcl -var folds=5 -workers 1",
		Args:    cobra.ExactArgs(1),
	}
	vars := addVars(c)
	c.Flags().StringVar(&o.out, "out", "", "results folder (default results/NAME)")
	c.Flags().IntVar(&o.workers, "workers", runtime.NumCPU(), "cells to work on at the same time")
	c.Flags().BoolVar(&o.failFast, "fail-fast", false, "stop at the first cell that fails")
	c.RunE = func(c *cobra.Command, args []string) error {
		if o.workers < 1 {
			return fmt.Errorf("-workers %d: at least 1 is needed", o.workers)
		}
		return withPrepared(c.Context(), args[0], *vars, true, func(s *session, p *prepare.Prepared) error {
			return s.run(c.Context(), p, o)
		})
	}
	return c
}

// defaultOut is the results folder of an experiment.
func (s *session) defaultOut() string { return filepath.Join("results", s.experiment.Name) }

func (s *session) run(ctx context.Context, p *prepare.Prepared, o runOptions) error {
	o.out = cmp.Or(o.out, s.defaultOut())
	done, err := finishedCells(o.out, p)
	if err != nil {
		return err
	}
	manifest, err := s.writeManifest(o.out, p)
	if err != nil {
		return err
	}
	ran := s.execute(ctx, p, o, manifest, done)
	if ran != nil && !errors.Is(ran, run.ErrFailFast) {
		status, what := exitFailedCells, ran.Error()
		if ctx.Err() != nil {
			status, what = exitInterrupted, "interrupted"
		}
		return &exitError{status, what + "; finished cells are kept: run the same command again to go on"}
	}
	s.close()
	if ran == nil {
		now := time.Now().UTC()
		manifest.Finished = &now
		if err := store.WriteJSON(filepath.Join(o.out, store.ManifestFile), manifest); err != nil {
			return err
		}
	}
	err = writeReport(o.out)
	var exit *exitError
	if err != nil && !errors.As(err, &exit) {
		return &exitError{exitFailedCells, err.Error() + "; the results are kept: bench report " + o.out + " writes the rest"}
	}
	return err
}

// finishedCells returns the keys of the plan's cells that have a result.
func finishedCells(out string, p *prepare.Prepared) (map[string]bool, error) {
	results, err := store.ReadResults(out)
	if err != nil {
		return nil, err
	}
	done := map[string]bool{}
	for _, c := range p.Plan.Cells {
		if _, ok := results.ByKey[c.Key]; ok {
			done[c.Key] = true
		}
	}
	return done, nil
}

// execute runs the missing cells with one journal a worker.
func (s *session) execute(ctx context.Context, p *prepare.Prepared, o runOptions, m store.Manifest, done map[string]bool) error {
	if missing := len(p.Plan.Cells) - len(done); missing > 0 {
		o.workers = min(o.workers, missing)
	} else {
		return nil
	}
	folder, err := scratch.Matrices(p.Bytes())
	if err != nil {
		return err
	}
	defer folder.Remove()
	recorders := make([]run.Recorder, o.workers)
	for slot := range recorders {
		journal, err := store.OpenJournal(o.out, slot, m)
		if err != nil {
			return err
		}
		defer journal.Close()
		recorders[slot] = journal
	}
	progress := newProgress(len(p.Plan.Cells), len(done))
	defer progress.stop()
	return run.Execute(ctx, p, s.pool, run.Options{
		Workers: o.workers, Scratch: folder.Path, Done: done, Recorders: recorders,
		Finished: progress.finished, FailFast: o.failFast,
	})
}

// writeManifest writes the plan, which never changes once written, and the
// manifest that names it.
func (s *session) writeManifest(out string, p *prepare.Prepared) (store.Manifest, error) {
	resolved, err := json.Marshal(p.Resolved())
	if err != nil {
		return store.Manifest{}, err
	}
	planBytes, err := json.Marshal(p.Plan)
	if err != nil {
		return store.Manifest{}, err
	}
	hostname, err := os.Hostname()
	if err != nil {
		hostname = ""
	}
	m := store.Manifest{
		Bench: build(), Kernels: kernels, Experiment: s.experiment.Name, File: s.file.Path,
		Resolved: resolved, ResolvedSum: hexSum(resolved), Seed: s.experiment.Seed, Datasets: map[string]string{},
		Plan:    "plan-" + hexSum(planBytes)[:16] + ".json",
		Host:    store.Host{Name: hostname, OS: runtime.GOOS, Arch: runtime.GOARCH, CPUs: runtime.NumCPU()},
		Started: time.Now().UTC(),
	}
	for _, d := range p.Plan.Datasets {
		m.Datasets[d.Name] = d.SHA256
	}
	for _, d := range s.described {
		m.Plugins = append(m.Plugins, store.Plugin{Name: d.Description.Name, Version: d.Version, SHA256: d.Digest, Runtimes: d.Runtimes})
	}
	if err := os.MkdirAll(filepath.Join(out, store.JournalDir), 0o755); err != nil {
		return m, err
	}
	if err := store.WriteJSON(store.PlanPath(out, m), p.Plan); err != nil {
		return m, err
	}
	return m, store.WriteJSON(filepath.Join(out, store.ManifestFile), m)
}

func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
