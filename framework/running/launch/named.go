package launch

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/framework/language/experiment"
)

// PackageAt opens the plugin that a word names: one that was found, if the word
// is not a path, or else what is at the path.
func PackageAt(word string) (host.Package, error) {
	if !strings.ContainsRune(word, filepath.Separator) {
		found, _ := host.FindPackages(PluginFolder()) // without what cannot be used
		for _, pkg := range found {
			if pkg.Name == word {
				return pkg, nil
			}
		}
	}
	path, err := filepath.Abs(word)
	if err != nil {
		return host.Package{}, err
	}
	return host.OpenPackage(filepath.Base(path), path)
}

// Named asks for a plugin by its name or that of a component.
func Named(name string) func(host.Package) bool {
	name = experiment.CommonName(name)
	return func(p host.Package) bool { return p.Name == name || offer(p.Manifest.Components(), name) }
}

func offer(components []contract.Component, name string) bool {
	return slices.ContainsFunc(components, func(c contract.Component) bool { return c.Name == name })
}

// Free refuses the name of a new plugin that a plugin or what it offers has already.
// Plugins with a manifest say that without being started.
func (s *Session) Free(name string) error {
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

func taken(name string, by host.Package) error {
	return fmt.Errorf("the name %q is taken by plugin %s at %s or by what it offers: take another one", name,
		by.Name, by.Root)
}

// Suited finds an interpreter, "" if there is none, that has what a new plugin with a manifest needs. It says which, or
// what is missing, or nothing if all is well.
func (s *Session) Suited(ctx context.Context, name string, text []byte) (interpreter, said string, err error) {
	m, diags := manifest.Parse("plugin.hcl", text)
	if diags.HasErrors() {
		return "", "", s.refuse(diags)
	}
	root, err := os.Getwd()
	if err != nil {
		return "", "", err
	}
	interpreter, lack := host.Package{Name: name, Root: root, Manifest: m}.Suited(ctx, s.Idle)
	switch {
	case lack == nil || m.Build != "":
		return interpreter, "", nil
	case interpreter != "":
		return interpreter, fmt.Sprintf("%s, which has what the plugin requires, runs it: %s.", interpreter, lack), nil
	}
	return "", fmt.Sprintf("Before it runs: %s.", lack), nil
}
