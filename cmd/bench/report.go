package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/heap"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/events"
	"github.com/manyclass/bench/framework/showing/progress"
	"github.com/manyclass/bench/framework/showing/report"
)

func reportCommand() *cobra.Command {
	var s served
	c := &cobra.Command{
		Use:   "report [-serve [ADDR]] DIR",
		Short: "Rebuild the tables of a results folder from what is stored in it, or show them while it runs",
		Long: "Rewrites scores, tables, plots and the report page of a results folder from its journals alone: no\n" +
			"data, no experiment file and no plugin is read. The first table goes to stdout.\n\n" +
			"With -serve it writes nothing: it shows the page to a browser on this machine, with the progress of the run\n" +
			"above it, and refreshes both as cells finish. It prints the address with a token, without which other users\n" +
			"of the machine see nothing. It only reads the folder, which need not exist yet, and may be\n" +
			"started and stopped at any time while bench run works.",
		Example: "  bench report results/quickstart\n  bench report -serve results/quickstart\n" +
			"  bench report -serve 127.0.0.1:8080 results/quickstart",
		Args:              s.arguments,
		ValidArgsFunction: completeFolder,
	}
	s.addTo(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if s.address != "" {
			return s.show(c.Context(), args)
		}
		if s.expose {
			return errors.New("-expose is for -serve")
		}
		return writeReport(c.Context(), args[0], user(c))
	}
	return c
}

// readStored collects what a results folder holds, reading nothing else. It tells
// what cannot be read, unless that has been told.
func readStored(dir string, told ...string) (score.Input, error) {
	p, err := folder.ReadPlan(dir)
	if err != nil {
		return score.Input{}, err
	}
	results, err := store.ReadIntact(dir)
	if err != nil {
		return score.Input{}, err
	}
	progress.TellFlaws(os.Stderr, p, results, told)
	return folder.Cells(dir, p, results), nil
}

// exported is readStored for what is printed: it tells how many cells are missing there.
func exported(dir string) (score.Input, error) {
	in, err := readStored(dir)
	if err != nil {
		return in, err
	}
	if n := lists.Count(in.Cells, func(c score.Cell) bool { return c.Status() == "" }); n > 0 {
		fmt.Fprintf(os.Stderr, "warning: %d of %s of %s have no result and are missing here; bench run computes them\n", n,
			wording.Count(len(in.Cells), "cell"), dir)
	}
	return in, nil
}

// writeReport writes everything that is made from stored results and prints the
// first table. Its error has status 1 if cells are missing or failed.
func writeReport(ctx context.Context, dir string, by folder.User) error {
	heap.Frugal()
	if _, err := folder.ReadManifest(dir); err != nil { // before a lock is made there
		return err
	}
	return by.Alone(ctx, dir, func() error {
		in, err := readStored(dir)
		if err != nil {
			return err
		}
		return plain().writeReport(dir, in)
	})
}

// writeReport is writeReport where the folder has been read, and no other process writes.
func (con *console) writeReport(dir string, in score.Input) error {
	summary, err := report.Rewrite(dir, in, con.tell)
	if err != nil {
		return err
	}
	if con.events != nil {
		con.left = leftBy(dir, summary)
	} else if err := con.print(dir, summary); err != nil {
		return err
	}
	if summary.AllFailed()+summary.NotRun+summary.Unmeasured > 0 {
		return &exitError{status: exitFailedCells}
	}
	return nil
}

// print prints the first table of a report, and what the report is of.
func (con *console) print(dir string, summary report.Summary) error {
	if err := summary.Text(os.Stdout, width(os.Stdout)); err != nil {
		return err
	}
	if err := summary.Failures(os.Stderr, width(os.Stderr)); err != nil {
		return err
	}
	failed := summary.AllFailed()
	logs := filepath.Join(dir, host.LogFolder)
	if _, err := os.Stat(logs); err == nil && failed > 0 {
		con.tell("what plugins printed is in " + logs)
	}
	con.tell(fmt.Sprintf("%s ok, %d failed, %d skipped, %d not run; report in %s",
		wording.Count(summary.OK, "cell"), failed, summary.Skipped, summary.NotRun, summary.Page))
	if isTerminal(os.Stderr) {
		con.tell(next(dir, summary.Page))
	}
	return nil
}

// leftBy is a report as the last event says it.
func leftBy(dir string, s report.Summary) *events.Report {
	return &events.Report{OK: s.OK, Failed: s.Failed, Timeout: s.Timeout, OutOfMemory: s.OutOfMemory,
		Skipped: s.Skipped, NotRun: s.NotRun, Out: dir, Report: s.Page, Answer: s.Answer,
		Tables: lists.Map(s.Tables, func(t report.TableFile) events.Table {
			file := func(ext string) string { return filepath.Join(dir, filepath.FromSlash(t.Stem)+ext) }
			return events.Table{Name: t.Name, CSV: file(".csv"), Markdown: file(".md"), LaTeX: file(".tex"),
				Typst: file(".typ"), HTML: file(".html")}
		})}
}

// next says how to look at the report page of a results folder. The command has a line of its own, to be copied.
func next(dir, page string) string {
	return fmt.Sprintf("Next: open %s in a browser, or the address that this prints:\n  %s report -serve %s", page,
		wording.ShellWord(os.Args[0]), wording.ShellWord(dir))
}
