package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/results/folder"
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
				return fmt.Errorf("the folders to merge are missing\nusage: %s", c.UseLine())
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
		by := user(c)
		if err := folder.Join(c.Context(), by, *out, args); err != nil {
			return err
		}
		return writeReport(c.Context(), *out, by)
	}
	return c
}
