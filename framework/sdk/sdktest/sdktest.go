// Package sdktest checks that a plugin, in whatever language, keeps the promises
// of docs/plugin-guide.md and docs/protocol.md. It runs the plugin as bench does:
// as a process, over gRPC, with matrices in files.
package sdktest

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/scratch"
	"github.com/manyclass/bench/framework/service"
)

// Check is one thing that was checked.
type Check struct {
	Name    string // what is promised, for example "logreg, binary: same seed, same bytes"
	Problem string // what is wrong, or ""
	Skipped string // why it was not checked, or ""
	Note    string // what is worth knowing of a check that passed, or ""
}

// Failed reports whether the promise is broken.
func (c Check) Failed() bool { return c.Problem != "" }

// Options say how to check. The zero value is ready to use.
type Options struct {
	Limit time.Duration // of each check; 0 means a minute
	// Configs holds, by name of a component, attributes to write for it. Other
	// components are checked with their defaults, and with what can be guessed
	// where attributes have to be written.
	Configs   map[string]map[string]any
	Component string      // the only one to check; "" means all
	Done      func(Check) // is called after each check; may be nil
}

// Run checks a plugin and returns every check, in order. A plugin that cannot be
// started or described, and a learner that cannot train, has no further checks. The error is for failures that are
// none of the plugin's: no scratch folder, no such component, or ctx at its end.
func Run(ctx context.Context, pkg host.Package, options Options) (checks []Check, err error) {
	if options.Limit == 0 {
		options.Limit = time.Minute
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

// suite is a run of the checks.
type suite struct {
	ctx     context.Context
	pkg     host.Package
	options Options
	folders host.Folders
	files   string
	made    int           // folders in files
	process *host.Process // nil before the first
	checks  []Check
}

// check is one promise; it returns a note, and an error that says what is wrong
// or, if it is a skipped, why nothing was checked.
type check func(ctx context.Context) (note string, err error)

// skipped is the error of a check that does not apply.
type skipped string

func (s skipped) Error() string { return string(s) }

// check runs one check under its limit and reports whether it passed.
func (s *suite) check(name string, do check) bool {
	if s.ctx.Err() != nil {
		return false
	}
	ctx, cancel := context.WithTimeout(s.ctx, s.options.Limit)
	defer cancel()
	c := Check{Name: name}
	var err error
	c.Note, err = do(ctx)
	var skip skipped
	switch {
	case s.ctx.Err() != nil:
		return false
	case errors.As(err, &skip):
		c.Skipped = skip.Error()
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() != nil:
		c.Problem = fmt.Sprintf("no answer within %v: %v", s.options.Limit, err)
	case err != nil:
		c.Problem = err.Error()
	}
	s.checks = append(s.checks, c)
	if s.options.Done != nil {
		s.options.Done(c)
	}
	return err == nil
}

// run makes every check. Its error says that there is no such component.
func (s *suite) run() error {
	if !s.check("starts and shakes hands", s.starts) {
		return nil
	}
	s.check("ends with its stdin", s.lifeline)
	var d service.Description
	if !s.check("describes itself", func(ctx context.Context) (_ string, err error) {
		d, err = s.describe(ctx)
		return "", err
	}) {
		return nil
	}
	var known []string
	found := s.options.Component == ""
	for _, c := range d.Components {
		known = append(known, c.Name)
		if s.options.Component == "" || s.options.Component == c.Name {
			found = true
			s.component(c)
		}
	}
	if !found {
		return fmt.Errorf("plugin %s has no component %q; it has: %s", s.pkg.Name, s.options.Component,
			strings.Join(known, ", "))
	}
	s.check("ends when it is asked to", s.stops)
	return nil
}

// component makes the checks of one component, and if it cannot be configured
// says why there are none.
func (s *suite) component(c contract.Component) {
	var configured configuration
	if !s.check(c.Name+": takes its default configuration", func(ctx context.Context) (_ string, err error) {
		configured, err = s.configure(ctx, c)
		return configured.note, err
	}) {
		return
	}
	if c.Kind == contract.KindReducer {
		(&reducer{suite: s, name: c.Name, configuration: configured}).run()
		return
	}
	for _, task := range configured.caps.Tasks {
		(&learner{suite: s, name: c.Name, task: task, configuration: configured}).run()
	}
}
