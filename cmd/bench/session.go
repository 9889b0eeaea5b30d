package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/encode"
	"github.com/manyclass/bench/framework/executor/slurm"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/requires"
	"github.com/manyclass/bench/framework/fold"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// addVars gives a command the flag -var.
func addVars(c *cobra.Command) *[]string {
	return c.Flags().StringArray("var", nil, "set a variable of the file, as `name=value`; may be repeated")
}

func parseVars(list []string) (map[string]string, error) {
	vars := map[string]string{}
	for _, v := range list {
		name, value, found := strings.Cut(v, "=")
		if !found || name == "" {
			return nil, fmt.Errorf("-var %s: write -var name=value", v)
		}
		vars[name] = value
	}
	return vars, nil
}

// open reads an experiment file, starts the plugins while it begins to read the data,
// and binds the file. Errors have been printed when it returns, and mean that there is
// nothing to go on with; warnings are kept. The session must be closed even then.
func (s *session) open(ctx context.Context, path string, varList []string) error {
	vars, err := parseVars(varList)
	if err != nil {
		return err
	}
	s.vars = vars
	if _, err := os.Stat(filepath.Join(path, store.ManifestFile)); err == nil {
		if err := s.goOn(path); err != nil {
			return err
		}
		return s.start(ctx)
	}
	s.command = append([]string{"bench"}, os.Args[1:]...)
	s.parse = func() (*experiment.File, diagnostic.List) { return experiment.Parse(path, vars) }
	return s.start(ctx)
}

// start is open once it is known how the file is read.
func (s *session) start(ctx context.Context) error {
	file, diags := s.parse()
	if file == nil {
		return refuse(diags)
	}
	s.file = file
	diags = append(diags, checkVersion(file)...)
	required, found := openRequired(file)
	s.required = required
	missing := found.HasErrors()
	diags = append(diags, found...)
	found = required.checkLock()
	diags = append(diags, found...)
	if found.HasErrors() {
		return refuse(diags)
	}
	s.data = s.readAhead()
	found, err := s.startPlugins(ctx, required, func(p host.Package) bool { return file.Asks(p.Offered) })
	if err != nil {
		return err
	}
	diags = append(diags, found...)
	diags = append(diags, s.noPlugins(found)...)
	s.incomplete = missing || found.HasErrors() || len(s.described) == 0
	bound, found := file.Bind(s.catalog(ctx))
	diags = append(diags, found...)
	if diags.HasErrors() {
		more, err := s.data.Check(ctx, bound, s.pool)
		if err != nil {
			fmt.Fprintf(os.Stderr, "the data could not be checked: %s\n", wording.Reason(err))
		}
		return refuse(append(diags, more...))
	}
	s.warnings = diags
	s.experiment = bound
	return nil
}

// readAhead begins to read the datasets that the file uses.
func (s *session) readAhead() *prepare.Ahead {
	file, _ := s.parse() // once more: a file is bound once
	if file == nil {
		return nil
	}
	bound, _ := file.Bind(experiment.Catalog{Components: builtIn(), Incomplete: true})
	return prepare.ReadAhead(bound)
}

// withPrepared prepares the experiment of a file, without the notes if quiet,
// and does something with it while its plugins run.
func withPrepared(ctx context.Context, s *session, path string, vars []string, quiet bool,
	do func(*session, *prepare.Prepared) error) error {
	defer s.close()
	if err := s.open(ctx, path, vars); err != nil {
		return err
	}
	p, err := s.prepare(ctx, quiet)
	if err != nil {
		return err
	}
	s.calm()
	if !s.reticent {
		s.warn()
	}
	return do(s, p)
}

func checkVersion(file *experiment.File) diagnostic.List {
	if file.RequiredVersion == "" {
		return nil
	}
	ok, err := requires.SatisfiesVersion(file.RequiredVersion, version)
	switch {
	case err != nil:
		return diagnostic.List{file.VersionErrorf("Bad version constraint", "%v", err)}
	case !ok:
		return diagnostic.List{file.VersionErrorf("This is bench "+version,
			"The file asks for %s. Install such a version, or change required_version.", file.RequiredVersion)}
	}
	return nil
}

// noPlugins reports that there is no plugin to use, unless failures say why.
func (s *session) noPlugins(failures diagnostic.List) diagnostic.List {
	if len(s.described) > 0 || failures.HasErrors() {
		return nil
	}
	return diagnostic.List{{
		Severity: contract.Error, Summary: "There are no plugins",
		Detail: fmt.Sprintf("Learners and reductions are plugins, and bench found none that works in %s. "+
			"Run make build in the repository of bench, which puts bench and its plugins there.", pluginFolder()),
	}}
}

// catalog is everything a file can name.
func (s *session) catalog(ctx context.Context) experiment.Catalog {
	return experiment.Catalog{
		Components: append(s.pool.Components(), builtIn()...),
		Incomplete: s.incomplete,
		Idle:       offers(s.idle),

		CheckSbatch: slurm.CheckOptions,
		Validate: func(c contract.Component, config contract.Config) (contract.Verdict, error) {
			plugin, err := s.pool.Plugin(ctx, 0, c.Kind, c.Name)
			if err != nil {
				return contract.Verdict{}, err
			}
			return plugin.Validate(ctx, service.ComponentRef{Kind: c.Kind, Name: c.Name, Config: config})
		},
	}
}

// builtIn lists the components that are part of bench.
func builtIn() []contract.Component {
	dataset := contract.Component{Kind: contract.KindDataset, Name: "dataset", Doc: "A file of rows, or generated data.",
		Params: loader.Params()}
	all := []contract.Component{dataset}
	all = append(all, encode.Components()...)
	all = append(all, fold.Components()...)
	return append(all, metric.Components()...)
}

// prepare loads the data and lists the cells. Quiet leaves out notes; warnings are kept.
func (s *session) prepare(ctx context.Context, quiet bool) (*prepare.Prepared, error) {
	p, diags, err := s.data.Load(ctx, s.experiment, s.pool)
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, refuse(append(s.warnings, diags...))
	}
	if quiet {
		diags = slices.DeleteFunc(diags, func(d diagnostic.Diagnostic) bool { return d.Severity == contract.Note })
	}
	s.warnings = append(s.warnings, diags...)
	return p, nil
}

// warn prints the warnings that were kept.
func (s *session) warn() {
	printDiagnostics(s.warnings)
	s.warnings = nil
}

// refuse prints diagnostics and returns the error that ends the program.
func refuse(diags diagnostic.List) error {
	printDiagnostics(diags)
	errors := lists.Count(diags, func(d diagnostic.Diagnostic) bool { return d.Severity == contract.Error })
	return &exitError{exitUsage, fmt.Sprintf("%s; nothing was run", wording.Count(errors, "error"))}
}

// mostShown is how many diagnostics are printed.
const mostShown = 50

func printDiagnostics(diags diagnostic.List) {
	sorted := diags.Sorted()
	sorted[:min(len(sorted), mostShown)].Write(os.Stderr, messageWidth(), colored(os.Stderr))
	if more := len(sorted) - mostShown; more > 0 {
		fmt.Fprintf(os.Stderr, "… and %d more\n\n", more)
	}
}
