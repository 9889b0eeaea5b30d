package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"

	"github.com/manyclass/bench/framework/running/executor"
	"github.com/manyclass/bench/framework/running/launch"
	"github.com/manyclass/bench/framework/running/run"
)

// What ends a run decides on the exit status, and on whether a report is written.
func TestUnfinished(t *testing.T) {
	going := context.Background()
	ended, stop := context.WithCancel(going)
	stop()
	lost := errors.New("the node is lost")
	for _, test := range []struct {
		ctx    context.Context
		ran    error
		status int // 0 if a report is written
		says   string
	}{
		{going, nil, 0, ""},
		{going, fmt.Errorf("cell 3: %w", run.ErrFailFast), 0, ""},
		{going, lost, exitFailedCells, "the node is lost; finished cells are kept: run the same command again to go on"},
		{ended, lost, exitInterrupted, "interrupted; finished cells are kept: run the same command again to go on"},
		{going, fmt.Errorf("%w: no such partition", executor.ErrRefused), exitUsage, "slots are refused: no such partition; nothing was handed over"},
		{going, &exitError{7, "as it is"}, 7, "as it is"},
	} {
		err := unfinished(test.ctx, test.ran)
		var exit *exitError
		switch {
		case test.status == 0 && err != nil:
			t.Errorf("%v: %v, and no report", test.ran, err)
		case test.status != 0 && (!errors.As(err, &exit) || exit.status != test.status || exit.message != test.says):
			t.Errorf("%v: %+v", test.ran, err)
		}
	}
	if refused := new(launch.Refused); unfinished(going, refused) != error(refused) {
		t.Error("a refused file is not refused")
	}
}

// Only a reader of stdout who is gone ends a command in silence.
func TestBrokenPipe(t *testing.T) {
	gone := &os.PathError{Op: "write", Path: os.Stdout.Name(), Err: syscall.EPIPE}
	other := &os.PathError{Op: "write", Path: "fifo", Err: syscall.EPIPE}
	full := &os.PathError{Op: "write", Path: os.Stdout.Name(), Err: syscall.ENOSPC}
	for _, test := range []struct {
		err  error
		want bool
	}{{fmt.Errorf("writing: %w", gone), true}, {other, false}, {full, false}, {nil, false}} {
		if brokenPipe(test.err) != test.want {
			t.Errorf("%v: %v", test.err, !test.want)
		}
	}
}

// One dash before a name is enough; what follows -- is not a flag.
func TestLongFlags(t *testing.T) {
	got := longFlags([]string{"run", "-out", "--var", "-w", "-3", "-", "--", "-out"})
	want := []string{"run", "--out", "--var", "-w", "-3", "-", "--", "-out"}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

func TestNumberOfArguments(t *testing.T) {
	for says, args := range map[string][]string{
		"DIR is missing\nusage: bench cite DIR":                      {"cite"},
		"\"b\" is one argument too many\nusage: bench cite DIR":      {"cite", "a", "b"},
		"B is missing\nusage: bench diff A B":                        {"diff", "a"},
		"\"c\" is one argument too many\nusage: bench code FILE":     {"code", "a", "b", "c"},
		"\"x\" is one argument too many\nusage: bench version":       {"version", "x"},
		"LANGUAGE is missing\nusage: bench plugin new LANGUAGE NAME": {"plugin", "new"},
	} {
		bench(t, args...).says(t, exitUsage, "!"+says)
	}
}

// Without plugins there is what is built in.
func TestPluginsOfBench(t *testing.T) {
	bench(t, "plugin", "list").says(t, 0, "none found in "+launch.PluginFolder())
	bench(t, "plugin", "describe", "stratified_kfold").says(t, 0, "built into bench\n", "folds (number; whole")
	bench(t, "plugin", "describe", "dataset").says(t, 0, "target")
	bench(t, "plugin", "describe", "svm").says(t, exitUsage, `!no plugin or component is called "svm"`)
}

func TestPluginTestRefuses(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "nothing")
	for says, args := range map[string][]string{
		"there is nothing at " + empty:                     {empty},
		"-limit 0s: write a time above 0, for example 30s": {empty, "-limit", "0s"},
	} {
		bench(t, append([]string{"plugin", "test"}, args...)...).says(t, exitUsage, "!"+says)
	}
}

// A new plugin is a folder that says what to type next; a name that is taken is refused.
func TestNewPlugin(t *testing.T) {
	t.Chdir(t.TempDir())
	bench(t, "plugin", "new", "go", "mine", "-kind", "reducer").says(t, 0, "mine/ has ", "Next:\n\n  cd mine\n", "go build -o mine .")
	for _, name := range []string{"main.go", "go.mod", "try.hcl"} {
		if read(t, filepath.Join("mine", name)) == "" {
			t.Errorf("%s is empty", name)
		}
	}
	for says, args := range map[string][]string{
		"mine":                       {"go", "mine"}, // which exists
		"cobol":                      {"cobol", "other"},
		"learners":                   {"go", "other", "-kind", "learners"},
		"-source " + t.TempDir()[:5]: {"go", "other", "-source", t.TempDir()},
	} {
		bench(t, append([]string{"plugin", "new"}, args...)...).says(t, exitUsage, "!"+says)
		if _, err := os.Stat("other"); err == nil {
			t.Fatalf("%v wrote a folder", args)
		}
	}
}
