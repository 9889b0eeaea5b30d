package main

import (
	"encoding/json"
	"io"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/showing/codelist"
	"github.com/manyclass/bench/framework/showing/export"
)

func exportCodesCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "codes DIR",
		Short: "Print the code matrices of a results folder",
		Long: "A row per entry: reduction, dataset, class, column, entry; classes and columns count from 0, class k being\n" +
			"the k-th of the dataset's classes as manifest.json lists them. JSON is what bench code -json prints instead.\n" +
			"A code that is made from the training rows has the rows of every cell that was run; encoder, learner, repeat\n" +
			"and fold follow in columns of their own, without a value in the rows of other codes.\n" +
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
		stored, err := folder.Read(args[0])
		if err != nil {
			return err
		}
		in, err := readStored(args[0])
		if err != nil {
			return err
		}
		codes, err := codelist.Stored(stored, in)
		if err != nil {
			return err
		}
		if format == export.JSON {
			return to.writeWith(c.Context(), func(w io.Writer) error { return json.NewEncoder(w).Encode(codes) })
		}
		return to.write(c.Context(), export.Codes(lists.Map(codes, codelist.Code.ForExport)))
	}
	return c
}
