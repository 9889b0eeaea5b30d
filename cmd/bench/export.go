package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/export"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
)

func exportCommand() *cobra.Command {
	c := group(&cobra.Command{Use: "export", Short: "Print stored results for other programs"})
	c.AddCommand(exportPredictionsCommand())
	return c
}

func exportPredictionsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "predictions DIR",
		Short: "Print every prediction of a results folder with class scores and probabilities",
		Long: "Prints one line per cell and test row. Columns score:LABEL and p:LABEL hold the class scores and\n" +
			"probabilities, NaN where there is none. Truth and prediction are class numbers from 0: class k is the\n" +
			"k-th of the dataset's classes as manifest.json lists them, which is the order of the columns when a\n" +
			"single dataset is printed.",
		Example: "  bench export predictions results/quickstart -dataset glass > glass.csv",
		Args:    exactly("DIR"),
	}
	format := c.Flags().String("format", "csv", "csv")
	dataset := c.Flags().String("dataset", "", "only this dataset (default all, with the columns of all)")
	c.RunE = func(c *cobra.Command, args []string) error {
		if *format != "csv" {
			return fmt.Errorf("-format %s: this release writes csv", *format)
		}
		in, err := readStored(args[0])
		if err != nil {
			return err
		}
		return exportPredictions(os.Stdout, in, *dataset)
	}
	return c
}

func exportPredictions(w io.Writer, in score.Input, dataset string) error {
	var keep func(plan.Cell) bool
	if dataset != "" {
		var names []string
		known := false
		for _, d := range in.Plan.Datasets {
			names = append(names, d.Name)
			known = known || d.Name == dataset
		}
		if !known {
			return fmt.Errorf("-dataset %s: there are %s", dataset, strings.Join(names, ", "))
		}
		keep = func(c plan.Cell) bool { return c.Dataset == dataset }
	}
	b := bufio.NewWriterSize(w, 1<<16)
	if err := export.WritePredictions(b, in, keep); err != nil {
		return err
	}
	return b.Flush()
}
