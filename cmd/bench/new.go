package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
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
		if p.Source, err = scaffold.Sources(*source, filepath.Dir(filepath.Dir(launch.PluginFolder()))); err != nil {
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

// suit refuses a name that bench finds already, and finds an interpreter that has what the
// plugin needs. It says which, or what is missing.
func suit(ctx context.Context, p *scaffold.Plugin) (said string, err error) {
	o := launchOptions()
	o.Show = func(diagnostic.List) {} // what is wrong with other plugins
	s := &session{&launch.Session{Options: o}}
	defer s.Close()
	if err := s.OpenPlugins(ctx, "", func(host.Package) bool { return false }); err != nil {
		return "", err
	}
	if err := s.Free(p.Name); err != nil {
		return "", err
	}
	text, err := p.Manifest()
	if err != nil || text == nil {
		return "", err
	}
	s.Show = printDiagnostics
	p.Interpreter, said, err = s.Suited(ctx, p.Name, text)
	return said, err
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
