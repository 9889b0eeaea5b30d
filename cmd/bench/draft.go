package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/draft"
)

func newCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "new DATA",
		Short: "Write a first experiment for a data file",
		Long: "Reads a data file as a run would, and writes an experiment file that runs in about a minute. Its comments\n" +
			"say what was seen and what to change: columns that look like ids, dates or texts, missing values, rare\n" +
			"classes. Encoder, learners, reductions and a baseline suit the data. The class column is -target; without it\n" +
			"bench takes the likeliest one, and asks on a terminal. A file that is there is not replaced.",
		Example: "  bench new iris.csv\n  bench new measurements.csv -target quality -out quality.hcl",
		Args:    exactly("DATA"),
	}
	target := c.Flags().String("target", "", "`COLUMN` that holds the class")
	out := c.Flags().String("out", "", "`FILE` to write (default the name of DATA with the ending .hcl; - is stdout)")
	c.RunE = func(c *cobra.Command, args []string) error {
		d, err := look(c, args[0], *target)
		if err != nil {
			return err
		}
		return put(c.OutOrStdout(), d, cmp.Or(*out, d.Name+".hcl"))
	}
	return c
}

// put writes the experiment file of a draft, and says what to type next. The path - is the output.
func put(out io.Writer, d *draft.Draft, path string) error {
	folder, err := filepath.Abs(filepath.Dir(path))
	if err != nil {
		return err
	}
	text, diags := d.Text(folder)
	if diags.HasErrors() {
		printDiagnostics(diags)
		return &exitError{status: exitUsage}
	}
	if path == "-" {
		_, err = out.Write(text)
		return err
	}
	if err := store.WriteNew(path, bytes.NewReader(text)); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is written. Read its comments, then type: bench run %s\n", path, wording.ShellWord(path))
	return err
}

// look reads a data file; on a terminal it asks whether the likeliest column is the class.
func look(c *cobra.Command, path, target string) (*draft.Draft, error) {
	d, err := draft.Look(path, target)
	if err != nil {
		return nil, seenIn(path, err)
	}
	if !d.Guess || !isTerminal(os.Stdin) || !isTerminal(os.Stderr) {
		return d, nil
	}
	fmt.Fprintf(c.ErrOrStderr(), "Which column holds the class? [%s] ", d.Source.Target)
	answer, err := bufio.NewReader(c.InOrStdin()).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	if d, err = draft.Look(path, cmp.Or(strings.TrimSpace(answer), string(d.Source.Target))); err != nil {
		return nil, seenIn(path, err)
	}
	return d, nil
}

// seenIn is an error about a data file, of several the first, with what to do.
func seenIn(path string, err error) error {
	defect := data.Errors(err)[0]
	if defect.File == "" {
		defect.File = path
	}
	return defect
}
