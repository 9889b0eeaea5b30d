package main

import (
	"fmt"
	"os"
	"runtime"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/running/doctor"
	"github.com/manyclass/bench/framework/running/launch"
)

func doctorCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "doctor",
		Short: "Say what works on this machine, and what to do about what does not",
		Long: "Starts every plugin, runs a small experiment, tries limits and folders, and prints a line for each check:\n" +
			"ok, note (not every run needs it) or fails. A report of a fault should contain what -format json prints.\n\n" +
			"Exit status: 0 if everything that a run needs works, 1 if not.",
		Example: "  bench doctor\n  bench doctor -format json > doctor.json",
		Args:    exactly(),
	}
	format := c.Flags().String("format", "text", "`FORMAT`: text or json")
	out := c.Flags().String("out", "results", "`DIR` below which results would be written")
	completeFlag(c, "format", "text", "json")
	completeFlagFolder(c, "out")
	c.RunE = func(c *cobra.Command, _ []string) (err error) {
		found := doctor.Examine(c.Context(), doctor.Options{Build: build(), Plugins: launch.PluginFolder(), Out: *out,
			Workers: runtime.NumCPU()})
		sound := false
		switch *format {
		case "text":
			sound, err = doctor.WriteText(c.OutOrStdout(), build(), found, width(os.Stdout))
		case "json":
			sound, err = doctor.WriteJSON(c.OutOrStdout(), build(), found)
		default:
			return fmt.Errorf("-format %s: the formats are text and json", *format)
		}
		if err == nil && !sound {
			err = &exitError{status: exitFailedCells}
		}
		return err
	}
	return c
}
