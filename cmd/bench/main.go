// Command bench runs experiments on multiclass classification by reduction to
// binary problems.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/host"
)

// Exit statuses.
const (
	exitFailedCells = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// exitError ends the program with a status; message may be empty when
// everything has been said.
type exitError struct {
	status  int
	message string
}

func (e *exitError) Error() string { return e.message }

func main() {
	host.Guard()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	status := execute(ctx, os.Args[1:])
	stop()
	os.Exit(status)
}

func execute(ctx context.Context, args []string) int {
	root := newRoot()
	root.SetArgs(longFlags(args))
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	status := exitUsage
	var exit *exitError
	switch {
	case errors.As(err, &exit):
		status = exit.status
	case ctx.Err() != nil:
		err = errors.New("interrupted")
	}
	if ctx.Err() != nil {
		status = exitInterrupted
	}
	if err.Error() != "" {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
	}
	return status
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "bench",
		Short: "Compare reductions of multiclass problems to binary ones",
		Long: "bench runs the experiment that a file describes: every combination of dataset, encoder,\n" +
			"learner and reduction is cross-validated, and the results end in comparison tables.",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(runCommand(), validateCommand(), planCommand(), initCommand(), reportCommand(), mergeCommand(), codeCommand(),
		exportCommand(), pluginCommand(), versionCommand())
	return root
}

// longFlags lets -name stand for --name, as in Terraform; a single letter stays
// a shorthand.
func longFlags(args []string) []string {
	out := make([]string, len(args))
	for i, arg := range args {
		if arg == "--" {
			copy(out[i:], args[i:])
			break
		}
		if len(arg) > 2 && arg[0] == '-' && unicode.IsLetter(rune(arg[1])) && !strings.HasPrefix(arg, "--") {
			arg = "-" + arg
		}
		out[i] = arg
	}
	return out
}
