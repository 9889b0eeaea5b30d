package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
)

// version of this bench, and the one place of it: releases ask the program.
var version = "0.1.0"

// revision of git; set by the Makefile.
var revision string

// versionOutput is what `bench version -json` prints.
type versionOutput struct {
	store.Build
	Kernels  string `json:"kernels"`
	Protocol int    `json:"protocol"`
}

func versionCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "version",
		Short: "Print the version of bench and what results depend on",
		Long: "Prints the version, the git revision, the version of Go, the class of numerical kernels that scores depend\n" +
			"on, and the version of the protocol between bench and its plugins.",
		Example: "  bench version\n  bench version -json",
		Args:    exactly(),
	}
	asJSON := c.Flags().Bool("json", false, "print JSON")
	c.RunE = func(c *cobra.Command, _ []string) error {
		v := versionOutput{build(), launch.Kernels(), contract.ProtocolVersion}
		if *asJSON {
			return json.NewEncoder(c.OutOrStdout()).Encode(v)
		}
		return v.print(c.OutOrStdout())
	}
	return c
}

func (v versionOutput) print(w io.Writer) error {
	_, err := fmt.Fprintf(w, "bench %s\n  revision  %s\n  go        %s\n  kernels   %s\n  protocol  %d\n",
		v.Version, cmp.Or(v.Revision, "unknown"), v.Go, v.Kernels, v.Protocol)
	return err
}

// build identifies this executable.
func build() store.Build { return store.ThisBuild(version, revision) }
