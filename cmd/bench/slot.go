package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/running/cluster/handover"
	"github.com/manyclass/bench/framework/running/cluster/job"
	"github.com/manyclass/bench/framework/running/cluster/slot"
)

// slotCommand is what the script of a batch system starts on a node. Users do not.
func slotCommand() *cobra.Command {
	c := &cobra.Command{
		Use: "slot JOB", Hidden: true, Args: exactly("JOB"),
		Short:   "Work on a job as one of its slots; the script of a batch system starts it",
		Example: "  bench slot /shared/jobs/letters-203c716c -attempt w1.default.0.17.0 -cpus 2",
	}
	attempt := c.Flags().String("attempt", "", "`NAME` of the attempt")
	cpus := c.Flags().Int("cpus", 1, "processors that the slot has")
	c.RunE = func(c *cobra.Command, args []string) error {
		a, ok := job.ParseAttempt(*attempt)
		if !ok || *cpus < 1 {
			return fmt.Errorf("invalid -attempt %q or -cpus %d", *attempt, *cpus)
		}
		j, err := job.Open(args[0])
		if err != nil {
			return &exitError{job.StatusUnshared, wording.Reason(err)}
		}
		s := slot.Slot{Job: j, Attempt: a, CPUs: *cpus, Options: launchOptions()}
		var ended *slot.Ended
		if err = s.Work(c.Context()); errors.As(err, &ended) {
			return &exitError{ended.Status, ended.Error()}
		}
		return err
	}
	return c
}

// advanceCommand is what runs on a node when a wave has ended for which no driver waits.
func advanceCommand() *cobra.Command {
	return &cobra.Command{
		Use: "advance JOB", Hidden: true, Args: exactly("JOB"),
		Short:   "Hand over the next wave of a job; the script of a batch system starts it",
		Example: "  bench advance /shared/jobs/letters-203c716c",
		RunE: func(command *cobra.Command, args []string) error {
			j, err := job.Open(args[0])
			if err != nil {
				return err
			}
			c, err := handover.Continued(launchOptions(), j)
			if err != nil {
				return err
			}
			return told(c).submit(command.Context(), runOptions{saying: saying{con: plain()}, out: args[0]})
		},
	}
}
