package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/scratch"
	"github.com/manyclass/bench/framework/wording"
)

// session is an experiment file with the plugins it can use, running.
type session struct {
	file       *experiment.File
	experiment *experiment.Experiment
	pool       *host.Pool
	described  []host.Described
	sockets    *scratch.Dir
	incomplete bool         // a plugin that the file may need is missing, which has been said
	temporary  *scratch.Dir // of the plugins
	idle       []host.Package
	thorough   bool    // asks what packages lack before they start
	unready    []error // without a file, of packages that lack something
	data       *prepare.Ahead
	warnings   diagnostic.List // that were not printed yet
	reticent   bool            // prints them only where something is left to run
	required   required
	slots      func(*experiment.File) int // how many processes of slow plugins will be needed; nil means one
	// parse reads the experiment file.
	parse   func() (*experiment.File, diagnostic.List)
	vars    map[string]string
	command []string // that names the file
	results string   // folder that holds the file, "" if it stands elsewhere
	plugins string   // folder of the plugins that nobody requires; "" for that beside bench
	code    string   // folder of the code that the file names; "" for that of the file
	calm    func()   // ends what tells of slow calls; nil before plugins start
}

// close ends every plugin.
func (s *session) close() {
	if s.calm != nil {
		s.calm()
	}
	if s.pool != nil {
		s.pool.Close()
	}
	_ = s.sockets.Remove()
	_ = s.temporary.Remove()
}

// startPlugins launches the plugins beside the executable and the required ones. Of
// those beside the executable that have a manifest, or are known to offer learners alone,
// it launches the ones that are asked for. A required plugin that does not start is an error, and so
// is one that is asked for; another one is a warning: the file may not need it.
func (s *session) startPlugins(ctx context.Context, required required,
	asks func(host.Package) bool) (diagnostic.List, error) {
	found, unusable := host.FindPackages(cmp.Or(s.plugins, pluginFolder()))
	var packages []host.Package
	for _, pkg := range found {
		pkg.StartWithin = cmp.Or(required.limits.Start, pkg.StartWithin)
		pkg.PlanWithin = required.limits.Plan
		if pkg.Manifest != nil { // what has an interpreter; the others are executables that look for nothing
			pkg.Passed = required.passed
		}
		switch {
		case pkg.Manifest == nil && s.file != nil && onlyLearners(pkg) && !asks(pkg),
			pkg.Manifest != nil && (!asks(pkg) || required.offers(pkg.Manifest)):
			s.idle = append(s.idle, pkg)
		default:
			packages = append(packages, pkg)
		}
	}
	for _, pkg := range required.packages {
		packages = replacePackage(packages, pkg)
	}
	packages, err := attached(packages)
	if err != nil {
		return nil, err
	}
	diags, err := s.launch(ctx, packages, required)
	for _, u := range unusable {
		diags = append(diags, warningsOf(u)...)
	}
	return append(diags, required.checkRuntimes(s.described)...), err
}

// onlyLearners reports whether a package is known to offer learners and nothing else: a
// file that names none of them does without it.
func onlyLearners(pkg host.Package) bool {
	return pkg.Offered != nil &&
		!slices.ContainsFunc(pkg.Offered, func(c contract.Component) bool { return c.Kind != contract.KindLearner })
}

// attached puts plugins that run already in the place of the packages of their names,
// and says so.
func attached(packages []host.Package) ([]host.Package, error) {
	running, err := host.Attachments()
	for _, name := range slices.Sorted(maps.Keys(running)) {
		at := running[name]
		fmt.Fprintf(os.Stderr, "warning: plugin %s is attached at %s (process %d): bench neither starts nor ends it, and "+
			"keeps its results apart\n", name, at.Addr, at.PID)
		pkg := host.Package{Name: name}
		if i := slices.IndexFunc(packages, func(p host.Package) bool { return p.Name == name }); i >= 0 {
			pkg = packages[i]
		}
		pkg.Attached = &at
		packages = replacePackage(packages, pkg)
	}
	return packages, err
}

