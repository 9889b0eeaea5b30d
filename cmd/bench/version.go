package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/store"
)

// version of this bench; set to a release's by the linker.
var version = "0.1.0"

func versionCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version of bench",
		Args:  exactly(),
		RunE: func(c *cobra.Command, _ []string) error {
			b := build()
			_, err := fmt.Fprintf(c.OutOrStdout(), "bench %s (%s, go %s)\n", b.Version, orUnknown(b.Revision), b.Go)
			return err
		},
	}
}

func orUnknown(revision string) string {
	if revision == "" {
		return "revision unknown"
	}
	return "revision " + revision
}

// build identifies this executable.
func build() store.Build {
	b := store.Build{Version: version, Go: strings.TrimPrefix(runtime.Version(), "go"), Revision: revision}
	if info, ok := debug.ReadBuildInfo(); ok && b.Revision == "" {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				b.Revision = s.Value
			}
		}
	}
	return b
}

// revision of git; set by the Makefile.
var revision string
