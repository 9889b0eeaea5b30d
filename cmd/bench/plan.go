package main

import (
	"cmp"
	"encoding/json"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/folder"
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
			kept, err := keptFits(dir, p)
			if err != nil {
				return err
			}
			output := planned.Describe(p, results)
			output.FitsKept = kept
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

// keptFits counts the problems whose scores a results folder keeps; nil if the
// experiment keeps none.
func keptFits(dir string, p *prepare.Prepared) (*int, error) {
	if !p.Experiment.KeepScores {
		return nil, nil
	}
	kept, err := store.ReadKeptScores(dir)
	if err != nil {
		return nil, err
	}
	n := p.CountKept(kept.Has)
	return &n, nil
}
