package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/requires"
)

func initCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "init FILE",
		Short: "Lock the required plugins of a file to the bytes they have now",
		Long: "Finds the plugins that the file requires, asks them for their versions, and writes a hash over all files\n" +
			"of each, and the versions of what it runs on, into " + requires.LockFile + " beside FILE. From then on no\n" +
			"command runs a required plugin that has another hash, and one that runs on other versions is warned of. A\n" +
			"plugin that has changed since it was locked is an error, unless -upgrade says that it may.",
		Example: "  bench init my.hcl\n  bench init my.hcl -upgrade",
		Args:    exactly("FILE"),

		ValidArgsFunction: completeFile,
	}
	vars := addVars(c)
	upgrade := c.Flags().Bool("upgrade", false, "lock changed plugins to their new bytes")
	c.RunE = func(c *cobra.Command, args []string) error {
		values, err := parseVars(*vars)
		if err != nil {
			return err
		}
		file, diags := experiment.Parse(args[0], values)
		if diags.HasErrors() {
			return refuse(diags)
		}
		printDiagnostics(diags)
		return lockPlugins(c.Context(), c.OutOrStdout(), file, *upgrade)
	}
	return c
}

// lockPlugins writes the lock file for the required plugins of a file.
func lockPlugins(ctx context.Context, w io.Writer, file *experiment.File, upgrade bool) error {
	required, diags := openRequired(file)
	path := requires.LockPath(file.Path)
	old, found := requires.ReadLock(path)
	diags = append(diags, found...)
	if !upgrade {
		diags = append(diags, old.Changed(required.plugins, required.digests(), file.Path)...)
	}
	if diags.HasErrors() {
		return refuse(diags)
	}
	if len(required.plugins) == 0 && old == nil {
		_, err := fmt.Fprintf(w, "%s requires no plugins: there is nothing to lock\n", file.Path)
		return err
	}
	entries, err := lockEntries(ctx, required)
	if err != nil {
		return err
	}
	if !upgrade {
		if diags := old.OtherRuntimes(required.plugins, runtimesOf(entries), file.Path, contract.Error); diags.HasErrors() {
			return refuse(diags)
		}
	}
	written, err := old.Save(path, entries)
	if err != nil {
		return err
	}
	verb := map[bool]string{false: "unchanged", true: "written"}[written]
	for _, e := range entries {
		fmt.Fprintf(w, "%s %s, sha256 %s\n", e.Name, e.Version, e.SHA256)
	}
	printDiagnostics(required.checkLock())
	_, err = fmt.Fprintf(w, "%s is %s\n", path, verb)
	return err
}

// lockEntries starts the required plugins and says what to lock of them.
func lockEntries(ctx context.Context, required required) ([]requires.Locked, error) {
	s := &session{thorough: true}
	defer s.close()
	diags, err := s.launch(ctx, required.packages, required)
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, refuse(diags)
	}
	printDiagnostics(diags)
	var entries []requires.Locked
	for _, d := range s.described {
		entries = append(entries, requires.Locked{
			Name: d.Package.Name, Source: required.origin[d.Package.Name].Written, Version: d.Version, SHA256: d.Digest,
			Runtimes: d.Runtimes, Env: d.Env, Interpreter: required.origin[d.Package.Name].Interpreter,
		})
	}
	return entries, nil
}

func runtimesOf(entries []requires.Locked) map[string]map[string]string {
	runtimes := map[string]map[string]string{}
	for _, e := range entries {
		runtimes[e.Name] = e.Runtimes
	}
	return runtimes
}
