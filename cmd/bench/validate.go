package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/showing/planned"
)

func validateCommand() *cobra.Command {
	c := &cobra.Command{
		Use:     "validate FILE",
		Short:   "Check everything that can be checked without training",
		Example: "  bench validate experiments/quickstart.hcl",
		Args:    exactly("FILE"),

		ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		return withPrepared(c.Context(), args[0], *vars, false, func(_ *session, p *prepare.Prepared) error {
			planned.PrintSkipped(c.OutOrStdout(), p)
			_, err := fmt.Fprintf(c.OutOrStdout(), "%s is valid: %s on %s\n", args[0],
				wording.Count(len(p.Plan.Cells), "cell"), wording.Count(len(p.Datasets), "dataset"))
			return err
		})
	}
	return c
}
