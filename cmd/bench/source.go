package main

import (
	"fmt"
	"maps"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/results/folder"
)

func exportExperimentCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "experiment DIR",
		Short: "Print the experiment file of a results folder as it was",
		Long: "Prints the file byte by byte. Paths in it are relative to the folder that it was in when it ran;\n" +
			"bench run DIR continues the results with this file.",
		Example: "  bench export experiment results/quickstart\n" +
			"  bench export experiment results/quickstart -out again.hcl",
		Args:              exactly("DIR"),
		ValidArgsFunction: completeFolder,
	}
	to := &destination{}
	c.Flags().StringVar(&to.out, "out", "", "`FILE` to write (default stdout)")
	c.RunE = func(c *cobra.Command, args []string) error {
		stored, err := folder.ReadSource(args[0])
		if err != nil {
			return err
		}
		if len(stored.Vars) > 0 {
			var vars []string
			for _, name := range slices.Sorted(maps.Keys(stored.Vars)) {
				vars = append(vars, fmt.Sprintf("-var %s=%s", name, stored.Vars[name]))
			}
			fmt.Fprintf(os.Stderr, "%s was run with %s\n", stored.Name, strings.Join(vars, " "))
		}
		return to.writeWith(c.Context(), stored.Write)
	}
	return c
}
