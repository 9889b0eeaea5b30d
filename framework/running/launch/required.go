package launch

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/requires"
)

// Required are the plugins that an experiment file requires, as they are on
// disk. The zero value requires none.
type Required struct {
	File     string // path of the experiment file
	Plugins  []requires.Plugin
	Limits   requires.Limits // of those that are not required
	Passed   []string        // variables that every plugin gets as bench has them
	Packages []host.Package
	Origin   map[string]*requires.Plugin // by package name

	fetched map[string]fetched // those that come from elsewhere, by package name
}

// openRequired finds and hashes the required plugins of a file; nothing is
// started. What cannot be found is reported and left out.
func openRequired(file *experiment.File) (Required, diagnostic.List) {
	var diags diagnostic.List
	r := Required{File: file.Path, Plugins: file.RequiredPlugins, Limits: file.PluginLimits, Passed: file.PassEnv,
		Origin: map[string]*requires.Plugin{}, fetched: map[string]fetched{}}
	for i := range r.Plugins {
		p := &r.Plugins[i]
		pkg, detail, err := r.open(file, p)
		var bad *manifest.Error
		switch {
		case detail != "":
			diags = append(diags, p.Errorf(mistake.UnusablePlugin, fmt.Sprintf("Plugin %q cannot be used",
				p.Name), "%s", detail))
			continue
		case errors.As(err, &bad):
			diags = append(diags, bad.List...)
			continue
		case err == nil && p.Interpreter != "" && pkg.Manifest == nil:
			err = fmt.Errorf("it has an interpreter, and no %s whose command that could run", manifest.File)
		}
		if err != nil {
			diags = append(diags, p.Errorf(mistake.UnusablePlugin, fmt.Sprintf("Plugin %q cannot be used",
				p.Name), "%s.",
				wording.Capital(wording.Reason(err))))
			continue
		}
		pkg.Interpreter = besideFile(file, p.Interpreter)
		pkg.Env, pkg.Limits.Start, pkg.Limits.Plan = p.Env, p.Limits.Start, p.Limits.Plan
		pkg.Passed = slices.Concat(file.PassEnv, p.PassEnv)
		r.Packages = append(r.Packages, pkg)
		r.Origin[pkg.Name] = p
	}
	return r, diags
}

// open finds and hashes a required plugin: at its path, or in the cache. The detail says why it is not there.
func (r *Required) open(file *experiment.File, p *requires.Plugin) (pkg host.Package, detail string, err error) {
	if p.Kind == requires.Path {
		pkg, err = host.OpenPackage(p.Name, p.Source)
		return pkg, "", err
	}
	pkg, found, detail, err := openFetched(file, p)
	if detail == "" {
		r.fetched[p.Name] = found
	}
	return pkg, detail, err
}

// besideFile is the path of an interpreter, which is relative to the experiment file;
// a name without a / is looked for in PATH.
func besideFile(file *experiment.File, interpreter string) string {
	if !strings.Contains(interpreter, "/") {
		return interpreter
	}
	return file.Files.Absolute(interpreter)
}

// checkLock compares the plugins with the lock file, if there is one.
func (r Required) checkLock() diagnostic.List {
	lock, diags := r.lock()
	return append(diags, lock.Check(r.Plugins, r.digests(), r.File)...)
}

// checkRuntimes warns of plugins that run on other versions than the lock file
// names, which was checked before.
func (r Required) checkRuntimes(described []host.Described) diagnostic.List {
	lock, _ := r.lock()
	runtimes := map[string]map[string]string{}
	for _, d := range described {
		if r.Origin[d.Package.Name] != nil {
			runtimes[d.Package.Name] = d.Runtimes
		}
	}
	return lock.OtherRuntimes(r.Plugins, runtimes, r.File, contract.Warning)
}

// lock reads the lock file, if there is one.
func (r Required) lock() (*requires.Lock, diagnostic.List) {
	if r.File == "" {
		return nil, nil
	}
	return requires.ReadLock(requires.LockPath(r.File))
}

// digests returns the hashes of the packages by name.
func (r Required) digests() map[string]string {
	digests := map[string]string{}
	for _, p := range r.Packages {
		digests[p.Name] = p.Digest
	}
	return digests
}

// checkVersions compares what plugins say of themselves with the constraints of
// the file.
func (r Required) checkVersions(described []host.Described) diagnostic.List {
	var diags diagnostic.List
	for _, d := range described {
		p := r.Origin[d.Package.Name]
		if p == nil || p.Version == "" {
			continue
		}
		if ok, err := requires.SatisfiesVersion(p.Version, d.Version); err != nil || !ok {
			diags = append(diags, p.Errorf(mistake.WrongVersion, fmt.Sprintf("Plugin %s is version %s", p.Name,
				d.Version), "The file asks for %s.",
				p.Version))
		}
	}
	return diags
}

// replacePackage lets a required plugin take the place of a shipped one of the
// same name.
func replacePackage(packages []host.Package, pkg host.Package) []host.Package {
	if i := slices.IndexFunc(packages, func(p host.Package) bool { return p.Name == pkg.Name }); i >= 0 {
		packages[i] = pkg
		return packages
	}
	return append(packages, pkg)
}
