package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
)

func mergeCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "merge -out DIR A B ...",
		Short: "Join results folders of one experiment, then write tables",
		Long: "Copies what the folders A, B, ... hold into DIR and writes the tables of all of it. The folders must\n" +
			"belong to experiments of one name that agree on seed, validation and every block of the same name. What DIR\n" +
			"holds already stays; merging a folder twice changes nothing. bench run FILE -out DIR then runs what is\n" +
			"missing.",
		Example: "  bench merge -out results/all results/left results/right",
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 {
				return fmt.Errorf("there is no folder to merge\nusage: %s", c.UseLine())
			}
			return nil
		},
		ValidArgsFunction: completeFolders,
	}
	out := c.Flags().String("out", "", "results folder `DIR` to write")
	completeFlagFolder(c, "out")
	c.RunE = func(c *cobra.Command, args []string) error {
		if *out == "" {
			return errors.New("-out is missing: name the results folder to write")
		}
		if err := merge(c.Context(), *out, args); err != nil {
			return err
		}
		return writeReport(c.Context(), *out, mergeName)
	}
	return c
}

const mergeName = "bench merge"

// merge joins results folders into out; what is there already comes first.
func merge(ctx context.Context, out string, dirs []string) (err error) {
	var lock *store.Lock
	if folder.Holds(out) {
		if lock, err = claim(out, mergeName); err != nil {
			return err
		}
		dirs = append([]string{out}, dirs...)
	}
	defer func() { _ = lock.Release() }() // unless it was discarded
	merged, parts, err := readMerged(dirs)
	if err != nil {
		return err
	}
	isNew := lock == nil
	if isNew {
		if lock, err = claim(out, mergeName); err != nil {
			return err
		}
	}
	skipped, err := store.GatherJournals(out, dirs)
	if err != nil {
		if isNew {
			return errors.Join(err, lock.Discard())
		}
		return err
	}
	for _, path := range skipped {
		fmt.Fprintf(os.Stderr, "warning: %s is not a regular file and was not copied\n", path)
	}
	return alone(ctx, out, mergeName, func() error { return folder.WriteMerged(out, merged, parts) })
}

// readMerged reads results folders and joins what they say of the experiment.
func readMerged(dirs []string) (merged folder.Part, parts []folder.Part, err error) {
	for _, dir := range dirs {
		p, err := folder.Read(dir)
		if err != nil {
			return merged, nil, err
		}
		parts = append(parts, p)
	}
	merged, warnings, err := folder.Merge(parts, dirs)
	for _, w := range warnings {
		fmt.Fprintf(os.Stderr, "warning: %s\n", w)
	}
	return merged, parts, err
}
