package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/results/folder"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/showing/events"
	"github.com/manyclass/bench/framework/showing/progress"
	"github.com/manyclass/bench/framework/showing/screen"
)

// console is where a command says what goes on: on stderr, as long as nobody asks for quiet, or as events on stdout.
type console struct {
	messages io.Writer      // takes notes and warnings, whole lines
	screen   *screen.Screen // of a terminal that takes them, else nil
	events   *events.Stream // nil unless -json
	quiet    bool
	left     *events.Report // what the command has written, once it has
}

// plain is the console of commands that cannot be told to be quiet.
func plain() *console { return &console{messages: os.Stderr} }

// newConsole is a console that says errors only if it is to be quiet, and that writes all as events for -json.
func newConsole(quiet, json bool) *console {
	switch con := plain(); {
	case json:
		con.events = events.NewStream(os.Stdout, time.Now)
		con.messages = events.Lines{Stream: con.events}
		return con
	case quiet:
		con.quiet, con.messages = true, io.Discard
		return con
	case isTerminal(os.Stderr) && os.Getenv("TERM") != "dumb":
		con.screen = screen.New(os.Stderr, func() (width, height int) { return size(os.Stderr) })
		con.messages = con.screen
		return con
	default:
		return con
	}
}

// launchOptions say how experiments are opened.
func (con *console) launchOptions() launch.Options {
	return launch.Options{Build: build(), Show: con.show, Tell: con.tell, Watch: con.watchCalls}
}

// user is who works in results folders by a command.
func (con *console) user(c *cobra.Command) folder.User {
	return folder.User{Command: c.CommandPath(), Tell: con.tell}
}

// tell says a line.
func (con *console) tell(line string) { fmt.Fprintln(con.messages, line) }

// watchCalls reports starts and calls of plugins that take long, before a run shows its
// progress.
func (con *console) watchCalls(pool *host.Pool) (stop func()) {
	return progress.WatchCalls(con.messages, func() (what string, since time.Time, most string, ok bool) {
		c, ok := pool.Longest()
		return fmt.Sprintf("plugin %s, %s", c.Plugin, c.Doing), c.Since, c.Limit.String(), ok
	})
}

// mostShown is how many diagnostics are printed.
const mostShown = 50

// show says what is wrong with an experiment file.
func (con *console) show(diags diagnostic.List) {
	if con.events != nil {
		con.events.Diagnostics(diags)
		return
	}
	sorted, out := diags.Sorted(), con.messages
	if con.quiet {
		out = os.Stderr
		sorted = slices.DeleteFunc(sorted, func(d diagnostic.Diagnostic) bool { return d.Severity != contract.Error })
	}
	var b bytes.Buffer
	sorted[:min(len(sorted), mostShown)].Write(&b, messageWidth(), colored(os.Stderr))
	if more := len(sorted) - mostShown; more > 0 {
		fmt.Fprintf(&b, "… and %d more\n\n", more)
	}
	_, _ = out.Write(b.Bytes())
}

// newProgress tells about a run of cells of which some are done already.
func (con *console) newProgress(total, done, workers int) *progress.Progress {
	return progress.New(con.messages, time.Now, con.screen, total, done, workers)
}

// follow tells about the missing cells of a plan, whose results come into a folder and others, until stop is called.
func (con *console) follow(p *plan.Plan, left launch.Missing, out string, workers int, others ...string) (
	told progress.Teller, stop func()) {
	folders := append([]string{out}, others...)
	if con.events != nil {
		cells := con.events.Follow(p, left, folders...)
		return cells, sync.OnceFunc(cells.Close)
	}
	bar := con.newProgress(len(p.Cells), len(p.Cells)-left.Cells, workers)
	bar.Expect(p, left.Done)
	bar.Watch(out)
	ranks := func() {}
	if con.screen != nil {
		ranks = bar.Rank(p, folders...)
	}
	end := bar.Follow()
	return bar, sync.OnceFunc(func() { ranks(); end() })
}

// ended makes the last events of a command, and returns the error that gives it its exit status. Without -json it
// does nothing.
func (con *console) ended(ctx context.Context, err error) error {
	if con.events == nil {
		return err
	}
	status, text := ending(ctx, err)
	if text != "" {
		con.events.Message(contract.Error, events.Message{Text: text})
	}
	con.events.Finished(events.Finished{Status: status, Report: con.left})
	if err := con.events.Err(); err != nil {
		return err
	}
	if status != 0 {
		return &exitError{status: status}
	}
	return nil
}
