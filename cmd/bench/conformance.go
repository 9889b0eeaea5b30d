package main

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/sdk/sdktest"
)

func pluginTestCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "test PATH [COMPONENT]",
		Short: "Check that a plugin keeps its promises",
		Long: "Run a plugin as an experiment would and check what every plugin promises: that it ends when it should,\n" +
			"that models do not depend on other problems of their batch, that it answers bad input with an error, and more.\n" +
			"PATH is an executable, the folder of a plugin, or the name of a plugin that bench finds by itself.\n" +
			"With COMPONENT, only that one of its components is checked. The exit status is 1 if a check " +
			"failed.\n" +
			"FILE is JSON with attributes to write for components, {\"forest\": {\"estimator\": \"RandomForest\"}}.",
		Example: "  bench plugin test ./centroid/centroid\n  bench plugin test reducers ecoc\n" +
			"  bench plugin test ./forest -config forest.json",
		Args: between(1, "PATH", "COMPONENT"),

		ValidArgsFunction: completePlugin(true),
	}
	limit := c.Flags().Duration("limit", time.Minute, "longest `time` that a check may take")
	config := c.Flags().String("config", "", "JSON `FILE` with attributes of components")
	c.RunE = func(c *cobra.Command, args []string) error {
		if *limit <= 0 {
			return fmt.Errorf("-limit %v: write a time above 0, for example 30s", *limit)
		}
		pkg, err := launch.PackageAt(args[0])
		if err != nil {
			return err
		}
		w := c.OutOrStdout()
		options := sdktest.Options{Limit: *limit, Done: func(c sdktest.Check) { fmt.Fprintln(w, c) }}
		if options.Configs, err = sdktest.ReadConfigs(*config); err != nil {
			return err
		}
		if len(args) == 2 {
			options.Component = args[1]
		}
		return testPlugin(c.Context(), w, pkg, options)
	}
	return c
}

// testPlugin makes the checks and sums them up.
func testPlugin(ctx context.Context, w io.Writer, pkg host.Package, options sdktest.Options) error {
	scratch.Sweep()
	checks, err := sdktest.Run(ctx, pkg, options)
	if err != nil {
		return err
	}
	text, failed := sdktest.Sum(checks)
	fmt.Fprintf(w, "\n%s\n", text)
	if failed > 0 {
		return &exitError{exitFailedCells, fmt.Sprintf("plugin %s failed %s", pkg.Name, wording.Count(failed, "check"))}
	}
	return nil
}
