package main

import (
	"encoding/json"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/diff"
)

func diffCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "diff A B",
		Short: "Show what changed between two results folders and which scores moved",
		Long: "Compares the experiments of two results folders setting by setting, their data, plugins and bench, then\n" +
			"the scores of every combination. Where data, validation and seed are the same the folds are pairs: means are\n" +
			"over the folds that both have, and the corrected resampled t-test marks what is better (v) or worse (*) in B.\n\n" +
			"Exit status, as of diff: 0 the scores that both have are the same, 1 some differ or a file of a report has\n" +
			"changed since bench wrote it (its SHA-256 is in manifest.json), 2 a folder cannot be read.\n" +
			"Combinations, metrics and folds that only one has are listed but do not count; neither do settings.",
		Example: "  bench diff results/before results/after\n  bench diff results/before results/after -html diff.html\n" +
			"  bench diff results/before results/after -all -json",
		Args: exactly("A", "B"), ValidArgsFunction: completeTwoFolders,
	}
	asJSON := c.Flags().Bool("json", false, "print JSON: every difference and every score")
	all := c.Flags().Bool("all", false, "list the scores that are the same, too")
	html := c.Flags().String("html", "", "also write a page for browsers to `FILE`")
	c.RunE = func(c *cobra.Command, args []string) error {
		report, err := compareFolders(args[0], args[1])
		if err != nil {
			return err
		}
		if *html != "" {
			page := func(w io.Writer) error { return report.Page(w, args[0], args[1]) }
			if err := store.WriteFile(*html, page); err != nil {
				return err
			}
		}
		if *asJSON {
			err = json.NewEncoder(c.OutOrStdout()).Encode(report)
		} else {
			err = report.Text(c.OutOrStdout(), width(os.Stdout), *all)
		}
		if err == nil && !report.Same {
			err = &exitError{status: exitDiffer}
		}
		return err
	}
	return c
}

// compareFolders finds the differences between two results folders.
func compareFolders(a, b string) (diff.Report, error) {
	before, err := readSide(a)
	if err != nil {
		return diff.Report{}, err
	}
	after, err := readSide(b)
	if err != nil {
		return diff.Report{}, err
	}
	return diff.Compare(before, after)
}

// readSide reads the scores of a results folder and what they were made from.
func readSide(dir string) (diff.Side, error) {
	in, err := readStored(dir)
	if err != nil {
		return diff.Side{}, err
	}
	return diff.SideOf(dir, in)
}
