// Command bench runs experiments on multiclass classification by reduction to
// binary problems.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/heap"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
)

func main() {
	servePlugin()
	holdPlugins()
	if err := host.CheckRoom(0); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(exitUsage)
	}
	host.Guard()
	heap.Set(100)
	// A write to a pipe without a reader fails then, instead of ending bench
	// before it has tidied up.
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE)
	ctx, stop := signal.NotifyContext(context.Background(), endings()...)
	status := execute(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}

// endings are the signals that end a command in good order. That of a terminal
// which was closed is not heard if bench was started by nohup.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

func execute(ctx context.Context, args []string) int {
	root := newRoot()
	var err error
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		err = complete(ctx, root, args)
	} else {
		root.SetArgs(longFlags(args))
		err = root.ExecuteContext(ctx)
	}
	if brokenPipe(err) {
		return exitBrokenPipe
	}
	status, text := ending(ctx, err)
	if text != "" {
		fmt.Fprintln(os.Stderr, wording.Wrap("bench: "+text, "", "  ", messageWidth()))
	}
	return status
}

func newRoot() *cobra.Command {
	root := group(&cobra.Command{
		Use:   "bench",
		Short: "Compare reductions of multiclass problems to binary ones",
		Long: "bench runs the experiment that a file describes: every combination of dataset, encoder,\n" +
			"learner and reduction is cross-validated, and the results end in comparison tables.\n\n" +
			"Results go to stdout, everything else to stderr. Exit status: 0 done, 1 some cells failed or a check did,\n" +
			"2 the file or the command line is wrong and nothing was run, 130 interrupted.",
		Example:       "  bench demo\n  bench run my.hcl\n  bench report results/mine",
		Version:       version,
		SilenceErrors: true,
		SilenceUsage:  true,
	})
	root.SetVersionTemplate("bench {{.Version}}\n")
	addGrouped(root, groupExperiments, "Experiments, from their FILE:",
		demoCommand(), newCommand(), importCommand(), runCommand(), validateCommand(), planCommand(), codeCommand(),
		fmtCommand(), fetchCommand(), dataCommand(), initCommand(), sealCommand(), lspCommand())
	results := []*cobra.Command{reportCommand(), exportCommand(), diffCommand(), mergeCommand(), compareCommand(),
		citeCommand(), publishCommand()}
	for _, c := range results {
		c.PersistentPreRun = endInterrupted
	}
	results = append(results, packCommand(), verifyCommand()) // these start plugins, and end them
	addGrouped(root, groupResults, "Results, from the folder DIR that a run leaves:", results...)
	addGrouped(root, groupCluster, "Experiments on a cluster, by FILE or the results folder DIR:",
		submitCommand(), statusCommand(), collectCommand(), cancelCommand())
	addGrouped(root, groupOther, "bench itself:", pluginCommand(), explainCommand(), doctorCommand(), manCommand(),
		versionCommand())
	root.AddCommand(slotCommand(), advanceCommand())
	setHelp(root)
	return root
}
