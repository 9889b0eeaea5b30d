package main

import (
	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/heap"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/running/cluster/handover"
	"github.com/manyclass/bench/framework/running/cluster/job"
)

func statusCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "status DIR",
		Short: "Tell how far the slots of a cluster are with the cells of a results folder",
		Long: "Reads the folder of the job alone, and asks no batch system: it works on any machine that sees the folder.\n" +
			"A shared folder may show a minute late what nodes write.",
		Example: "  bench status results/letters",
		Args:    exactly("DIR"),

		ValidArgsFunction: completeFolder,

		RunE: func(c *cobra.Command, args []string) error {
			heap.Frugal()
			j, err := job.Of(args[0])
			if err != nil {
				return err
			}
			p, err := folder.ReadPlan(j.Dir)
			if err != nil {
				return err
			}
			planner := handover.Planner(launchOptions(), j, args[0], p)
			s, err := planner.Status()
			if err != nil {
				return err
			}
			return s.Print(c.OutOrStdout(), j, len(planner.Order))
		},
	}
}
