package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/inputfile"
	"github.com/manyclass/bench/framework/scratch"
	"github.com/manyclass/bench/framework/sdk/sdktest"
	"github.com/manyclass/bench/framework/wording"
)

func pluginTestCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "test PATH [COMPONENT]",
		Short: "Check that a plugin keeps its promises",
		Long: "Run a plugin as an experiment would and check what every plugin promises: that it ends when it should,\n" +
			"that models do not depend on their company, that it answers bad input with an error, and more.\n" +
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
		pkg, err := packageAt(args[0])
		if err != nil {
			return err
		}
		w := c.OutOrStdout()
		options := sdktest.Options{Limit: *limit, Done: func(c sdktest.Check) { fmt.Fprintln(w, c) }}
		if options.Configs, err = readConfigs(*config); err != nil {
			return err
		}
		if len(args) == 2 {
			options.Component = args[1]
		}
		return testPlugin(c.Context(), w, pkg, options)
	}
	return c
}

// readConfigs reads attributes by the names of components; none without a file.
func readConfigs(path string) (map[string]map[string]any, error) {
	if path == "" {
		return nil, nil
	}
	text, err := inputfile.Read(path, contract.MostFileBytes)
	if err != nil {
		return nil, fmt.Errorf("-config: %w", err)
	}
	var configs map[string]map[string]any
	if err := json.Unmarshal(text, &configs); err != nil {
		what := "every component has an object of attributes"
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			what = fmt.Sprintf("it is not JSON: %v at byte %d", syntax, syntax.Offset)
		}
		return nil, fmt.Errorf(`-config %s: %s; write for example {"forest": {"trees": 10}}`, path, what)
	}
	return configs, nil
}

// packageAt opens the plugin that a word names: one that was found, if the word
// is no path, or else what is at the path.
func packageAt(word string) (host.Package, error) {
	if !strings.ContainsRune(word, filepath.Separator) {
		found, _ := host.FindPackages(pluginFolder()) // without what cannot be used
		for _, pkg := range found {
			if pkg.Name == word {
				return pkg, nil
			}
		}
	}
	path, err := filepath.Abs(word)
	if err != nil {
		return host.Package{}, err
	}
	return host.OpenPackage(filepath.Base(path), path)
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