const unusablePlugin = "A plugin cannot be used"

// warningsOf says why a package that was merely found cannot be used.
func warningsOf(err error) diagnostic.List {
	var bad *manifest.Error
	if !errors.As(err, &bad) {
		return diagnostic.List{{Severity: contract.Warning, Summary: unusablePlugin, Detail: err.Error()}}
	}
	list := slices.Clone(bad.List)
	for i := range list {
		list[i].Severity = contract.Warning
	}
	return list
}

// offers names what packages offer that were not started.
func offers(packages []host.Package) []contract.Component {
	var all []contract.Component
	for _, pkg := range packages {
		all = append(all, pkg.Offered...)
	}
	return all
}

// offersOf is offers of one package, the names alone.
func offersOf(pkg host.Package) []string {
	return lists.Map(pkg.Offered, func(c contract.Component) string { return c.Name })
}

// offers reports whether a required plugin offers a component of a manifest.
func (r required) offers(m *manifest.Manifest) bool {
	return slices.ContainsFunc(m.Components(), func(c contract.Component) bool {
		return slices.ContainsFunc(r.packages, func(p host.Package) bool {
			return p.Manifest != nil && p.Manifest.Offers(c.Kind, c.Name)
		})
	})
}

// launch starts packages and asks them what they offer.
func (s *session) launch(ctx context.Context, packages []host.Package,
	required required) (diags diagnostic.List, err error) {
	if err := host.CheckRoom(len(packages)); err != nil {
		return nil, err
	}
	scratch.Sweep()
	if s.sockets, err = scratch.Sockets(); err != nil {
		return nil, err
	}
	if s.temporary, err = scratch.Temporary(); err != nil {
		return nil, err
	}
	ready, failures := packages, []error(nil)
	if s.thorough {
		ready, failures = host.Complete(ctx, packages)
	}
	s.pool = host.NewPool(ready, host.Folders{Sockets: s.sockets.Path, Temporary: s.temporary.Path, Code: s.codeFolder()})
	s.pool.BuiltIn = builtIn()
	if s.slots != nil {
		s.pool.Ahead = s.slots(s.file)
	}
	s.calm = s.tellCalls()
	described, unstarted := s.pool.Describe(ctx)
	s.described = described
	for _, f := range append(failures, unstarted...) {
		diags = append(diags, s.unusable(f, packages, required)...)
	}
	return append(diags, required.checkVersions(described)...), ctx.Err()
}

// unusable says why a package was not started, at the place that wants it. Without a
// file, what concerns a package with a manifest is kept for later.
func (s *session) unusable(failure error, packages []host.Package, required required) diagnostic.List {
	detail := wording.Reason(failure)
	if r := required.origin[host.PluginOf(failure)]; r != nil {
		return diagnostic.List{r.Errorf(unusablePlugin, "%s", detail)}
	}
	i := slices.IndexFunc(packages, func(p host.Package) bool { return p.Name == host.PluginOf(failure) })
	switch {
	case i < 0 || packages[i].Manifest == nil:
		return diagnostic.List{{Severity: contract.Warning, Summary: unusablePlugin, Detail: detail}}
	case s.file != nil:
		return diagnostic.List{s.file.AskingErrorf(packages[i].Manifest.Components(), unusablePlugin, "%s", detail)}
	}
	s.unready = append(s.unready, failure)
	return nil
}

// pluginFolder is bin/plugins: the folder plugins beside the executable.
func pluginFolder() string {
	executable, err := os.Executable()
	if err != nil {
		return "plugins"
	}
	if real, err := filepath.EvalSymlinks(executable); err == nil {
		executable = real
	}
	return filepath.Join(filepath.Dir(executable), "plugins")
}

// codeFolder is where relative paths to code in the experiment file start.
func (s *session) codeFolder() string {
	if s.code == "" && s.file != nil {
		return s.file.Absolute(".")
	}
	return s.code
}
