package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/experiments"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/running/launch"
)

func demoCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "demo",
		Short: "Run an example that is inside bench, in a few seconds",
		Long: "Writes an experiment file and its four small datasets into a folder, runs it, and says where the report\n" +
			"page is. Change the file and run it with bench run: what has not changed is not computed again.",
		Example: "  bench demo\n  bench demo -out /tmp/first",
		Args:    exactly(),
	}
	out := c.Flags().String("out", "bench-demo", "`DIR` for the experiment file, its data and its results")
	completeFlagFolder(c, "out")
	c.RunE = func(c *cobra.Command, _ []string) error { return demo(c, *out) }
	return c
}

// demo unpacks the quickstart into a folder and runs it there.
func demo(c *cobra.Command, dir string) error {
	file, err := experiments.Unpack(dir)
	if err != nil {
		return fmt.Errorf("writing the example: %w; bench demo -out DIR writes it elsewhere, such as to %s", err,
			filepath.Join(os.TempDir(), "bench-demo"))
	}
	results := filepath.Join(dir, "results", strings.TrimSuffix(experiments.Quickstart, ".hcl"))
	o := runOptions{out: results, workers: runtime.NumCPU(), kernels: launch.AutoKernels}
	if err := o.run(c, file, nil); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "The experiment file is %s. Change it, and run it again:\n  %s run %s -out %s\n", file,
		wording.ShellWord(os.Args[0]), wording.ShellWord(file), wording.ShellWord(results))
	return nil
}
