package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/diagnose"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/report"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

func reportCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "report DIR",
		Short: "Rebuild the tables of a results folder from what is stored in it",
		Long: "Writes scores, tables, plots and the report page of a results folder anew, from its journals alone: no\n" +
			"data, no experiment file and no plugin is read. The first table goes to stdout.",
		Example: "  bench report results/quickstart",
		Args:    exactly("DIR"),

		ValidArgsFunction: completeFolder,

		RunE: func(_ *cobra.Command, args []string) error { return writeReport(args[0]) },
	}
}

// readManifest reads the manifest of a results folder.
func readManifest(dir string) (store.Manifest, error) {
	var m store.Manifest
	err := store.ReadJSON(filepath.Join(dir, store.ManifestFile), &m)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("%s is no results folder: it holds no %s", dir, store.ManifestFile)
	}
	return m, err
}

// readStored collects what a results folder holds, reading nothing else. It tells
// what cannot be read, unless that has been told.
func readStored(dir string, told ...string) (score.Input, error) {
	m, err := readManifest(dir)
	if err != nil {
		return score.Input{}, err
	}
	in := score.Input{Plan: &plan.Plan{}}
	if err := store.ReadJSON(store.PlanPath(dir, m), in.Plan); err != nil {
		return in, err
	}
	results, err := store.ReadResults(dir)
	if err != nil {
		return in, err
	}
	tellLost(results.Lost, told)
	if n := len(results.Disagreeing); n > 0 {
		fmt.Fprintf(os.Stderr, "warning: %s were computed twice with different results and are not reproducible; the first result counts\n", wording.Count(n, "cell"))
	}
	for _, c := range in.Plan.Cells {
		cell := score.CellResult{Cell: c}
		if r, ok := results.ByKey[c.Key]; ok {
			cell.Result = &r
			cell.Predictions = func() (store.Predictions, error) {
				if r.Predictions == nil {
					return store.Predictions{}, fmt.Errorf("cell %s has no predictions", c.Name())
				}
				return store.ReadPredictions(dir, *r.Predictions)
			}
			if r.Train != nil {
				cell.Train = func() (store.Predictions, error) { return store.ReadPredictions(dir, *r.Train) }
			}
			if r.Regions != nil {
				cell.Regions = func() (store.Regions, error) { return store.ReadRegions(dir, *r.Regions) }
			}
			if r.Binary != nil {
				cell.Binary = func() (diagnose.Binary, error) { return store.ReadBinary(dir, *r.Binary) }
			}
			if r.Code != nil {
				cell.Code = func() (contract.Code, error) { return store.ReadCode(dir, *r.Code) }
			}
		}
		in.Cells = append(in.Cells, cell)
	}
	return in, nil
}

// writeReport writes everything that is made from stored results and prints the
// first table; told is what it need not say of damaged journals. Its error has
// status 1 if cells are missing or failed.
func writeReport(dir string, told ...string) error {
	in, err := readStored(dir, told...)
	if err != nil {
		return err
	}
	m, err := readManifest(dir)
	if err != nil {
		return err
	}
	summary, err := report.WriteAll(dir, report.Input{Input: in, Manifest: m})
	if err != nil {
		return err
	}
	if err := summary.Text(os.Stdout, width(os.Stdout)); err != nil {
		return err
	}
	if err := summary.Failures(os.Stderr, width(os.Stderr)); err != nil {
		return err
	}
	failed := summary.Failed + summary.Timeout + summary.OutOfMemory
	fmt.Fprintf(os.Stderr, "%s ok, %d failed, %d skipped, %d not run; report in %s\n",
		wording.Count(summary.OK, "cell"), failed, summary.Skipped, summary.NotRun, summary.Page)
	if failed+summary.NotRun > 0 {
		return &exitError{status: exitFailedCells}
	}
	return nil
}
