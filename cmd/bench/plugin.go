package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/grouped"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

func pluginCommand() *cobra.Command {
	c := group(&cobra.Command{Use: "plugin", Short: "List, describe, write and test plugins"})
	list := &cobra.Command{
		Use:     "list",
		Short:   "List the plugins that are found, and where",
		Example: "  bench plugin list\n  bench plugin list -file my.hcl",
		Args:    exactly(),
	}
	describe := &cobra.Command{
		Use:   "describe NAME",
		Short: "Print the attributes of a plugin's components, or of one component",
		Long: "Prints the attributes of what a plugin offers, or of one component: a learner, reduction, metric or encoder of\n" +
			"a plugin, or an encoder, validation method or metric of bench itself. The name dataset, or that of a generator,\n" +
			"prints those of dataset blocks. All that bench has built in is in docs/experiment-file.",
		Example: "  bench plugin describe svm\n  bench plugin describe stratified_kfold",
		Args:    exactly("NAME"),

		ValidArgsFunction: completePlugin(false),
	}
	listFile := addFile(list)
	list.RunE = func(c *cobra.Command, _ []string) error {
		all := func(host.Package) bool { return true }
		return withPlugins(c.Context(), &session{thorough: true}, *listFile, all,
			func(s *session) error { return listPlugins(c.OutOrStdout(), s) })
	}
	describeFile := addFile(describe)
	describe.RunE = func(c *cobra.Command, args []string) error {
		return withPlugins(c.Context(), &session{}, *describeFile, named(args[0]),
			func(s *session) error { return describePlugin(c.OutOrStdout(), s, args[0]) })
	}
	c.AddCommand(list, describe, pluginNewCommand(), pluginTestCommand())
	return c
}

func addFile(c *cobra.Command) *string {
	return c.Flags().String("file", "", "experiment `FILE` whose required plugins to include")
}

// named asks for a plugin by its name or that of a component.
func named(name string) func(host.Package) bool {
	name = experiment.CommonName(name)
	return func(p host.Package) bool {
		return p.Name == name || slices.ContainsFunc(p.Manifest.Components(),
			func(c contract.Component) bool { return c.Name == name })
	}
}

// withPlugins starts the plugins that are asked for, and those of an experiment file.
func withPlugins(ctx context.Context, s *session, path string, asks func(host.Package) bool,
	do func(*session) error) error {
	defer s.close()
	var required required
	var diags diagnostic.List
	if path != "" {
		file, unread := experiment.Parse(path, nil)
		if file == nil {
			return refuse(unread)
		}
		required, diags = openRequired(file)
		locked := required.checkLock()
		diags = append(diags, locked...)
		if locked.HasErrors() {
			return refuse(diags)
		}
	}
	found, err := s.startPlugins(ctx, required, asks)
	if err != nil {
		return err
	}
	diags = append(diags, found...)
	printDiagnostics(diags)
	if diags.HasErrors() {
		return &exitError{status: exitUsage, message: "a required plugin cannot be used"}
	}
	return do(s)
}

// listPlugins prints the plugins folder by folder, what they offer in lines that
// fit the terminal.
func listPlugins(w io.Writer, s *session) error {
	name, version := len("PLUGIN"), len("VERSION")
	for _, d := range s.described {
		name, version = max(name, wording.Width(d.Package.Name)), max(version, wording.Width(d.Version))
	}
	folder := ""
	for _, d := range s.described {
		if in := filepath.Dir(d.Root); in != folder {
			if folder != "" {
				fmt.Fprintln(w)
			}
			folder = in
			fmt.Fprintf(w, "in %s\n  %-*s  %-*s  OFFERS\n", folder, name, "PLUGIN", version, "VERSION")
		}
		indent := strings.Repeat(" ", name+version+6)
		offers := wording.Wrap(offered(d.Components), indent, indent, max(proseWidth(os.Stdout), len(indent)+leastWidth))
		_, err := fmt.Fprintf(w, "  %-*s  %-*s  %s\n", name, d.Package.Name, version, d.Version,
			strings.TrimLeft(offers, " "))
		if err != nil {
			return err
		}
	}
	if len(s.described) == 0 {
		fmt.Fprintf(w, "none found in %s\n", pluginFolder())
	}
	return listUnready(w, s.unready)
}

// listUnready prints a line for each package that lacks something.
func listUnready(w io.Writer, unready []error) error {
	if len(unready) > 0 {
		fmt.Fprintln(w, "\nnot ready")
	}
	for _, err := range unready {
		if _, err := fmt.Fprintf(w, "  %s\n", wording.Reason(err)); err != nil {
			return err
		}
	}
	return nil
}

// offered lists components by their kind: "learners a, b; reduction c".
func offered(components []contract.Component) string {
	var kinds grouped.By[contract.Kind, []string]
	for _, c := range components {
		names := kinds.At(c.Kind)
		*names = append(*names, c.Name)
	}
	var parts []string
	for kind, names := range kinds.All() {
		noun := string(kind)
		if len(*names) > 1 {
			noun = wording.Plural(noun)
		}
		parts = append(parts, noun+" "+strings.Join(*names, ", "))
	}
	return strings.Join(parts, "; ")
}

