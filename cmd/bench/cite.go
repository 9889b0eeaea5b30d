package main

import (
	"cmp"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/showing/cite"
)

func citeCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "cite DIR",
		Short: "Print what a paper cites for a results folder, as BibTeX",
		Long: "Prints entries for bench, for the learners, reductions, decoders and tests that were used, with the\n" +
			"sources that they declare, and for the data sets, with file and digest. A comment at the end names\n" +
			"what declares no source. Only the folder is read.",
		Example:           "  bench cite results/quickstart > references.bib",
		Args:              exactly("DIR"),
		ValidArgsFunction: completeFolder,
		RunE: func(c *cobra.Command, args []string) error {
			p, err := folder.ReadPlan(args[0])
			if err != nil {
				return err
			}
			m, err := folder.ReadManifest(args[0])
			if err != nil {
				return err
			}
			tests, err := cite.Tests(args[0], p)
			if err != nil {
				return err
			}
			return cite.Of(p, cmp.Or(m.Bench.Version, version), tests).Write(c.OutOrStdout())
		},
	}
}
