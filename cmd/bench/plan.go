package main

import (
	"cmp"
	"encoding/json"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/planned"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
)

func planCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "plan FILE",
		Short: "Show what the data hold, what would run, why and for how long; train nothing",
		Long: "Shows what the data hold, which cells would run and why, and how long that takes: on this machine,\n" +
			"or on the cluster that the file names, with jobs and core-hours. Times are those of the results that\n" +
			"there are. With -sample they are measured: of each combination without a result a cell is run, and\n" +
			"what comes of it is thrown away.",
		Example: "  bench plan experiments/quickstart.hcl\n  bench plan experiments/quickstart.hcl -json\n" +
			"  bench plan my.hcl -sample",
		Args: exactly("FILE"),

		ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	out := c.Flags().String("out", "", "results folder `DIR` to look for finished cells in (default results/NAME)")
	completeFlagFolder(c, "out")
	asJSON := c.Flags().Bool("json", false, "print JSON")
	sampled := c.Flags().Bool("sample", false, "run a cell of each combination without results, to estimate times by")
	c.RunE = func(c *cobra.Command, args []string) error {
		return withPrepared(c.Context(), &session{}, args[0], *vars, *asJSON, func(s *session, p *prepare.Prepared) error {
			dir := cmp.Or(*out, s.defaultOut())
			results, err := store.ReadResults(dir)
			if err != nil {
				return err
			}
			tellLost(results.Lost, nil)
			output := planned.Describe(p, results)
			if err := addKept(&output, dir, p, results); err != nil {
				return err
			}
			var sample *planned.Sample
			if *sampled {
				if sample, err = s.sample(c.Context(), p, results); err != nil {
					return err
				}
			}
			output.Estimate = planned.EstimateOf(p, results, sample, runtime.NumCPU())
			if *asJSON {
				e := json.NewEncoder(c.OutOrStdout())
				e.SetIndent("", "  ")
				return e.Encode(output)
			}
			if err := planned.Print(c.OutOrStdout(), output, p); err != nil {
				return err
			}
			if output.Estimate != nil {
				if err := output.Estimate.Print(c.OutOrStdout()); err != nil {
					return err
				}
			}
			outdated, err := folder.FindOutdated(dir, p.Plan, results)
			if err != nil {
				return err
			}
			return planned.PrintOutdated(c.OutOrStdout(), outdated, output.Cells)
		})
	}
	return c
}

// addKept says what a results folder keeps of binary scores, if the experiment keeps any.
func addKept(o *planned.Output, dir string, p *prepare.Prepared, results store.Results) error {
	if !p.Experiment.KeepScores {
		return nil
	}
	scores, err := store.ReadKeptScores(dir)
	if err != nil {
		return err
	}
	k := p.Kept(scores.Has, func(c plan.Cell) bool {
		_, done := results.ByKey[c.Key]
		return done || c.Skipped != ""
	})
	o.FitsKept, o.FitsMissing, o.KeptBytes = &k.Fits, &k.Train, &k.Bytes
	return nil
}
