// Package sdktest checks that a plugin, in whatever language, keeps the promises
// of docs/plugin-reference.md and docs/protocol.md. It runs the plugin as bench does:
// as a process, over gRPC, with matrices in files.
package sdktest

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
)

// Run checks a plugin and returns every check, in order. A plugin that cannot be
// started or described, and a learner that cannot train, has no further checks. The error is for failures that are
// not the plugin's: no scratch folder, no such component, or ctx at its end.
func Run(ctx context.Context, pkg host.Package, options Options) (checks []Check, err error) {
	if options.Limit == 0 {
		options.Limit = time.Minute
	}
	if options.within == nil {
		options.within = context.WithTimeout
	}
	sockets, err := scratch.Sockets()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, sockets.Remove()) }()
	temporary, err := scratch.Temporary()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, temporary.Remove()) }()
	files, err := scratch.Matrices(filesSize)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, files.Remove()) }()
	s := &suite{ctx: ctx, pkg: pkg, options: options,
		folders: host.Folders{Sockets: sockets.Path, Temporary: temporary.Path}, files: files.Path}
	defer s.end()
	err = s.run()
	return s.checks, errors.Join(err, ctx.Err())
}

// T is what Test needs of a *testing.T.
type T interface {
	Helper()
	Context() context.Context
	Log(args ...any)
	Error(args ...any)
	Fatal(args ...any)
}

// Test checks the plugin at path, an executable or the folder of a package, and
// fails the test for each promise that is broken.
func Test(t T, path string, options Options) {
	t.Helper()
	pkg, err := host.OpenPackage(filepath.Base(path), path)
	if err != nil {
		t.Fatal(err)
	}
	checks, err := Run(t.Context(), pkg, options)
	for _, c := range checks {
		switch {
		case c.Failed():
			t.Error(c.Name + ": " + c.Problem)
		case c.Skipped != "":
			t.Log(c.Name + ": skipped: " + c.Skipped)
		case c.Note != "":
			t.Log(c.Name + ": " + c.Note)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

// run makes every check. Its error says that there is no such component.
func (s *suite) run() error {
	if !s.check("starts and shakes hands", func(t *trial) { t.fresh() }) {
		return nil
	}
	s.check("ends with its stdin", lifeline)
	var d service.Description
	if !s.check("describes itself", func(t *trial) { d = t.describe() }) {
		return nil
	}
	var known []string
	for _, c := range d.Components {
		known = append(known, c.Name)
	}
	for _, configured := range slices.Sorted(maps.Keys(s.options.Configs)) {
		if !slices.Contains(known, configured) {
			return s.unknown(configured, known)
		}
	}
	found := s.options.Component == ""
	for _, c := range d.Components {
		if s.options.Component == "" || s.options.Component == c.Name {
			found = true
			s.component(c)
		}
	}
	if !found {
		return s.unknown(s.options.Component, known)
	}
	s.check("ends when it is asked to", stops)
	return nil
}

// unknown is the error of a name that is not one of the plugin's components.
func (s *suite) unknown(name string, known []string) error {
	return fmt.Errorf("plugin %s has no component %q; it has: %s", s.pkg.Name, name, strings.Join(known, ", "))
}

// component makes the checks of one component, and if it cannot be configured
// says why there are none.
func (s *suite) component(c contract.Component) {
	var configured configuration
	if !s.check(c.Name+": takes its default configuration", func(t *trial) { configured = t.configure(c) }) {
		return
	}
	switch c.Kind {
	case contract.KindReducer:
		(&reducer{suite: s, name: c.Name, configuration: configured}).run()
		return
	case contract.KindMetric:
		(&metric{suite: s, name: c.Name, configuration: configured}).run()
		return
	case contract.KindEncoder:
		(&encoder{suite: s, name: c.Name, configuration: configured}).run()
		return
	case contract.KindValidation:
		(&splitter{suite: s, name: c.Name, configuration: configured}).run()
		return
	}
	for _, task := range configured.caps.Tasks {
		(&learner{suite: s, name: c.Name, task: task, configuration: configured}).run()
	}
}
