package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/showing/planned"
	"github.com/manyclass/bench/framework/showing/progress"
	"github.com/manyclass/bench/framework/showing/report"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

func planCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "plan FILE",
		Short: "Show what the data hold, what would run, why and for how long; train nothing",
		Long: "Shows what the data hold, which cells would run and why, and how long that takes: on this machine,\n" +
			"or on the cluster that the file names, with jobs and core-hours. Times are estimated from earlier\n" +
			"results. With -sample they are measured: bench runs one cell of each combination without a result\n" +
			"and discards what it finds. -power says by simulation from the results so far, those of a pilot study,\n" +
			"how many datasets or repeats would find a difference.",
		Example: "  bench plan experiments/quickstart.hcl\n  bench plan experiments/quickstart.hcl -json\n" +
			"  bench plan my.hcl -sample\n  bench plan my.hcl -power 0.01",
		Args: exactly("FILE"), ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	out := c.Flags().String("out", "", "results folder `DIR` to look for finished cells in (default results/NAME)")
	completeFlagFolder(c, "out")
	var from string
	addReuse(c, &from)
	asJSON := c.Flags().Bool("json", false, "print JSON")
	power := c.Flags().Float64("power", 0,
		"`DIFFERENCE` of interest: by the results so far, how many datasets or repeats would find it")
	sampled := c.Flags().Bool("sample", false, "run a cell of each combination without results, to estimate times")
	c.RunE = func(c *cobra.Command, args []string) error {
		return withPrepared(c.Context(), args[0], *vars, *asJSON, func(s *session, p *prepare.Prepared) error {
			return s.plan(c, p, shown{*out, from, *asJSON, *sampled, *power})
		})
	}
	return c
}

// shown are the flags of bench plan.
type shown struct {
	out, reuse      string
	asJSON, sampled bool
	power           float64
}

// plan prints the plan.
func (s *session) plan(c *cobra.Command, p *prepare.Prepared, o shown) error {
	dir := cmp.Or(o.out, s.Out())
	results, err := store.ReadResults(dir)
	if err != nil {
		return err
	}
	progress.TellLost(os.Stderr, results.Lost, nil)
	taken, err := withReused(o.reuse, p, &results)
	if err != nil {
		return err
	}
	output, err := s.describePlan(c.Context(), p, dir, results, o.sampled)
	if err != nil {
		return err
	}
	output.Reused = taken
	if o.asJSON && o.power > 0 {
		return errors.New("-power prints text: bench compare DIR -power DIFFERENCE -format json has the same as JSON")
	}
	if o.asJSON {
		e := json.NewEncoder(c.OutOrStdout())
		e.SetIndent("", "  ")
		return e.Encode(output)
	}
	if err := printPlan(c.OutOrStdout(), p, dir, results, output); err != nil || o.power == 0 {
		return err
	}
	return printPower(c.OutOrStdout(), folder.Cells(dir, p.Plan, results), o.power)
}

// printPower says of each comparison, or of the first metric, how many datasets or repeats would
// find a difference.
func printPower(w io.Writer, in score.Input, difference float64) error {
	if !slices.ContainsFunc(in.Cells, func(c score.Cell) bool { return c.Status() == store.OK }) {
		return errors.New("-power takes the results so far as a pilot study, and there are none: bench run makes them")
	}
	comparisons := in.Plan.Comparisons
	if len(comparisons) == 0 {
		comparisons = []plan.Comparison{{Level: 0.05}}
	}
	for _, c := range comparisons {
		c.Power, c.Tests, c.PostHoc = difference, nil, ""
		r, err := report.CompareFirst(in.Main(), c)
		if err != nil {
			return fmt.Errorf("-power: %w", err)
		}
		if _, err := fmt.Fprintln(w); err != nil {
			return err
		}
		if err := r.PowerText(w, sheet.Width); err != nil {
			return err
		}
	}
	return nil
}

// describePlan says what the data hold, what would run and for how long; with sampled it
// measures some cells first.
func (s *session) describePlan(ctx context.Context, p *prepare.Prepared, dir string, results store.Results,
	sampled bool) (planned.Output, error) {
	output := planned.Describe(p, results)
	if err := output.AddKept(dir, p, results); err != nil {
		return output, err
	}
	var sample *planned.Sample
	if sampled {
		var err error
		if sample, err = s.sample(ctx, p, results); err != nil {
			return output, err
		}
	}
	output.Estimate = planned.EstimateOf(p, results, sample, runtime.NumCPU())
	return output, nil
}

// printPlan prints what would run, its estimate, and the results in the folder that are
// outdated.
func printPlan(w io.Writer, p *prepare.Prepared, dir string, results store.Results, output planned.Output) error {
	if err := planned.Print(w, output, p); err != nil {
		return err
	}
	if output.Estimate != nil {
		if err := output.Estimate.Print(w); err != nil {
			return err
		}
	}
	outdated, err := folder.FindOutdated(dir, p.Plan, results)
	if err != nil {
		return err
	}
	return planned.PrintOutdated(w, outdated, output.Cells)
}

// sample runs some cells as a run does, and measures them. It returns nil if every cell has a result.
func (s *session) sample(ctx context.Context, p *prepare.Prepared, results store.Results) (*planned.Sample, error) {
	sample, err := planned.Take(p, results, func(folder string, cells []plan.Cell) error {
		bar := newConsole(false, false).newProgress(len(cells), 0, min(runtime.NumCPU(), len(cells)))
		defer bar.Follow()()
		return s.Sample(ctx, p, folder, cells, bar)
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil:
		return nil, &exitError{exitFailedCells, wording.Reason(err)}
	}
	return sample, nil
}
