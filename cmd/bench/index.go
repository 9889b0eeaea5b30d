package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/remote/packing"
	"github.com/manyclass/bench/framework/results/store"
)

const indexHelp = `Adds an entry for each archive to an index, an HCL file that is made if it does not exist, or
replaces that of the same name, version and platform; comments and order stay. The name of an archive says what
it holds, as bench plugin package calls it. The index names an archive by its path, if that lies in the folder of
FILE or below, or by an address below -base.

An archive of the same version with other bytes is refused without -replace: it would break the lock files of all
who have the plugin.`

func pluginIndexCommand() *cobra.Command {
	x := packing.Indexer{}
	c := &cobra.Command{
		Use:   "index FILE ARCHIVE...",
		Short: "Add archives of plugins to an index",
		Long:  indexHelp,
		Example: "  bench plugin index plugins.hcl forest_1.2.0.tar.gz\n" +
			"  bench plugin index plugins.hcl dist/*.tar.gz -base https://example.org/releases/1.2.0",
		Args: atLeast("FILE", "ARCHIVE"),

		ValidArgsFunction: completeArchives,
	}
	c.Flags().StringVar(&x.Base, "base", "", "`URL` of the folder that holds the archives")
	c.Flags().StringVar(&x.Prefix, "prefix", "", "`PREFIX` of the names in the index, such as lab/")
	c.Flags().BoolVar(&x.Replace, "replace", false, "replace archives of the same version with other bytes")
	c.RunE = func(c *cobra.Command, args []string) error {
		scratch.Sweep()
		x.Path = args[0]
		return addToIndex(c.OutOrStdout(), x, args[1:])
	}
	return c
}

// addToIndex writes the index and says what was done, for each archive in a line.
func addToIndex(w io.Writer, x packing.Indexer, archives []string) error {
	text, changes, diags, err := x.Add(archives)
	if err != nil {
		return err
	}
	if printDiagnostics(diags); diags.HasErrors() {
		return &exitError{status: exitUsage}
	}
	err = store.WriteFile(x.Path, func(w io.Writer) error { _, err := w.Write(text); return err })
	if err != nil {
		return err
	}
	for _, c := range changes {
		fmt.Fprintf(w, "%s %s %s for %s, sha256 %s\n", c.Verb, c.Name, c.Version, c.Archive.Platform(), c.SHA256)
	}
	if stale := x.Stale(); len(stale) > 0 {
		fmt.Fprintf(os.Stderr, "%s of the index as it was: sign it again\n", strings.Join(stale, " and ")+
			map[bool]string{true: " is", false: " are"}[len(stale) == 1])
	}
	return nil
}

// completeArchives completes the index, and then archives.
func completeArchives(c *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeFile(c, args, word)
	}
	return []string{"tar.gz", "zip"}, cobra.ShellCompDirectiveFilterFileExt
}
