package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/export"
	"github.com/manyclass/bench/framework/fold"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/wording"
)

// featuresOf says which design matrix is asked for.
type featuresOf struct {
	dataset, encoder string // "" means the only one
	repeat, fold     int
}

func exportFeaturesCommand() *cobra.Command {
	var of featuresOf
	c := &cobra.Command{
		Use:   "features FILE",
		Short: "Print the design matrix that a learner gets",
		Long: "A row per row of the dataset that the fold uses: its number, its part (train or test), and a column per\n" +
			"feature. The encoder is fitted to the training rows of the fold, as in a run; shift and scale are applied.\n" + formatsHelp,
		Example: "  bench export features experiments/quickstart.hcl -dataset glass -encoder one_hot\n" +
			"  bench export features experiments/quickstart.hcl -dataset glass -fold 3 -out glass.parquet",
		Args:              exactly("FILE"),
		ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	c.Flags().StringVar(&of.dataset, "dataset", "", "`NAME` of the dataset (may be left out if there is one)")
	c.Flags().StringVar(&of.encoder, "encoder", "", "`NAME` of the encoder (may be left out if there is one)")
	c.Flags().IntVar(&of.repeat, "repeat", 0, "`number` of the repeat, counted from 0")
	c.Flags().IntVar(&of.fold, "fold", 0, "`number` of the fold, counted from 0")
	completeFlagBlock(c, "dataset", "dataset")
	completeFlagBlock(c, "encoder", "encoder")
	to := addDestination(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := to.parse(); err != nil {
			return err
		}
		return withPrepared(c.Context(), args[0], *vars, true, func(_ *session, p *prepare.Prepared) error {
			design, err := of.design(p)
			if err != nil {
				return err
			}
			return to.write(c.Context(), export.Features(design))
		})
	}
	return c
}

// design fits the encoder to the training rows of the fold.
func (of featuresOf) design(p *prepare.Prepared) (export.Design, error) {
	var design export.Design
	d, err := choose("dataset", of.dataset, p.Datasets, func(d *prepare.Dataset) string { return d.Instance.Name })
	if err != nil {
		return design, err
	}
	instance, err := choose("encoder", of.encoder, p.Experiment.Encoders, func(i experiment.Instance) string { return i.Name })
	if err != nil {
		return design, err
	}
	train, err := of.split(d, &design)
	if err != nil {
		return design, err
	}
	encoder, err := encode.New(instance.Component.Name, instance.Config)
	if err != nil {
		return design, err
	}
	fitted, err := encoder.Seeded(p.Experiment.Seed).Grouped(d.Repeats[of.repeat].Group).Fit(d.Table, train)
	if err != nil {
		return design, fmt.Errorf("encoder %s on dataset %s: %w", instance.Name, d.Instance.Name, err)
	}
	for _, column := range fitted.Columns {
		design.Features = append(design.Features, column.Name)
	}
	tested := d.Repeats[of.repeat].Test
	design.Fill = func(rows []int, out []float64) error {
		width := len(fitted.Columns)
		for i, row := range rows {
			by := fitted.Training()
			if tested[row] == of.fold {
				by = fitted
			}
			if err := by.Fill(d.Table, rows[i:i+1], out[i*width:(i+1)*width]); err != nil {
				return err
			}
		}
		fitted.Apply(out)
		return nil
	}
	return design, nil
}

// split fills in the rows that the fold uses and returns those that it trains
// on.
func (of featuresOf) split(d *prepare.Dataset, design *export.Design) (train []int, err error) {
	if of.repeat < 0 || of.repeat >= len(d.Repeats) {
		return nil, fmt.Errorf("-repeat %d: dataset %s has %s, counted from 0", of.repeat, d.Instance.Name, wording.Count(len(d.Repeats), "repeat"))
	}
	repeat := d.Repeats[of.repeat]
	if of.fold < 0 || of.fold >= repeat.Folds {
		return nil, fmt.Errorf("-fold %d: dataset %s has %s, counted from 0", of.fold, d.Instance.Name, wording.Count(repeat.Folds, "fold"))
	}
	for id, tested := range repeat.Test {
		if tested == fold.Out || d.Table.Truth.Class[id] < 0 {
			continue
		}
		design.Rows = append(design.Rows, id)
		design.Test = append(design.Test, tested == of.fold)
		if tested != of.fold {
			train = append(train, id)
		}
	}
	return train, nil
}

// choose finds an element by its name; "" means the only one.
func choose[T any](kind, name string, list []T, nameOf func(T) string) (T, error) {
	var names []string
	for _, one := range list {
		if nameOf(one) == name || name == "" && len(list) == 1 {
			return one, nil
		}
		names = append(names, nameOf(one))
	}
	var none T
	if name == "" {
		return none, fmt.Errorf("-%s is missing: there are %s", kind, strings.Join(names, ", "))
	}
	return none, fmt.Errorf("-%s %s: there are %s", kind, name, strings.Join(names, ", "))
}
