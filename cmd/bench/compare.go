package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/compare/measured"
	"github.com/manyclass/bench/framework/showing/compare/pictured"
	"github.com/manyclass/bench/framework/showing/picture"
	"github.com/manyclass/bench/framework/showing/report"
)

func compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare SCORES.csv|DIR",
		Short: "Compare methods by their scores on datasets, from any source, with suitable tests",
		Long:  compareHelp,
		Example: "  bench compare scores.csv\n" +
			"  bench compare scores.csv -control svm -post-hoc hommel\n" +
			"  bench compare results/quickstart -metric f1\n" +
			"  bench compare scores.csv -test wilcoxon,bayes_signed_rank -rope 0.01 -format csv",
		Args: exactly("SCORES.csv|DIR"),
		ValidArgsFunction: first(1, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"csv"}, cobra.ShellCompDirectiveFilterFileExt
		}),
	}
	var asked comparisonFlags
	asked.addTo(c.Flags())
	var to comparisonOutput
	to.addTo(c.Flags())
	completeFlag(c, "test", significance.Tests...)
	completeFlag(c, "post-hoc", significance.PostHocNames()...)
	completeFlag(c, "format", compare.Formats...)
	completeFlag(c, "pictures", picture.Formats...)
	onFlag(c, "control", completeMethods)
	completeFlagFolder(c, "out")
	c.RunE = func(c *cobra.Command, args []string) error {
		if err := to.check(); err != nil {
			return err
		}
		result, err := asked.compare(args[0])
		if err != nil {
			return err
		}
		return to.write(c.OutOrStdout(), result)
	}
	return c
}

// compareHelp is the help text of bench compare.
const compareHelp = `Reads a table of scores. A long table has the columns dataset, method and value, and optionally
fold and repeat; a wide one has a column of datasets and a column for each method. It also reads a
results folder of bench, or its scores.csv, and compares the first metric or that of -metric. Says in
one paragraph which tests were made, why, what they assume and what they found, then shows the tables.
Without -test: Friedman's test for three or more methods, Wilcoxon's for two, and on one dataset
with folds the corrected resampled t-test.

Tests over datasets: friedman (then -post-hoc), skillings_mack (values may be missing), wilcoxon,
sign, bayes_signed_rank, bayes_sign, bradley_terry (ratings); over datasets with folds:
bayes_hierarchical. On each dataset: corrected_t, bayes_correlated_t,
five_by_two (these need folds), mcnemar (value 1 where a row was predicted right).

-out writes comparisons.csv, .txt, .tex, .typ and .json into a folder, and pictures: the critical-
difference diagram, wins of pairs, differences with intervals, posteriors, and the best method
against the others.`

// comparisonOutput says where a comparison is written and in which formats.
type comparisonOutput struct{ format, out, pictures string }

func (o *comparisonOutput) addTo(f *pflag.FlagSet) {
	f.StringVar(&o.format, "format", "text", "`FORMAT`: "+strings.Join(compare.Formats, ", "))
	f.StringVar(&o.out, "out", "", "`DIR` to write all formats and the pictures into, too")
	f.StringVar(&o.pictures, "pictures", "svg",
		"`FORMAT` of the pictures: "+strings.Join(picture.Formats, ", "))
}

// check reports what cannot be written before anything is computed.
func (o comparisonOutput) check() error {
	if !slices.Contains(compare.Formats, o.format) {
		return fmt.Errorf("-format %s: %s", o.format, wording.Instead(o.format, compare.Formats, "the formats are"))
	}
	if !slices.Contains(picture.Formats, o.pictures) {
		return fmt.Errorf("-pictures %s: %s", o.pictures,
			wording.Instead(o.pictures, picture.Formats, "the formats are"))
	}
	if o.out == "" {
		return nil
	}
	if err := store.MakeWritable(o.out); err != nil {
		return fmt.Errorf("-out %s: %w", o.out, err)
	}
	return nil
}

// write prints a comparison, and writes all formats and the pictures into the folder.
func (o comparisonOutput) write(w io.Writer, result *compare.Result) error {
	if err := result.Write(w, o.format, width(os.Stdout)); err != nil || o.out == "" {
		return err
	}
	names, err := pictured.WriteTo(result, o.out, o.pictures)
	if err == nil {
		tables := wording.And(names[:len(compare.Formats)])
		fmt.Fprintf(os.Stderr, "written into %s: %s; %s\n", o.out, tables,
			wording.Count(len(names)-len(compare.Formats), "picture"))
	}
	return err
}

// comparisonFlags say what is compared and how.
type comparisonFlags struct {
	plan.Comparison
	smaller bool
}

func (o *comparisonFlags) addTo(f *pflag.FlagSet) {
	f.StringVar(&o.Metric, "metric", "", "`NAME` of the metric of a results folder or scores.csv (default the first)")
	f.StringSliceVar(&o.Tests, "test", nil, "`NAME` of a test, or several with commas (default what suits)")
	f.StringVar(&o.PostHoc, "post-hoc", "", "`NAME` of the test after friedman (default nemenyi, with -control holm)")
	f.StringVar(&o.Control, "control", "", "`METHOD` that all others are compared with (default all pairs)")
	f.Float64Var(&o.Rope, "rope", 0.01, "`DIFFERENCE` up to which methods are equivalent, in Bayesian tests")
	f.Float64Var(&o.Level, "level", 0.05, "significance `LEVEL` of all tests; intervals have confidence 1 − LEVEL")
	f.Float64Var(&o.Power, "power", 0,
		"`DIFFERENCE` of interest: how many datasets or repeats would find it (default none)")
	f.BoolVar(&o.smaller, "smaller-is-better", false, "values are errors or costs (bench's own metrics: as they are)")
}

// completeMethods completes a method of the table of scores.
func completeMethods(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	table, err := measured.ReadFile(args[0], measured.Reading{})
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return table.Methods, cobra.ShellCompDirectiveNoFileComp
}

// compare makes the comparison of a table of scores or of a results folder.
func (o comparisonFlags) compare(path string) (*compare.Result, error) {
	o.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return report.CompareScores(path, o.Comparison, o.smaller)
	}
	if o.smaller {
		return nil, errors.New("-smaller-is-better is for tables of scores: a results folder knows it of its metrics")
	}
	in, err := readStored(path)
	if err != nil {
		return nil, err
	}
	result, err := report.CompareFirst(in, o.Comparison)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return result, nil
}
