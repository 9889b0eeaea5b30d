package main

import (
	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/showing/design"
	"github.com/manyclass/bench/framework/showing/export"
)

func exportFoldsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "folds FILE",
		Short: "Print which rows each fold trains on and tests, as a split file",
		Long: "A line for each row of each fold: row,repeat,fold,part. Rows are numbered from 0, those of a test file\n" +
			"after those of the file; part is train or test, and a row that bootstrap draws twice is there twice. A dataset\n" +
			"block takes the CSV as its split_file, with method = \"predefined\", and has the same folds.\n" + formatsHelp,
		Example: "  bench export folds experiments/quickstart.hcl -dataset glass -out glass.folds.csv",
		Args:    exactly("FILE"), ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	dataset := c.Flags().String("dataset", "", "`NAME` of the dataset (may be left out if there is one)")
	completeFlagBlock(c, "dataset", "dataset")
	to := addDestination(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := to.parse(); err != nil {
			return err
		}
		return withPrepared(c.Context(), args[0], *vars, true, func(_ *session, p *prepare.Prepared) error {
			folds, err := design.Folds(p, *dataset)
			if err != nil {
				return err
			}
			return to.write(c.Context(), export.Folds(folds))
		})
	}
	return c
}
