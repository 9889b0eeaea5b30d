package main

import (
	"fmt"
	"unicode"

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

// atLeast lets a command take these arguments, and any number of the last one.
func atLeast(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return exactly(names...)(c, args)
		}
		return nil
	}
}

// longFlags accepts -name for --name, as in Terraform; a single letter stays
// a shorthand.
func longFlags(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if arg == "--" {
			copy(out[i:], args[i:])
			break
		}
		if len(arg) > 2 && arg[0] == '-' && unicode.IsLetter(rune(arg[1])) {
			arg = "-" + arg
		}
		out[i] = arg
	}
	return out
}
