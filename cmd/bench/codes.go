package main

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/export"
	"github.com/manyclass/bench/framework/score"
)

func exportCodesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "codes DIR",
		Short: "Print the code matrices of a results folder",
		Long: "A row per entry: reduction, dataset, class, column, entry; classes and columns count from 0, class k being\n" +
			"the k-th of the dataset's classes as manifest.json lists them. JSON is what bench code -json prints instead.\n" +
			"Only what is stored is read. Reductions without a matrix (direct) are left out.",
		Example:           "  bench export codes results/quickstart\n  bench export codes results/quickstart -format json",
		Args:              exactly("DIR"),
		ValidArgsFunction: completeFolder,
	}
	to := addDestination(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		format, err := to.parse()
		if err != nil {
			return err
		}
		codes, err := storedCodes(args[0])
		if err != nil {
			return err
		}
		if format == export.JSON {
			return to.writeWith(c.Context(), func(w io.Writer) error { return json.NewEncoder(w).Encode(codes) })
		}
		var list []export.Code
		for _, c := range codes {
			list = append(list, export.Code{Reduction: c.Reduction, Dataset: c.Dataset, Matrix: c.Matrix})
		}
		return to.write(c.Context(), export.Codes(list))
	}
	return c
}

// storedCodes lists the codes that the manifest of a results folder holds.
func storedCodes(dir string) ([]codeOutput, error) {
	stored, err := readPart(dir)
	if err != nil {
		return nil, err
	}
	if stored.resolved.Codes == nil {
		return nil, fmt.Errorf("%s was written by an earlier release, which kept no code matrices: run its experiment again, which computes nothing anew", dir)
	}
	classes := score.Classes(stored.plan)
	codes := []codeOutput{}
	for _, c := range stored.resolved.Codes {
		m, err := c.Matrix()
		if err != nil {
			return nil, fmt.Errorf("the manifest in %s is damaged: %w", dir, err)
		}
		if len(m) != len(classes[c.Dataset]) || m.Columns() == 0 {
			return nil, fmt.Errorf("the manifest in %s is damaged: reduction %s has a code of %d classes, dataset %s has %d",
				dir, c.Reduction, len(m), c.Dataset, len(classes[c.Dataset]))
		}
		codes = append(codes, describeCode(c.Reduction, c.Dataset, classes[c.Dataset], m))
	}
	return codes, nil
}
