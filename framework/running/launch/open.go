package launch

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/requires"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/executor/slurm"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Open reads an experiment file, or that of a results folder, starts the plugins while it
// begins to read the data, and binds the file. Errors mean that there is nothing to go on with;
// warnings are kept. The session must be closed even then.
func (s *Session) Open(ctx context.Context, path string) error {
	if _, err := os.Stat(filepath.Join(path, store.ManifestFile)); err == nil {
		if err := s.goOn(path); err != nil {
			return err
		}
		return s.start(ctx)
	}
	s.Command = append([]string{"bench"}, os.Args[1:]...)
	s.parse = func() (*experiment.File, diagnostic.List) { return experiment.Parse(path, s.Vars) }
	return s.start(ctx)
}

// OpenMoved is Open for an experiment that was taken elsewhere; see experiment.ParseMoved.
func (s *Session) OpenMoved(ctx context.Context, path, dir string, moved map[string]string) error {
	s.parse = func() (*experiment.File, diagnostic.List) { return experiment.ParseMoved(path, dir, moved, s.Vars) }
	return s.start(ctx)
}

// OpenForeign is Open for a file of somebody else: it opens no file of this machine that is not among those it is
// given, ignores the lock file, and starts no other plugins. Data and plugins may be missing: the combinations
// that need them are left out.
func (s *Session) OpenForeign(ctx context.Context, path string, f Foreign) error {
	s.foreign = &f
	files := blocks.Files{Dir: f.Dir, Moved: f.Moved, Nowhere: f.Nowhere}
	s.parse = func() (*experiment.File, diagnostic.List) { return experiment.ParseIn(path, files, s.Vars) }
	return s.start(ctx)
}

// start is Open once it is known how the file is read.
func (s *Session) start(ctx context.Context) error {
	file, diags := s.parse()
	if file == nil {
		return s.refuse(diags)
	}
	s.File = file
	diags = append(diags, checkVersion(file, s.Build.Version)...)
	missing, found, err := s.require(file)
	if diags = append(diags, found...); err != nil {
		return s.refuse(diags)
	}
	found, err = s.startPlugins(ctx, func(p host.Package) bool { return file.Asks(p.Offered) })
	if err != nil {
		return err
	}
	diags = append(diags, found...)
	diags = append(diags, s.noPlugins(found)...)
	s.incomplete = s.incomplete || missing || found.HasErrors() || len(s.Described) == 0
	bound, found := file.Bind(s.catalog(ctx))
	diags = append(diags, found...)
	if diags.HasErrors() {
		more, err := s.data.Check(ctx, bound, s.Pool)
		if err != nil {
			s.Tell("the data could not be checked: " + wording.Reason(err))
		}
		return s.refuse(append(diags, more...))
	}
	s.Warnings = diags
	s.Experiment = bound
	if s.foreign != nil {
		s.leaveOut()
	}
	return nil
}

// errLocked is the error of plugins that are not those of the lock file.
var errLocked = errors.New("a plugin is not the one that is locked")

// require finds the plugins that the file requires, and looks whether they are those of the lock file. Then it begins
// to read the data. Of an experiment of somebody else plugins and data may be missing.
func (s *Session) require(file *experiment.File) (missing bool, diags diagnostic.List, err error) {
	s.required, diags = openRequired(file)
	missing = diags.HasErrors()
	if s.foreign != nil {
		return missing, nil, nil
	}
	found := s.required.checkLock()
	if diags = append(diags, found...); found.HasErrors() {
		return missing, diags, errLocked
	}
	s.data = s.readAhead()
	return missing, diags, nil
}

// readAhead begins to read the datasets that the file uses.
func (s *Session) readAhead() *prepare.Ahead {
	file, _ := s.parse() // once more: a file is bound once
	if file == nil {
		return nil
	}
	bound, _ := file.Bind(experiment.Catalog{Components: BuiltIn(), Incomplete: true})
	return prepare.ReadAhead(bound)
}

func checkVersion(file *experiment.File, version string) diagnostic.List {
	if file.RequiredVersion == "" {
		return nil
	}
	ok, err := requires.SatisfiesVersion(file.RequiredVersion, version)
	switch {
	case err != nil:
		return diagnostic.List{file.VersionErrorf(mistake.BadValue, "Bad version constraint", "%v", err)}
	case !ok:
		return diagnostic.List{file.VersionErrorf(mistake.WrongVersion, "This is bench "+version,
			"The file asks for %s. Install such a version, or change required_version.", file.RequiredVersion)}
	}
	return nil
}

// noPlugins reports that every plugin is missing, unless failures say why.
func (s *Session) noPlugins(failures diagnostic.List) diagnostic.List {
	if len(s.Described) > 0 || failures.HasErrors() {
		return nil
	}
	return diagnostic.List{{
		Severity: contract.Error, Code: mistake.UnusablePlugin, Summary: "Plugins are missing",
		Detail: fmt.Sprintf("Learners and reductions are plugins, and bench found none that works in %s. "+
			"Install bench again, or run make build in its repository; bench doctor says what works on this machine.",
			PluginFolder()),
	}}
}

// catalog is everything a file can name.
func (s *Session) catalog(ctx context.Context) experiment.Catalog {
	return experiment.Catalog{
		Components: append(s.Pool.Components(), BuiltIn()...),
		Incomplete: s.incomplete,
		Idle:       offers(s.Idle),
		Unfetched:  s.foreign != nil,

		CheckSbatch: slurm.CheckOptions,
		Validate: func(c contract.Component, config contract.Config) (contract.Verdict, error) {
			plugin, err := s.Pool.Plugin(ctx, 0, c.Kind, c.Name)
			if err != nil {
				return contract.Verdict{}, err
			}
			return plugin.Validate(ctx, service.ComponentRef{Kind: c.Kind, Name: c.Name, Config: config})
		},
	}
}

// Prepare loads the data and lists the cells. Quiet leaves out notes; warnings are kept.
func (s *Session) Prepare(ctx context.Context, quiet bool) (*prepare.Prepared, error) {
	p, diags, err := s.data.Load(ctx, s.Experiment, s.Pool)
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, s.refuse(append(s.Warnings, diags...))
	}
	if quiet {
		diags = slices.DeleteFunc(diags, func(d diagnostic.Diagnostic) bool { return d.Severity == contract.Note })
	}
	s.Warnings = append(s.Warnings, diags...)
	return p, nil
}

// Requires reports whether the file requires a plugin.
func (s *Session) Requires(plugin string) bool { return s.required.Origin[plugin] != nil }
