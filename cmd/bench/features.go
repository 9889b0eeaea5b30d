package main

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/running/caller"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/running/run/outside"
	"github.com/manyclass/bench/framework/showing/design"
	"github.com/manyclass/bench/framework/showing/export"
)

func exportFeaturesCommand() *cobra.Command {
	var of design.Of
	c := &cobra.Command{
		Use:   "features FILE",
		Short: "Print the design matrix that a learner gets",
		Long: "A row per row of the dataset that the fold uses: its number, its part (train or test), and a column per\n" +
			"feature. The encoder is fitted to the training rows of the fold, as in a run; shift and scale are applied.\n" +
			"With -train-size the training rows are a part of those of the fold, as train_sizes takes them.\n" +
			formatsHelp,
		Example: "  bench export features experiments/quickstart.hcl -dataset glass -encoder one_hot\n" +
			"  bench export features experiments/quickstart.hcl -dataset glass -fold 3 -out glass.parquet",
		Args:              exactly("FILE"),
		ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	c.Flags().StringVar(&of.Dataset, "dataset", "", "`NAME` of the dataset (may be left out if there is one)")
	c.Flags().StringVar(&of.Encoder, "encoder", "", "`NAME` of the encoder (may be left out if there is one)")
	c.Flags().IntVar(&of.Repeat, "repeat", 0, "`number` of the repeat, counted from 0")
	c.Flags().IntVar(&of.Fold, "fold", 0, "`number` of the fold, counted from 0")
	c.Flags().Float64Var(&of.TrainSize, "train-size", 1, "`share` of the training rows, as in train_sizes")
	completeFlagBlock(c, "dataset", "dataset")
	completeFlagBlock(c, "encoder", "encoder")
	to := addDestination(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := to.parse(); err != nil {
			return err
		}
		return withPrepared(c.Context(), args[0], *vars, true, func(s *session, p *prepare.Prepared) error {
			return s.exportFeatures(c.Context(), p, of, to)
		})
	}
	return c
}

// exportFeatures writes a design matrix.
func (s *session) exportFeatures(ctx context.Context, p *prepare.Prepared, of design.Of, to *destination) (err error) {
	folder, err := scratch.Temporary() // for encoders of plugins
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, folder.Remove()) }()
	design, err := of.Features(p, outside.Asking(ctx, caller.Caller{Plugins: s.Pool, Scratch: folder.Path}))
	if err != nil {
		return err
	}
	return to.write(ctx, export.Features(design))
}
