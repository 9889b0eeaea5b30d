package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// exactly lets a command take these arguments and no others.
func exactly(names ...string) cobra.PositionalArgs {
	return between(len(names), names...)
}

// between lets a command take at least some of these arguments.
func between(least int, names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) >= least && len(args) <= len(names) {
			return nil
		}
		var problem string
		if len(args) < least {
			problem = names[len(args)] + " is missing"
		} else {
			problem = fmt.Sprintf("%q is one argument too many", args[len(names)])
		}
		return fmt.Errorf("%s\nusage: %s", problem, c.UseLine())
	}
}

// group makes a command that only holds others refuse what it does not hold.
func group(c *cobra.Command) *cobra.Command {
	c.Args = cobra.ArbitraryArgs
	c.RunE = func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return c.Help()
		}
		var names []string
		for _, sub := range c.Commands() {
			if sub.IsAvailableCommand() {
				names = append(names, sub.Name())
			}
		}
		return fmt.Errorf("there is no %q; this release has: %s", c.CommandPath()+" "+args[0], strings.Join(names, ", "))
	}
	return c
}
