package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/heap"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/running/cluster/handover"
	"github.com/manyclass/bench/framework/running/cluster/job"
)

func submitCommand() *cobra.Command {
	o := runOptions{workers: 1, detach: true}
	c := &cobra.Command{
		Use:   "submit FILE",
		Short: "Submit the missing cells of an experiment to the cluster, and return",
		Long: "Submits the cells that have no result yet to the batch system that the file's executor block names, and\n" +
			"does not wait. The submitted jobs end when their time limit is reached, when all cells are done, or when\n" +
			"a cell crashes its job. Submitting again submits the cells that are then missing, and does nothing while\n" +
			"jobs run.",
		Example: "  bench submit experiments/letters.hcl",
		Args:    exactly("FILE"),

		ValidArgsFunction: completeFile,
	}
	vars := o.addTo(c)
	c.RunE = func(c *cobra.Command, args []string) error { return o.run(c, args[0], *vars) }
	return c
}

func collectCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "collect DIR",
		Short: "Gather the results of a cluster, then write tables",
		Long: "Copies the journals of the job that the results folder DIR belongs to into it, and writes the tables of\n" +
			"all results so far. It reads only the folders, not the experiment file, and asks no batch system.",
		Example: "  bench collect results/letters",
		Args:    exactly("DIR"),

		ValidArgsFunction: completeFolder,

		RunE: func(c *cobra.Command, args []string) error {
			heap.Frugal()
			if _, err := job.Of(args[0]); err != nil {
				return err
			}
			return user(c).Alone(c.Context(), args[0], func() error {
				in, err := gathered(args[0])
				if err != nil {
					return err
				}
				return plain().writeReport(args[0], in)
			})
		},
	}
}

// gathered gathers what the job of a results folder has found, and returns all that the
// folder then holds.
func gathered(dir string) (score.Input, error) {
	j, err := job.Of(dir)
	if err != nil {
		return score.Input{}, err
	}
	p, err := folder.ReadPlan(dir)
	if err != nil {
		return score.Input{}, err
	}
	if _, err := handover.Planner(launchOptions(), j, dir, p).Gather(); err != nil {
		return score.Input{}, err
	}
	return readStored(dir)
}

func cancelCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "cancel DIR",
		Short:   "Cancel the cluster jobs of a results folder",
		Long:    "Cancels the slots that wait or run. Their results are kept; bench submit continues.",
		Example: "  bench cancel results/letters",
		Args:    exactly("DIR"),

		ValidArgsFunction: completeFolder,

		RunE: func(c *cobra.Command, args []string) error {
			j, err := job.Of(args[0])
			if err != nil {
				return err
			}
			if err := handover.CancelLast(c.Context(), launchOptions(), j, args[0]); err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "No slot is left. bench collect %s gathers what was found.\n", args[0])
			return nil
		},
	}
}
