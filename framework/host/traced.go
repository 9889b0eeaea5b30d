package host

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
)

// tracer is the program that says which files plugins open.
const tracer = "strace"

// tracedCalls are the calls that open and run files.
const tracedCalls = "trace=open,openat,openat2,execve,execveat"

// CheckTrace returns an error that says what to do if processes cannot be traced here.
func CheckTrace(ctx context.Context) error {
	if runtime.GOOS != "linux" {
		return fmt.Errorf("-trace needs Linux, and this is %s", runtime.GOOS)
	}
	at, err := exec.LookPath(tracer)
	if err != nil {
		return fmt.Errorf("-trace needs the program %s: install it, on Debian and Ubuntu with: apt install %s", tracer,
			tracer)
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, at, "-D", "-f", "-qq", "-e", tracedCalls, "-o", os.DevNull,
		"true").CombinedOutput()
	if err != nil {
		return fmt.Errorf("-trace: %s cannot trace a process here (%s). In a container, allow it with "+
			"--cap-add=SYS_PTRACE; on a machine, /proc/sys/kernel/yama/ptrace_scope must be below 3", tracer,
			wording.FirstLine(strings.TrimSpace(string(out))+"\n"+err.Error()))
	}
	return nil
}

// traced is the command of a package, which is traced with its descendants into a file of its own in the folder of
// traces, if there is one. The program keeps its number: the tracer is another process of its group.
func (f Folders) traced(pkg Package) (*exec.Cmd, error) {
	command, err := pkg.Command()
	if err != nil || f.Traces == "" {
		return command, err
	}
	folder := filepath.Join(f.Traces, pkg.Name)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	into, err := os.CreateTemp(folder, "*")
	if err != nil {
		return nil, err
	}
	if err := into.Close(); err != nil {
		return nil, err
	}
	at, err := exec.LookPath(tracer)
	if err != nil {
		return nil, err
	}
	words := []string{"-D", "-f", "--seccomp-bpf", "-y", "-qq", "-s", "4096", "-e", "signal=none", "-e", tracedCalls,
		"-o", into.Name(), "--", command.Path}
	with := exec.Command(at, append(words, command.Args[1:]...)...)
	with.Dir = command.Dir
	return with, nil
}
