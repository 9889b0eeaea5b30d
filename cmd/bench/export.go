package main

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/export"
	"github.com/manyclass/bench/framework/showing/report"
)

func exportCommand() *cobra.Command {
	c := group(&cobra.Command{Use: "export",
		Short: "Print results, features, folds or codes as CSV, JSON or Parquet, and write pictures"})
	c.AddCommand(
		exportScoresCommand(),
		exportStored("cells", "Print every cell with its status, rows, times and memory", "The table of cells.csv.",
			func(in score.Input) (export.Table, error) { return export.Cells(in), nil }),
		exportStored("variants", "Print the parameters in which variants differ", "The table of variants.csv.",
			func(in score.Input) (export.Table, error) { return export.Variants(in.Plan), nil }),
		exportStored("summary", "Print mean and deviation over folds of every score", "The table of summary.csv.",
			func(in score.Input) (export.Table, error) {
				rows, err := score.Compute(in)
				return export.Summary(score.Summarize(in.Plan, rows)), err
			}),
		exportStored("curves", "Print means over folds by the number of training rows",
			"The table of curves.csv: a row per combination, metric and share of the training rows, where the\n"+
				"validation has train_sizes.",
			func(in score.Input) (export.Table, error) {
				rows, err := score.Compute(in)
				return export.Curves(score.LearningCurves(in.Plan, rows)), err
			}),
		exportStored("binary", "Print the errors of every binary model on the test rows",
			"The table of binary.csv: a row per cell and binary model; results of earlier releases have none.\n"+
				"Problem holds +, - or 0 for each class, in the order of manifest.json. Rows are those in which the model\n"+
				"takes part, errors those on which it is wrong; on the corrected ones the prediction is nevertheless right,\n"+
				"on the spoiled ones the model is right and the prediction wrong.",
			func(in score.Input) (export.Table, error) { return export.Binary(in.Cells), nil }),
		exportStored("decoding", "Print how often decoding makes good for the errors of binary models",
			"The table of decoding.csv: a row per cell with binary models; results of earlier releases have none.\n"+
				"Wrong are the rows on which some model is wrong, corrected those of them that are predicted right, spoiled\n"+
				"the rows that are predicted wrong although every model is right. Silent and several are the rows on which no\n"+
				"model and on which more than one fires, NaN unless each class has a model of its own.",
			func(in score.Input) (export.Table, error) { return export.Decoding(in.Cells), nil }),
		exportPredictionsCommand(), exportFeaturesCommand(), exportFoldsCommand(), exportCodesCommand(),
		exportExperimentCommand(),
		exportPicturesCommand())
	return c
}

// exportStored is a command that writes one table of a results folder.
func exportStored(name, short, long string, table func(score.Input) (export.Table, error)) *cobra.Command {
	c := &cobra.Command{
		Use: name + " DIR", Short: short, Long: long + "\n" + formatsHelp, Args: exactly("DIR"),
		ValidArgsFunction: completeFolder,
		Example: "  bench export " + name + " results/quickstart\n" +
			"  bench export " + name + " results/quickstart -out " + name + ".parquet",
	}
	to := addDestination(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := to.parse(); err != nil {
			return err
		}
		in, err := exported(args[0])
		if err != nil {
			return err
		}
		t, err := table(in)
		if err != nil {
			return err
		}
		return to.write(c.Context(), t)
	}
	return c
}

// exportScoresCommand writes the scores of cells, or with -binary those of models.
func exportScoresCommand() *cobra.Command {
	var binary bool
	var c *cobra.Command
	c = exportStored("scores", "Print every score: a row per cell and metric",
		"The table of scores.csv. With -binary a row per binary model and test row instead, where the experiment has\n"+
			"keep_scores = true. Problem holds +, - or 0 for each class, in the order of manifest.json; truth is a class.",
		func(in score.Input) (export.Table, error) {
			if binary {
				return export.KeptScores(c.Flags().Arg(0), in)
			}
			rows, err := score.Compute(in)
			return export.Scores(rows), err
		})
	c.Flags().BoolVar(&binary, "binary", false, "print the scores of binary models on test rows")
	return c
}

func exportPredictionsCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "predictions DIR",
		Short: "Print every prediction with class scores and probabilities",
		Long: "A row per cell and test row. Columns score:LABEL and p:LABEL hold the class scores and\n" +
			"probabilities, NaN where there is none. Truth and prediction are labels of classes.\n" +
			"Of multi-label datasets a row per cell, test row and label, named in the column label: truth and\n" +
			"prediction are 0 or 1, columns score and p hold its score and probability. Where datasets of both kinds\n" +
			"are printed each has NaN in the columns of the other.\n" + formatsHelp,
		Example:           "  bench export predictions results/quickstart -dataset glass -out glass.csv",
		Args:              exactly("DIR"),
		ValidArgsFunction: completeFolder,
	}
	dataset := c.Flags().String("dataset", "", "only dataset `NAME` (default all, with the columns of all)")
	onFlag(c, "dataset", completeStoredDatasets)
	to := addDestination(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, err := to.parse(); err != nil {
			return err
		}
		in, err := exported(args[0])
		if err != nil {
			return err
		}
		keep, err := onlyDataset(in.Plan, *dataset)
		if err != nil {
			return err
		}
		return to.write(c.Context(), export.Predictions(in, keep))
	}
	return c
}

// exportPicturesCommand writes the pictures of a results folder.
func exportPicturesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "pictures -out FOLDER DIR",
		Short: "Write the pictures of the report as PDF for LaTeX, or as SVG",
		Long: "Draws the pictures of plots/ again from the stored results, one file each: PDF pages of the picture's size\n" +
			"for \\includegraphics, or SVG. The same results give the same bytes.",
		Example: "  bench export pictures results/quickstart -out paper/figures\n" +
			"  bench export pictures results/quickstart -format svg -out figures",
		Args:              exactly("DIR"),
		ValidArgsFunction: completeFolder,
	}
	format := c.Flags().String("format", "pdf", "`FORMAT`: "+strings.Join(report.PictureFormats, ", "))
	out := c.Flags().String("out", "", "`FOLDER` to write into, made if needed")
	completeFlag(c, "format", report.PictureFormats...)
	completeFlagFolder(c, "out")
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case !slices.Contains(report.PictureFormats, *format):
			return fmt.Errorf("-format %s: %s", *format,
				wording.Instead(*format, report.PictureFormats, "the formats are"))
		case *out == "":
			return errors.New("pictures are many files; write -out FOLDER")
		}
		in, err := exported(args[0])
		if err != nil {
			return err
		}
		names, err := report.WritePictures(*out, report.Input{Input: in}, *format)
		if err == nil {
			fmt.Fprintf(os.Stderr, "written into %s: %s\n", *out, wording.Count(len(names), "picture"))
		}
		return err
	}
	return c
}

// onlyDataset accepts the cells of a dataset, or all if it has no name.
func onlyDataset(p *plan.Plan, dataset string) (func(plan.Cell) bool, error) {
	if dataset == "" {
		return nil, nil
	}
	names := datasetNames(p)
	if slices.Contains(names, dataset) {
		return func(c plan.Cell) bool { return c.Dataset == dataset }, nil
	}
	return nil, fmt.Errorf("-dataset %s: there are %s", dataset, strings.Join(names, ", "))
}

func datasetNames(p *plan.Plan) []string {
	return lists.Map(p.Datasets, func(d plan.Dataset) string { return d.Name })
}

// completeStoredDatasets completes the name of a dataset in a results folder.
func completeStoredDatasets(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	var names []string
	if len(args) > 0 {
		if stored, err := folder.Read(args[0]); err == nil {
			names = datasetNames(stored.Plan)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