func describePlugin(w io.Writer, s *session, name string) error {
	name = experiment.CommonName(name)
	var known, names []string
	found := false
	describe := func(home func(), c contract.Component) error {
		if !found {
			home()
		}
		found = true
		return describeComponent(w, c)
	}
	for _, d := range s.described {
		known = append(known, d.Package.Name)
		for _, c := range d.Components {
			names = append(names, c.Name)
			if d.Package.Name == name || c.Name == name {
				if err := describe(func() { printPackage(w, d) }, c); err != nil {
					return err
				}
			}
		}
	}
	for _, c := range builtIn() {
		names = append(names, c.Name)
		if c.Name == name || c.Kind == contract.KindDataset && generates(c, name) {
			if err := describe(func() { fmt.Fprintln(w, "built into bench") }, c); err != nil {
				return err
			}
		}
	}
	if !found {
		for _, pkg := range s.idle {
			known, names = append(known, pkg.Name), append(names, offersOf(pkg)...)
		}
		if len(s.unready) > 0 {
			return s.unready[0]
		}
		if meant := wording.DidYouMean(name, append(names, known...)); meant != "" {
			return fmt.Errorf("no plugin or component is called %q. %s", name, meant)
		}
		return fmt.Errorf("no plugin or component is called %q; plugins: %s; docs/experiment-file lists what is built in",
			name, strings.Join(known, ", "))
	}
	return nil
}

// generates reports whether a name is one of the generators of dataset blocks.
func generates(dataset contract.Component, name string) bool {
	return slices.ContainsFunc(dataset.Params, func(p contract.Param) bool {
		return p.Name == "generate" && slices.Contains(p.OneOf, name)
	})
}

func printPackage(w io.Writer, d host.Described) {
	fmt.Fprintf(w, "plugin %s %s\n  at %s\n  sha256 %s\n", d.Package.Name, d.Version, d.Root, d.Digest)
}

func describeComponent(w io.Writer, c contract.Component) error {
	width := proseWidth(os.Stdout)
	fmt.Fprintf(w, "\n%s %q\n%s", c.Kind, c.Name, paragraph(c.Doc, "  ", width))
	if can := capabilities(c); can != "" {
		fmt.Fprint(w, paragraph(can, "  ", width))
	}
	for _, p := range c.Params {
		heading := wording.Wrap(fmt.Sprintf("%s (%s; %s)", p.Name, p.Type, constraint(p)), "  ", "      ", width)
		_, err := fmt.Fprintf(w, "\n%s\n%s", heading, paragraph(p.Doc, "      ", width))
		if err != nil {
			return err
		}
	}
	return nil
}

func capabilities(c contract.Component) string {
	parts := lists.Map(c.Capabilities.Tasks, func(t contract.Task) string { return string(t) })
	if c.Capabilities.Scores != "" {
		parts = append(parts, "scores: "+string(c.Capabilities.Scores))
	}
	for _, of := range []struct {
		what  string
		kinds []contract.ScoreKind
	}{{"needs ", c.Capabilities.Needs}, {"probabilities from ", c.Capabilities.Probabilities}} {
		if len(of.kinds) > 0 {
			parts = append(parts, of.what+joined(of.kinds))
		}
	}
	for _, fact := range c.Capabilities.Facts {
		parts = append(parts, "needs the "+string(fact)+" of rows")
	}
	flags := []struct {
		name string
		has  bool
	}{
		{"sparse features", c.Capabilities.Sparse}, {"trains in batches", c.Capabilities.Batch},
		{"row weights", c.Capabilities.Weights},
		{"symmetric", c.Capabilities.Symmetric}, {"deterministic", c.Capabilities.Deterministic},
		{"threads", c.Capabilities.Threads},
		{"multi-label", c.Capabilities.MultiLabel},
		{"smaller is better", c.Capabilities.Smaller},
		{"learns from classes", c.Capabilities.Target},
	}
	for _, f := range flags {
		if f.has {
			parts = append(parts, f.name)
		}
	}
	return strings.Join(parts, ", ")
}

// joined lists kinds of score: "margin and log_odds".
func joined(kinds []contract.ScoreKind) string {
	return strings.Join(lists.Map(kinds, func(k contract.ScoreKind) string { return string(k) }), " and ")
}

// constraint says which values a parameter takes and its default.
func constraint(p contract.Param) string {
	var parts []string
	bounds := wording.Bounds(p.Above, p.Min, p.Max)
	switch {
	case len(p.OneOf) > 0 && bounds != "":
		parts = append(parts, strings.Join(p.OneOf, " | ")+" | number "+bounds)
	case len(p.OneOf) > 0:
		parts = append(parts, strings.Join(p.OneOf, " | "))
	}
	if p.Integer {
		parts = append(parts, "whole")
	}
	if len(p.OneOf) == 0 && bounds != "" {
		parts = append(parts, bounds)
	}
	switch {
	case p.Required:
		parts = append(parts, "required")
	case p.Default != nil:
		b, err := json.Marshal(p.Default)
		if err == nil {
			parts = append(parts, "default "+string(b))
		}
	default:
		parts = append(parts, "optional")
	}
	return strings.Join(parts, ", ")
}
