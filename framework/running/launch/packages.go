package launch

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/host/manifest"
	"github.com/manyclass/bench/framework/host/own"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
)

// startPlugins launches the plugins beside the executable and the required ones. Of
// those beside the executable that have a manifest, or are known to offer learners alone,
// it launches the ones that are asked for. A required plugin that does not start is an error, and so
// is one that is asked for; another one is a warning: the file may not need it.
func (s *Session) startPlugins(ctx context.Context, asks func(host.Package) bool) (diagnostic.List, error) {
	found, unusable := host.FindPackages(cmp.Or(s.Plugins, PluginFolder()))
	var packages []host.Package
	for _, pkg := range found {
		if s.foreign != nil && !s.foreign.May(pkg) {
			s.incomplete = true
			continue
		}
		pkg.Limits.Start = cmp.Or(s.required.Limits.Start, pkg.Limits.Start)
		pkg.Limits.Plan = s.required.Limits.Plan
		if pkg.Manifest != nil { // what has an interpreter; the others are executables that look for nothing
			pkg.Passed = s.required.Passed
		}
		switch {
		case pkg.Manifest == nil && s.File != nil && onlyLearners(pkg) && !asks(pkg),
			pkg.Manifest != nil && (!asks(pkg) || s.required.offers(pkg.Manifest)):
			s.Idle = append(s.Idle, pkg)
		default:
			packages = append(packages, pkg)
		}
	}
	for _, pkg := range s.required.Packages {
		packages = replacePackage(packages, pkg)
	}
	packages, err := s.attached(packages)
	if err != nil {
		return nil, err
	}
	diags, err := s.launch(ctx, packages)
	for _, u := range unusable {
		diags = append(diags, warningsOf(u)...)
	}
	return append(diags, s.required.checkRuntimes(s.Described)...), err
}

// onlyLearners reports whether a package is known to offer learners and nothing else: a
// file that names none of them does without it.
func onlyLearners(pkg host.Package) bool {
	return pkg.Offered != nil &&
		!slices.ContainsFunc(pkg.Offered, func(c contract.Component) bool { return c.Kind != contract.KindLearner })
}

