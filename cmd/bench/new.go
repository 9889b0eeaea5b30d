package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/scaffold"
	"github.com/manyclass/bench/framework/wording"
)

func pluginNewCommand() *cobra.Command {
	languages := strings.Join(scaffold.Languages(), ", ")
	c := &cobra.Command{
		Use:   "new LANGUAGE NAME",
		Short: "Write a new plugin, to be changed: " + languages,
		Long: "Writes a folder NAME with a small plugin that works, an experiment file that uses it, and the SDK of the\n" +
			"language, and prints what to type next. The languages are " + languages + ".",
		Example: "  bench plugin new python centroid\n  bench plugin new go mycodes -kind reducer",
		Args:    exactly("LANGUAGE", "NAME"),

		ValidArgsFunction: cobra.FixedCompletions(scaffold.Languages(), cobra.ShellCompDirectiveNoFileComp),
	}
	kind := c.Flags().String("kind", "learner", "what it offers, a `KIND`: "+strings.Join(scaffold.Kinds, ", "))
	source := c.Flags().String("source", "", "`FOLDER` of bench's sources, for Go; found if bench was built there")
	c.RunE = func(c *cobra.Command, args []string) error {
		p := scaffold.Plugin{Language: args[0], Kind: *kind, Name: args[1]}
		if err := p.Check(); err != nil {
			return err
		}
		var err error
		if p.Source, err = sources(*source); err != nil {
			return err
		}
		if err := free(c.Context(), p.Name); err != nil {
			return err
		}
		next, err := p.Write(p.Name)
		if err != nil {
			return err
		}
		return printNew(c.OutOrStdout(), p.Name, next)
	}
	return c
}

// sources returns the folder of bench's sources: what the user says, or that which bench
// was built in. It is "" if there is none.
func sources(said string) (string, error) {
	dir := said
	if dir == "" {
		dir = filepath.Dir(filepath.Dir(pluginFolder()))
	}
	module, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err == nil && !strings.HasPrefix(string(module), "module github.com/manyclass/bench\n") {
		err = errors.New("its go.mod is that of another module")
	}
	switch {
	case err == nil:
		return filepath.Abs(dir)
	case said == "":
		return "", nil
	}
	return "", fmt.Errorf("-source %s: bench's sources are not there: %w", said, err)
}

// free refuses a name that bench finds already, as that of a plugin or of what it offers.
// Plugins with a manifest say that without being started.
func free(ctx context.Context, name string) error {
	s := &session{}
	defer s.close()
	if _, err := s.startPlugins(ctx, required{}, func(host.Package) bool { return false }); err != nil {
		return err
	}
	for _, d := range s.described {
		if d.Package.Name == name || offer(d.Components, name) {
			return taken(name, d.Package)
		}
	}
	for _, pkg := range s.idle {
		if pkg.Name == name || offer(pkg.Manifest.Components(), name) {
			return taken(name, pkg)
		}
	}
	return nil
}

func offer(components []contract.Component, name string) bool {
	return slices.ContainsFunc(components, func(c contract.Component) bool { return c.Name == name })
}

func taken(name string, by host.Package) error {
	return fmt.Errorf("the name %q is taken by plugin %s at %s or by what it offers: take another one", name,
		by.Name, by.Root)
}

func printNew(w io.Writer, name string, next []string) error {
	entries, err := os.ReadDir(name)
	if err != nil {
		return err
	}
	files := lists.Map(entries, fs.DirEntry.Name)
	_, err = fmt.Fprintf(w, "%s/ has %s. Next:\n\n  cd %s\n  %s\n", name, wording.And(files), name,
		strings.Join(next, "\n  "))
	return err
}
