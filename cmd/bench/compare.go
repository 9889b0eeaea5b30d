package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/compare"
	"github.com/manyclass/bench/framework/compare/measured"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

func compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare SCORES.csv",
		Short: "Compare methods by their scores on datasets, from anywhere, with tests that suit",
		Long: "Reads a table of scores, long with columns dataset, method, value and perhaps fold and repeat, or wide " +
			"with a\n" +
			"column of datasets and one a method. Says in one paragraph which tests were made, why, what they assume and\n" +
			"what they found, then shows the tables. Without -test: Friedman's test for three or more methods,\n" +
			"Wilcoxon's for two, and on one dataset with folds the corrected resampled t-test.\n\n" +
			"Tests over datasets: friedman (then -post-hoc), wilcoxon, sign, bayes_signed_rank, bayes_sign; over datasets\n" +
			"with folds: bayes_hierarchical. On each dataset:\n" +
			"corrected_t, bayes_correlated_t, five_by_two (these need folds), mcnemar (value 1 where a row was predicted " +
			"right).\n\n" +
			"-out writes comparisons.csv, .txt, .tex, .typ and .json into a folder, and pictures: the critical-difference\n" +
			"diagram, wins of pairs, differences with intervals, posteriors, and the best method against others.",
		Example: "  bench compare scores.csv\n" +
			"  bench compare scores.csv -control svm -post-hoc hommel\n" +
			"  bench compare scores.csv -test wilcoxon,bayes_signed_rank -rope 0.01 -format csv",
		Args: exactly("SCORES.csv"),
		ValidArgsFunction: first(1, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"csv"}, cobra.ShellCompDirectiveFilterFileExt
		}),
	}
	var o compare.Options
	f := c.Flags()
	f.StringSliceVar(&o.Tests, "test", nil, "`NAME` of a test, or several with commas (default what suits)")
	f.StringVar(&o.PostHoc, "post-hoc", "", "`NAME` of the test after friedman (default nemenyi, with -control holm)")
	f.StringVar(&o.Control, "control", "", "`METHOD` that all others are compared with (default all pairs)")
	f.Float64Var(&o.Rope, "rope", 0.01, "`DIFFERENCE` up to which methods are equivalent, in Bayesian tests")
	f.Float64Var(&o.Level, "level", 0.05, "`LEVEL` of all tests; intervals hold 1 less it")
	f.BoolVar(&o.SmallerIsBetter, "smaller-is-better", false, "values are errors or costs")
	format := f.String("format", "text", "`FORMAT`: "+strings.Join(compare.Formats, ", "))
	out := f.String("out", "", "`DIR` to write all formats and the pictures into, too")
	pictures := f.String("pictures", "svg", "`FORMAT` of the pictures: "+strings.Join(compare.PictureFormats, ", "))
	completeFlag(c, "test", compare.Tests()...)
	completeFlag(c, "post-hoc", compare.PostHocs()...)
	completeFlag(c, "format", compare.Formats...)
	completeFlag(c, "pictures", compare.PictureFormats...)
	onFlag(c, "control", completeMethods)
	completeFlagFolder(c, "out")
	c.RunE = func(c *cobra.Command, args []string) error {
		if !slices.Contains(compare.Formats, *format) {
			return fmt.Errorf("-format %s: %s", *format, wording.Instead(*format, compare.Formats, "the formats are"))
		}
		if !slices.Contains(compare.PictureFormats, *pictures) {
			return fmt.Errorf("-pictures %s: %s", *pictures,
				wording.Instead(*pictures, compare.PictureFormats, "the formats are"))
		}
		table, err := readScores(args[0])
		if err != nil {
			return err
		}
		if err := o.Check(table.Methods); err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		if err := usable(*out); err != nil {
			return err
		}
		o.Name = strings.TrimSuffix(filepath.Base(args[0]), filepath.Ext(args[0]))
		result, err := compare.Compare(table, o)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		if err := result.Write(c.OutOrStdout(), *format, width(os.Stdout)); err != nil || *out == "" {
			return err
		}
		names, err := result.WriteTo(*out, *pictures)
		if err == nil {
			tables := wording.And(names[:len(compare.Formats)])
			fmt.Fprintf(os.Stderr, "written into %s: %s; %s\n", *out, tables,
				wording.Count(len(names)-len(compare.Formats), "picture"))
		}
		return err
	}
	return c
}

// usable makes the folder of -out, and says before anything is computed if no file can be
// written there.
func usable(dir string) error {
	if dir == "" {
		return nil
	}
	err := os.MkdirAll(dir, 0o755)
	if err == nil {
		err = store.WriteFile(filepath.Join(dir, ".writable"), func(io.Writer) error { return nil })
	}
	if err == nil {
		err = os.Remove(filepath.Join(dir, ".writable"))
	}
	if err != nil {
		return fmt.Errorf("-out %s: %w", dir, err)
	}
	return nil
}

// readScores reads a table of scores from a file.
func readScores(path string) (*measured.Table, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return measured.ReadCSV(path, file)
}

// completeMethods completes a method of the table of scores.
func completeMethods(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	table, err := readScores(args[0])
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return table.Methods, cobra.ShellCompDirectiveNoFileComp
}