// attached puts plugins that run already in the place of the packages of their names,
// and says so.
func (s *Session) attached(packages []host.Package) ([]host.Package, error) {
	running, err := host.Attachments()
	for _, name := range slices.Sorted(maps.Keys(running)) {
		at := running[name]
		s.Tell(fmt.Sprintf("warning: plugin %s is attached at %s (process %d): bench neither starts nor ends it, and "+
			"keeps its results separate", name, at.Addr, at.PID))
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
		return diagnostic.List{{Severity: contract.Warning, Code: mistake.UnusablePlugin,
			Summary: unusablePlugin, Detail: err.Error()}}
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

// offers reports whether a required plugin offers a component of a manifest.
func (r Required) offers(m *manifest.Manifest) bool {
	return slices.ContainsFunc(m.Components(), func(c contract.Component) bool {
		return slices.ContainsFunc(r.Packages, func(p host.Package) bool {
			return p.Manifest != nil && p.Manifest.Offers(c.Kind, c.Name)
		})
	})
}

// makeFolders makes the folders of the plugins.
func (s *Session) makeFolders() (f host.Folders, err error) {
	if s.folders.sockets, err = scratch.Sockets(); err != nil {
		return f, err
	}
	if s.folders.temporary, err = scratch.Temporary(); err != nil {
		return f, err
	}
	f = host.Folders{Sockets: s.folders.sockets.Path, Temporary: s.folders.temporary.Path, Code: s.codeFolder()}
	f.Traces, err = s.tracesFolder()
	return f, err
}

// launch starts packages and asks them what they offer.
func (s *Session) launch(ctx context.Context, packages []host.Package) (diags diagnostic.List, err error) {
	if err := host.CheckRoom(len(packages)); err != nil {
		return nil, err
	}
	scratch.Sweep()
	folders, err := s.makeFolders()
	if err != nil {
		return nil, err
	}
	ready, failures := packages, []error(nil)
	if s.Thorough {
		ready, failures = host.Complete(ctx, packages)
	}
	s.Pool = host.NewPool(ready, folders)
	s.Pool.BuiltIn = BuiltIn()
	if s.Slots != nil {
		s.Pool.Ahead = s.Slots(s.File)
	}
	if s.Watch != nil {
		s.calm = s.Watch(s.Pool)
	}
	described, unstarted := s.Pool.Describe(ctx)
	s.Described = described
	failures, unstarted = append(failures, unstarted...), nil
	for _, f := range failures {
		if s.merelyFound(f, packages) && fault.OfMachine(f) {
			unstarted = append(unstarted, f)
			continue
		}
		diags = append(diags, s.unusable(f, packages)...)
	}
	diags = append(diags, unusableHere(unstarted)...)
	return append(diags, s.required.checkVersions(described)...), ctx.Err()
}

// merelyFound reports whether a failure is that of a program beside bench, which the file may
// not need.
func (s *Session) merelyFound(failure error, packages []host.Package) bool {
	i := slices.IndexFunc(packages, func(p host.Package) bool { return p.Name == host.PluginOf(failure) })
	return s.required.Origin[host.PluginOf(failure)] == nil && (i < 0 || packages[i].Manifest == nil)
}

// unusableHere says of packages that this machine does not start what keeps the first.
func unusableHere(failures []error) diagnostic.List {
	if len(failures) == 0 {
		return nil
	}
	detail := wording.Reason(failures[0])
	if others := lists.Map(failures[1:], host.PluginOf); len(others) > 0 {
		detail += "; neither do these start: " + wording.List(others)
	}
	return diagnostic.List{{Severity: contract.Warning, Code: mistake.UnusablePlugin, Summary: unusablePlugin,
		Detail: fault.Advised(detail, failures[0])}}
}

// unusable says why a package was not started, at the place that wants it. Without a
// file, what concerns a package with a manifest is kept for later.
func (s *Session) unusable(failure error, packages []host.Package) diagnostic.List {
	detail := fault.Advised(wording.Reason(failure), failure)
	if r := s.required.Origin[host.PluginOf(failure)]; r != nil {
		return diagnostic.List{r.Errorf(mistake.UnusablePlugin, unusablePlugin, "%s", detail)}
	}
	i := slices.IndexFunc(packages, func(p host.Package) bool { return p.Name == host.PluginOf(failure) })
	switch {
	case s.merelyFound(failure, packages):
		return diagnostic.List{{Severity: contract.Warning, Code: mistake.UnusablePlugin,
			Summary: unusablePlugin, Detail: detail}}
	case s.File != nil:
		return diagnostic.List{s.File.AskingErrorf(mistake.UnusablePlugin, packages[i].Manifest.Components(),
			unusablePlugin, "%s", detail)}
	}
	s.Unready = append(s.Unready, failure)
	return nil
}

// PluginFolder is the folder plugins beside the program, as in bin, or else share/bench/plugins
// beside the folder of the program, as programs are installed.
func PluginFolder() string {
	executable, err := own.Program()
	if err != nil {
		return "plugins"
	}
	bin := filepath.Dir(executable)
	beside, shared := filepath.Join(bin, "plugins"), filepath.Join(filepath.Dir(bin), "share", "bench", "plugins")
	if isFolder(shared) && !isFolder(beside) {
		return shared
	}
	return beside
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// codeFolder is where relative paths to code in the experiment file start.
func (s *Session) codeFolder() string {
	if s.Code == "" && s.File != nil {
		return s.File.Files.Absolute(".")
	}
	return s.Code
}

// OpenPlugins starts the plugins that are asked for, and those that an experiment file
// requires, if there is a path.
func (s *Session) OpenPlugins(ctx context.Context, path string, asks func(host.Package) bool) error {
	var diags diagnostic.List
	if path != "" {
		file, unread := experiment.Parse(path, nil)
		if file == nil {
			return s.refuse(unread)
		}
		s.required, diags = openRequired(file)
		locked := s.required.checkLock()
		diags = append(diags, locked...)
		if locked.HasErrors() {
			return s.refuse(diags)
		}
	}
	found, err := s.startPlugins(ctx, asks)
	if err != nil {
		return err
	}
	diags = append(diags, found...)
	if diags.HasErrors() {
		return s.refuse(diags)
	}
	s.Show(diags)
	return nil
}
