package main

import (
	"bytes"
	"context"
	"fmt"
	"io"

	"github.com/aymanbagabas/go-udiff"
	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/syntax"
	"github.com/manyclass/bench/framework/results/store"
)

// formatter formats files.
type formatter struct {
	check, diff bool
	in          io.Reader
	out         io.Writer
	changed     int // files that were not in canonical form
	bad         diagnostic.List
}

func fmtCommand() *cobra.Command {
	var f formatter
	c := &cobra.Command{
		Use:   "fmt FILE...",
		Short: "Bring experiment files into canonical form",
		Long: "Rewrites files in the canonical style of HCL, changing nothing but spaces, and prints the names of those " +
			"that changed. The file - is stdin, whose form goes to stdout. A file that is not HCL is left as it is.\n\n" +
			"Exit status: 0 done, 1 with -check if a file is not in canonical form, 2 if a file cannot be read.",
		Example: "  bench fmt experiments/quickstart.hcl\n  bench fmt -check -diff experiments/quickstart.hcl",
		Args:    some("FILE"),

		ValidArgsFunction: completeFiles,
	}
	c.Flags().BoolVar(&f.check, "check", false, "write nothing; the status is 1 if something would change")
	c.Flags().BoolVar(&f.diff, "diff", false, "print what changes")
	c.RunE = func(c *cobra.Command, args []string) error {
		f.in, f.out = c.InOrStdin(), c.OutOrStdout()
		return f.all(c.Context(), args)
	}
	return c
}

// some lets a command take any number of arguments but none.
func some(name string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) == 0 {
			return fmt.Errorf("%s is missing\nusage: %s", name, c.UseLine())
		}
		return nil
	}
}

func (f *formatter) all(ctx context.Context, paths []string) error {
	for _, path := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := f.one(path); err != nil {
			return err
		}
	}
	switch {
	case f.bad.HasErrors():
		printDiagnostics(f.bad)
		return &exitError{status: exitUsage, message: "files with errors were left as they are"}
	case f.check && f.changed > 0:
		return &exitError{status: exitDiffer}
	}
	return nil
}

// one formats a file; "-" is stdin.
func (f *formatter) one(path string) error {
	name, read := path, syntax.ReadFile
	if path == "-" {
		name, read = "<stdin>", func(string) ([]byte, error) { return io.ReadAll(f.in) }
	}
	src, err := read(path)
	if err != nil {
		return err
	}
	formatted, diags := syntax.Format(name, src)
	if f.bad = append(f.bad, diags...); diags.HasErrors() {
		return nil
	}
	same := bytes.Equal(src, formatted)
	if !same {
		f.changed++
	}
	if path == "-" && !f.check && !f.diff {
		_, err := f.out.Write(formatted)
		return err
	}
	if same {
		return nil
	}
	if _, err := fmt.Fprintln(f.out, name); err != nil {
		return err
	}
	if f.diff {
		if _, err := io.WriteString(f.out,
			udiff.Unified("old/"+name, "new/"+name, string(src), string(formatted))); err != nil {
			return err
		}
	}
	if f.check || path == "-" {
		return nil
	}
	return store.Rewrite(path, formatted)
}
