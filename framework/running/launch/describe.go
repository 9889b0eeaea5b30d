package launch

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/experiment"
)

// leastWidth is the width that every output fits.
const leastWidth = 20

// List prints the plugins by the places where they were found, what they offer in lines of a width.
func (s *Session) List(w io.Writer, width int) error {
	name, version := len("PLUGIN"), len("VERSION")
	for _, d := range s.Described {
		name, version = max(name, wording.Width(d.Package.Name)), max(version, wording.Width(d.Version))
	}
	folder := ""
	for _, d := range s.Described {
		if in := d.Place(); in != folder {
			if folder != "" {
				fmt.Fprintln(w)
			}
			folder = in
			fmt.Fprintf(w, "in %s\n  %-*s  %-*s  OFFERS\n", folder, name, "PLUGIN", version, "VERSION")
		}
		indent := strings.Repeat(" ", name+version+6)
		offers := wording.Wrap(offered(d.Components), indent, indent, max(width, len(indent)+leastWidth))
		_, err := fmt.Fprintf(w, "  %-*s  %-*s  %s\n", name, d.Package.Name, version, d.Version,
			strings.TrimLeft(offers, " "))
		if err != nil {
			return err
		}
	}
	if len(s.Described) == 0 {
		fmt.Fprintf(w, "none found in %s\n", PluginFolder())
	}
	return listUnready(w, s.Unready)
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

// Describe prints the components of a name, or those of the plugin of a name, in lines of a
// width.
func (s *Session) Describe(w io.Writer, name string, width int) error {
	name = experiment.CommonName(name)
	found := false
	describe := func(home string, c contract.Component) error {
		if !found {
			fmt.Fprint(w, home)
		}
		found = true
		return describeComponent(w, c, width)
	}
	for _, d := range s.Described {
		for _, c := range d.Components {
			if d.Package.Name == name || c.Name == name {
				if err := describe(heading(d), c); err != nil {
					return err
				}
			}
		}
	}
	for _, c := range BuiltIn() {
		if c.Name == name || c.Kind == contract.KindDataset && generates(c, name) {
			if err := describe("built into bench\n", c); err != nil {
				return err
			}
		}
	}
	if found {
		return nil
	}
	return s.unknown(name)
}

// unknown is the error of a name that neither a plugin nor a component has.
func (s *Session) unknown(name string) error {
	if len(s.Unready) > 0 {
		return s.Unready[0]
	}
	components := BuiltIn()
	var plugins []string
	for _, d := range s.Described {
		plugins, components = append(plugins, d.Package.Name), append(components, d.Components...)
	}
	for _, pkg := range s.Idle {
		plugins, components = append(plugins, pkg.Name), append(components, pkg.Offered...)
	}
	names := lists.Map(components, func(c contract.Component) string { return c.Name })
	if meant := wording.DidYouMean(name, append(names, plugins...)); meant != "" {
		return fmt.Errorf("no plugin or component is called %q. %s", name, meant)
	}
	return fmt.Errorf("no plugin or component is called %q; plugins: %s; docs/experiment-file lists what is built in",
		name, strings.Join(plugins, ", "))
}

// generates reports whether a name is one of the generators of dataset blocks.
func generates(dataset contract.Component, name string) bool {
	return slices.ContainsFunc(dataset.Params, func(p contract.Param) bool {
		return p.Name == "generate" && slices.Contains(p.OneOf, name)
	})
}

// heading says which plugin this is.
func heading(d host.Described) string {
	return fmt.Sprintf("plugin %s %s\n  at %s\n  sha256 %s\n", d.Package.Name, d.Version, d.Root, d.Digest)
}

// describeComponent prints what a component is, can do and takes.
func describeComponent(w io.Writer, c contract.Component, width int) error {
	fmt.Fprintf(w, "\n%s %q\n%s", c.Kind, c.Name, wording.Paragraph(c.Doc, "  ", width))
	if can := capabilities(c); can != "" {
		fmt.Fprint(w, wording.Paragraph(can, "  ", width))
	}
	for _, p := range c.Params {
		heading := wording.Wrap(fmt.Sprintf("%s (%s; %s)", p.Name, p.Type, constraint(p)), "  ", "      ", width)
		_, err := fmt.Fprintf(w, "\n%s\n%s", heading, wording.Paragraph(p.Doc, "      ", width))
		if err != nil {
			return err
		}
	}
	return nil
}

// capabilities says what a component can do.
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
	for _, p := range contract.Properties {
		if p.Label != "" && c.Capabilities.Has(p.Property) {
			parts = append(parts, p.Label)
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
