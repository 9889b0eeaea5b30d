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

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/sdk/scaffold"
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
		said, err := suit(c.Context(), &p)
		if err != nil {
			return err
		}
		next, err := p.Write(p.Name)
		if err != nil {
			return err
		}
		return printNew(c.OutOrStdout(), p.Name, said, next)
	}
	return c
}

// sources returns the folder of bench's sources: what the user says, or that which bench
// was built in. It is "" if there is none.
func sources(said string) (string, error) {
	dir := said
	if dir == "" {
		dir = filepath.Dir(filepath.Dir(launch.PluginFolder()))
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

// suit refuses a name that bench finds already, and finds an interpreter that has what the
// plugin needs. It says which, or what is missing.
func suit(ctx context.Context, p *scaffold.Plugin) (said string, err error) {
	o := launchOptions()
	o.Show = func(diagnostic.List) {}
	s := &session{&launch.Session{Options: o}}
	defer s.Close()
	if err := s.OpenPlugins(ctx, "", func(host.Package) bool { return false }); err != nil {
		return "", err
	}
	if err := s.free(p.Name); err != nil {
		return "", err
	}
	text, err := p.Manifest()
	if err != nil || text == nil {
		return "", err
	}
	m, diags := manifest.Parse("plugin.hcl", text)
	if diags.HasErrors() {
		printDiagnostics(diags)
		return "", &exitError{exitUsage, "the manifest of the plugin is wrong"}
	}
	root, err := os.Getwd()
	if err != nil {
		return "", err
	}
	var lack error
	p.Interpreter, lack = host.Package{Name: p.Name, Root: root, Manifest: m}.Suited(ctx, s.Idle)
	switch {
	case lack == nil || m.Build != "":
		return "", nil
	case p.Interpreter != "":
		return fmt.Sprintf("%s, which has what the plugin requires, runs it: %s.", p.Interpreter, lack), nil
	}
	return fmt.Sprintf("Before it runs: %s.", lack), nil
}

// free refuses a name that bench finds already, as that of a plugin or of what it offers.
// Plugins with a manifest say that without being started.
func (s *session) free(name string) error {
	for _, d := range s.Described {
		if d.Package.Name == name || offer(d.Components, name) {
			return taken(name, d.Package)
		}
	}
	for _, pkg := range s.Idle {
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

func printNew(w io.Writer, name, said string, next []string) error {
	entries, err := os.ReadDir(name)
	if err != nil {
		return err
	}
	files := lists.Map(entries, fs.DirEntry.Name)
	if said != "" {
		said = "\n" + wording.Wrap(said, "", "  ", messageWidth()) + "\n"
	} else {
		said = " "
	}
	_, err = fmt.Fprintf(w, "%s/ has %s.%sNext:\n\n  cd %s\n  %s\n", name, wording.And(files), said, name,
		strings.Join(next, "\n  "))
	return err
}
