package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/prepare"
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

// session is an experiment file with the plugins it can use, running.
type session struct{ *launch.Session }

// launchOptions say how experiments are opened by commands.
func launchOptions() launch.Options { return plain().launchOptions() }

// user is who works in results folders by a command.
func user(c *cobra.Command) folder.User { return plain().user(c) }

// tell prints a line on stderr.
func tell(line string) { plain().tell(line) }

// newSession is a session with the variables that -var gives.
func newSession(o launch.Options, varList []string) (*session, error) {
	vars, err := parseVars(varList)
	return &session{&launch.Session{Options: o, Source: launch.Source{Vars: vars}}}, err
}

// withPrepared prepares the experiment of a file, without the notes if quiet,
// and does something with it while its plugins run.
func withPrepared(ctx context.Context, path string, vars []string, quiet bool,
	do func(*session, *prepare.Prepared) error) error {
	s, err := newSession(launchOptions(), vars)
	if err != nil {
		return err
	}
	return s.prepared(ctx, path, quiet, func(p *prepare.Prepared) error {
		s.ShowWarnings()
		return do(s, p)
	})
}

// prepared is withPrepared in a session, whose warnings are not shown.
func (s *session) prepared(ctx context.Context, path string, quiet bool, do func(*prepare.Prepared) error) error {
	defer s.Close()
	if err := s.Open(ctx, path); err != nil {
		return err
	}
	p, err := s.Prepare(ctx, quiet)
	if err != nil {
		return err
	}
	s.Calm()
	return do(p)
}

func printDiagnostics(diags diagnostic.List) { plain().show(diags) }
