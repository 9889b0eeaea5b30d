package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/cluster/job"
	"github.com/manyclass/bench/framework/cluster/waves"
	"github.com/manyclass/bench/framework/folder"
	"github.com/manyclass/bench/framework/wording"
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
			frugal()
			j, err := job.Of(args[0])
			if err != nil {
				return err
			}
			p, err := folder.ReadPlan(j.Dir)
			if err != nil {
				return err
			}
			return printStatus(c.OutOrStdout(), plannerOf(j, args[0], p))
		},
	}
}

// printStatus prints how many cells have results, and what each slot of the last wave
// did last.
func printStatus(w io.Writer, p *waves.Planner) error {
	s, err := p.Status()
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "%s: %d of %s done, %d failed\n", p.Job.Experiment, s.Done,
		wording.Count(len(p.Order), "cell"), s.Failed)
	if s.Wave == 0 {
		_, err := fmt.Fprintln(w, "nothing was handed over yet")
		return err
	}
	fmt.Fprintf(w, "wave %d: %d of %s claimed\n", s.Wave, s.Claimed, wording.Count(s.Chunks, "chunk"))
	slices.SortFunc(s.Slots, func(a, b waves.SlotStatus) int {
		return cmp.Compare(a.Attempt.String(), b.Attempt.String())
	})
	for _, slot := range s.Slots {
		state := "ended with status " + fmt.Sprint(slot.Status)
		if slot.Status < 0 {
			state = "last heard of " + time.Since(slot.Heard).Round(time.Second).String() + " ago"
		}
		fmt.Fprintf(w, "  slot %s: %s, %d under way, %s\n", slot.Attempt, wording.Count(slot.Results, "result"), slot.Open,
			state)
	}
	return nil
}
