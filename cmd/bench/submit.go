package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/cluster/job"
	"github.com/manyclass/bench/framework/cluster/waves"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
)

func submitCommand() *cobra.Command {
	o := runOptions{workers: 1, executor: experiment.SlurmExecutor, detach: true}
	c := &cobra.Command{
		Use:   "submit FILE",
		Short: "Hand what is missing of an experiment to the cluster, and return",
		Long: "Hands the cells that have no result yet to the batch system that the file's executor block names, and does\n" +
			"not wait. A wave of slots ends when its time is over, when cells end their process or when all is done: submit\n" +
			"again hands over what is missing then, and does nothing while slots are at work.",
		Example: "  bench submit experiments/letters.hcl",
		Args:    exactly("FILE"),

		ValidArgsFunction: completeFile,
	}
	vars := o.addTo(c)
	c.RunE = func(c *cobra.Command, args []string) error { return o.run(c.Context(), args[0], *vars) }
	return c
}

func collectCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "collect DIR",
		Short: "Gather what the slots of a cluster have found, then write tables",
		Long: "Copies the journals of the job that the results folder DIR belongs to into it, and writes the tables of\n" +
			"all there is. The folders are enough: neither the experiment file nor the batch system is asked.",
		Example: "  bench collect results/letters",
		Args:    exactly("DIR"),

		ValidArgsFunction: completeFolder,

		RunE: func(c *cobra.Command, args []string) error {
			frugal()
			if _, err := job.Of(args[0]); err != nil {
				return err
			}
			return alone(c.Context(), args[0], "bench collect", func() error {
				in, err := gathered(args[0])
				if err != nil {
					return err
				}
				return writeReportOf(args[0], in)
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
	planner := plannerOf(j, dir, p)
	if _, err := planner.Gather(); err != nil {
		return score.Input{}, err
	}
	return readStored(dir)
}

func cancelCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "cancel DIR",
		Short:   "Take the slots of a results folder's job out of the batch system",
		Long:    "Cancels the slots that wait or are at work. What they have found is kept; bench submit goes on.",
		Example: "  bench cancel results/letters",
		Args:    exactly("DIR"),

		ValidArgsFunction: completeFolder,

		RunE: func(c *cobra.Command, args []string) error {
			j, err := job.Of(args[0])
			if err != nil {
				return err
			}
			all, err := clusterOf(j, args[0], &plan.Plan{})
			if err != nil {
				return err
			}
			if err := all.cancel(c.Context()); err != nil {
				return err
			}
			fmt.Fprintf(os.Stderr, "No slot is left. bench collect %s gathers what was found.\n", args[0])
			return nil
		},
	}
}

// plannerOf is the planner of a job whose results are gathered in a folder.
func plannerOf(j *job.Job, out string, p *plan.Plan) *waves.Planner {
	tell := func(line string) { fmt.Fprintln(os.Stderr, line) }
	return &waves.Planner{Job: j, Out: out, Order: job.Order(p), Tell: tell, Environment: provenance(false)}
}
