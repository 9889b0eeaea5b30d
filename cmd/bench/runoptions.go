package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/launch"
)

// runOptions are the flags of commands that run cells, here or on a cluster.
type runOptions struct {
	by       folder.User
	out      string
	workers  int
	failFast bool
	retry    []string // statuses
	kernels  string
	executor string // overrides the type of the file's executor block
	detach   bool
	hosts    bool // names machines in the results
	trace    bool
	reuse    string // capsule or results folder of which cells are taken
	saying
}

// saying is how a command says what goes on.
type saying struct {
	quiet, json bool
	con         *console // nil until the command begins
}

// addTo gives a command the flags that running here and elsewhere share, and -var.
func (o *runOptions) addTo(c *cobra.Command) (vars *[]string) {
	vars = addVars(c)
	c.Flags().StringVar(&o.out, "out", "", "results folder `DIR` (default results/NAME)")
	c.Flags().StringSliceVar(&o.retry, "retry", nil,
		"run again the cells with these `statuses`: failed, timeout, out_of_memory")
	c.Flags().StringVar(&o.kernels, "kernels", launch.AutoKernels,
		"`CODE` of plugins: auto (vector instructions), avx2 (those without AVX-512) or portable (plain Go)")
	c.Flags().BoolVar(&o.hosts, "record-host", false, "record the name of this machine in the results")
	c.Flags().BoolVar(&o.quiet, "quiet", false, "print nothing on stderr but errors")
	c.Flags().BoolVar(&o.json, "json", false, "print events instead of a table, one JSON object a line")
	completeFlag(c, "kernels", launch.AutoKernels, launch.AVX2Kernels, launch.PortableKernels)
	completeFlag(c, "retry", string(store.Failed), string(store.Timeout), string(store.OutOfMemory))
	completeFlagFolder(c, "out")
	return vars
}

// check refuses values that no flag parser knows to be wrong.
func (o runOptions) check() error {
	if o.workers < 1 {
		return fmt.Errorf("-workers %d: at least 1 is needed", o.workers)
	}
	if o.executor != "" && !slices.Contains(experiment.ExecutorTypes(), o.executor) {
		return fmt.Errorf("-executor %s: the executors are %s", o.executor, wording.List(experiment.ExecutorTypes()))
	}
	for _, status := range o.retry {
		if !slices.Contains([]store.Status{store.Failed, store.Timeout, store.OutOfMemory}, store.Status(status)) {
			return fmt.Errorf("-retry %s: the statuses are failed, timeout, out_of_memory", status)
		}
	}
	return nil
}
