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

	"github.com/manyclass/bench/framework/compare"
	"github.com/manyclass/bench/framework/compare/measured"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/report"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

func compareCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "compare SCORES.csv|DIR",
		Short: "Compare methods by their scores on datasets, from anywhere, with tests that suit",
		Long: "Reads a table of scores, long with columns dataset, method, value and perhaps fold and repeat, or wide " +
			"with a\n" +
			"column of datasets and one a method; or a results folder of bench, or its scores.csv, of which it compares\n" +
			"the first metric or that of -metric. Says in one paragraph which tests were made, why, what they assume and\n" +
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
			"  bench compare results/quickstart -metric f1\n" +
			"  bench compare scores.csv -test wilcoxon,bayes_signed_rank -rope 0.01 -format csv",
		Args: exactly("SCORES.csv|DIR"),
		ValidArgsFunction: first(1, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
			return []string{"csv"}, cobra.ShellCompDirectiveFilterFileExt
		}),
	}
	var asked comparisonFlags
	asked.addTo(c.Flags())
	format := c.Flags().String("format", "text", "`FORMAT`: "+strings.Join(compare.Formats, ", "))
	out := c.Flags().String("out", "", "`DIR` to write all formats and the pictures into, too")
	pictures := c.Flags().String("pictures", "svg", "`FORMAT` of the pictures: "+strings.Join(compare.PictureFormats, ", "))
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
		if err := usable(*out); err != nil {
			return err
		}
		result, err := asked.compare(args[0])
		if err != nil {
			return err
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
	f.Float64Var(&o.Level, "level", 0.05, "`LEVEL` of all tests; intervals hold 1 less it")
	f.BoolVar(&o.smaller, "smaller-is-better", false, "values are errors or costs (bench's own metrics: as they are)")
}

// compare makes the comparison of a table of scores or of a results folder.
func (o comparisonFlags) compare(path string) (*compare.Result, error) {
	o.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return o.compareFolder(path)
	}
	t, err := measured.ReadFile(path, o.Metric)
	if err != nil {
		return nil, err
	}
	options := compare.Options{Name: o.Name, Measure: t.Metric, Tests: o.Tests, PostHoc: o.PostHoc, Control: o.Control,
		Rope: o.Rope, Level: o.Level, SmallerIsBetter: o.smaller || metric.SmallerIsBetter(t.Metric)}
	if err := options.Check(t.Methods); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	result, err := compare.Compare(t, options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	result.Remarks = append(result.Remarks, t.Omitted()...)
	return result, nil
}

// compareFolder makes the comparison of what a results folder holds.
func (o comparisonFlags) compareFolder(dir string) (*compare.Result, error) {
	if o.smaller {
		return nil, errors.New("-smaller-is-better is for tables of scores: a results folder knows it of its metrics")
	}
	in, err := readStored(dir)
	if err != nil {
		return nil, err
	}
	if o.Metric == "" {
		i := slices.IndexFunc(in.Plan.Metrics, func(m metric.Spec) bool { return !m.IsTable() && !m.PerClass() })
		if i < 0 {
			return nil, fmt.Errorf("%s: the experiment has no metric that is a number", dir)
		}
		o.Metric = in.Plan.Metrics[i].Name
	}
	result, err := report.Compare(in, o.Comparison)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return result, nil
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

// completeMethods completes a method of the table of scores.
func completeMethods(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	table, err := measured.ReadFile(args[0], "")
	if err != nil {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return table.Methods, cobra.ShellCompDirectiveNoFileComp
}
