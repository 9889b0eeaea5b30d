package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/requires"
	"github.com/manyclass/bench/framework/folder"
)

// goOn takes the experiment file of a results folder, with the variables that it was run
// with where no others are given.
func (s *session) goOn(dir string) error {
	stored, err := folder.ReadSource(dir)
	if err != nil {
		return err
	}
	if _, err := os.Stat(stored.Dir); err != nil {
		fmt.Fprintf(os.Stderr, "warning: %s, in which %s stood, is not there, and relative paths start in it. bench export "+
			"experiment %s prints the file: put it beside its data, and run it with -out %s\n", stored.Dir, stored.Name, dir, dir)
	}
	vars := maps.Clone(stored.Vars)
	if vars == nil {
		vars = map[string]string{}
	}
	maps.Copy(vars, s.vars)
	s.vars, s.command, s.results = vars, stored.Command, dir
	s.parse = func() (*experiment.File, diagnostic.List) {
		return experiment.ParseMoved(stored.Path(dir), stored.Dir, stored.Moved(), vars)
	}
	return nil
}

// source is the experiment file with all that a results folder holds of it.
func (s *session) source() (folder.Source, error) {
	kept := folder.Source{
		Name: filepath.Base(s.file.Path), Text: s.file.Bytes(), Dir: s.file.Absolute("."), Command: s.command, Vars: s.vars,
		Lock: map[string][]byte{}, Code: map[string][]byte{},
	}
	lock, err := os.ReadFile(requires.LockPath(s.file.Path))
	switch {
	case err == nil:
		kept.Lock[requires.LockFile] = lock
	case !errors.Is(err, fs.ErrNotExist):
		return kept, err
	}
	for _, file := range s.file.Files() {
		if file.Data {
			continue
		}
		if kept.Code[file.Written], err = os.ReadFile(file.Located); err != nil {
			return kept, err
		}
	}
	return kept, nil
}

func exportExperimentCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "experiment DIR",
		Short: "Print the experiment file of a results folder as it was",
		Long: "Prints the file byte by byte. Paths in it start in the folder in which it stood; bench run DIR continues the\n" +
			"results by it.",
		Example:           "  bench export experiment results/quickstart\n  bench export experiment results/quickstart -out again.hcl",
		Args:              exactly("DIR"),
		ValidArgsFunction: completeFolder,
	}
	to := &destination{}
	c.Flags().StringVar(&to.out, "out", "", "`FILE` to write (default stdout)")
	c.RunE = func(c *cobra.Command, args []string) error {
		stored, err := folder.ReadSource(args[0])
		if err != nil {
			return err
		}
		if len(stored.Vars) > 0 {
			var vars []string
			for _, name := range slices.Sorted(maps.Keys(stored.Vars)) {
				vars = append(vars, fmt.Sprintf("-var %s=%s", name, stored.Vars[name]))
			}
			fmt.Fprintf(os.Stderr, "%s was run with %s\n", stored.Name, strings.Join(vars, " "))
		}
		return to.writeWith(c.Context(), stored.Write)
	}
	return c
}
