// Package pluginindex reads and writes indexes of plugins: HCL files that say which versions of a plugin there are,
// for which platforms, where their archives are and which bytes they have.
package pluginindex

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/gohcl"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/language/syntax"
)

// Index lists archives of plugins in the order of its file.
type Index struct {
	Path    string // or address
	Entries []Entry
}

// Entry is a version of a plugin for a platform.
type Entry struct {
	Name, Version string
	requires.Archive
}

// written is the block of an entry.
type written struct {
	OS      string `hcl:"os,optional"`
	Arch    string `hcl:"arch,optional"`
	Archive string `hcl:"archive"`
	SHA256  string `hcl:"sha256"`
	Package string `hcl:"package,optional"`
}

var name = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*(/[A-Za-z0-9][A-Za-z0-9_-]*)*$`)

// version is what may be in the name of a file, too.
var version = regexp.MustCompile(`^[0-9]+(\.[0-9]+)*([-+][A-Za-z0-9.+-]+)?$`)

const form = `plugin "name" "version" { … }`

// Parse reads an index. path is shown in messages; it may be an address.
func Parse(path string, b []byte) (*Index, diagnostic.List) {
	r := &diagnostic.Remarks{Text: &diagnostic.Text{Path: path, Bytes: b}}
	if !syntax.CheckLimits(r, b) {
		return nil, r.List
	}
	parsed, diags := hclsyntax.ParseConfig(b, path, hcl.InitialPos)
	for _, d := range diags {
		r.HCL(mistake.BadIndex, hcl.Diagnostics{syntax.OfSyntax(d)})
	}
	if diags.HasErrors() {
		return nil, r.List
	}
	body := parsed.Body.(*hclsyntax.Body)
	for _, attr := range syntax.AttributesOf(body) {
		r.Errorf(mistake.UnknownAttribute, attr.NameRange, fmt.Sprintf("Unknown attribute %q", attr.Name),
			"An index holds blocks: %s.", form)
	}
	index := &Index{Path: path}
	for _, block := range body.Blocks {
		if block.Type != "plugin" || len(block.Labels) != 2 {
			r.Errorf(mistake.BadIndex, block.DefRange(), "This does not belong in an index",
				"An index holds blocks: %s.", form)
			continue
		}
		index.add(r, block)
	}
	if r.List.HasErrors() {
		return nil, r.List.Sorted()
	}
	return index, r.List.Sorted()
}

// add reads a block.
func (x *Index) add(r *diagnostic.Remarks, block *hclsyntax.Block) {
	e := Entry{Name: block.Labels[0], Version: block.Labels[1]}
	var w written
	diags := gohcl.DecodeBody(block.Body, nil, &w)
	r.HCL(mistake.BadIndex, diags)
	if diags.HasErrors() {
		return
	}
	e.Archive = requires.Archive{OS: w.OS, Arch: w.Arch, URL: w.Archive, SHA256: w.SHA256, Package: w.Package}
	summary := fmt.Sprintf("The entry of %s %s cannot be used", e.Name, e.Version)
	if !name.MatchString(e.Name) {
		r.Errorf(mistake.BadIndex, block.LabelRanges[0], summary,
			"A name has letters, digits, - and _, and parts divided by /.")
	}
	if !version.MatchString(e.Version) {
		r.Errorf(mistake.BadIndex, block.LabelRanges[1], summary,
			"A version has numbers divided by points, such as 1.2.0.")
	} else if _, err := requires.SatisfiesVersion(">= 0", e.Version); err != nil {
		r.Errorf(mistake.BadIndex, block.LabelRanges[1], summary, "%v.", err)
	}
	if wrong := e.Archive.Check(); wrong != "" {
		r.Errorf(mistake.BadIndex, block.DefRange(), summary, "%s", wrong)
	}
	same := x.Of(e.Name, e.Version)
	if more := requires.CheckedAgainst(r, same, e.Archive, block.DefRange()); len(more) > len(same) {
		x.Entries = append(x.Entries, e)
	}
}

// Of lists the archives of a version.
func (x *Index) Of(name, version string) (all []requires.Archive) {
	for _, e := range x.Entries {
		if e.Name == name && e.Version == version {
			all = append(all, e.Archive)
		}
	}
	return all
}

// Choose finds the latest version of a plugin that meets a constraint, "" for any. Versions such as 1.2.0-rc1 count
// only where the constraint names them.
func (x *Index) Choose(name, constraint string) (version string, err error) {
	var names, all []string
	for _, e := range x.Entries {
		names = append(names, e.Name)
		if e.Name == name {
			all = append(all, e.Version)
		}
	}
	if all = slices.Compact(slices.SortedFunc(slices.Values(all), requires.CompareVersions)); len(all) == 0 {
		slices.Sort(names)
		return "", fmt.Errorf("%s has no plugin called %q.%s It has %s", x.Path, name, wording.Meant(name, names),
			orNone(wording.First(slices.Compact(names), 20)))
	}
	for _, v := range slices.Backward(all) {
		if strings.Contains(v, "-") && !strings.Contains(constraint, v) {
			continue
		}
		if meets, err := requires.SatisfiesVersion(constraint, v); constraint == "" || err == nil && meets {
			return v, nil
		}
	}
	return "", fmt.Errorf("%s has no version of %s that meets %q: it has %s", x.Path, name, constraint,
		wording.First(all, 20))
}

func orNone(list string) string {
	if list == "" {
		return "none"
	}
	return list
}
