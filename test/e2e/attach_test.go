package e2e

import (
	"bufio"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
)

// byHand starts a plugin as in a debugger and returns what it prints.
func (d *dir) byHand(name string) (*exec.Cmd, string) {
	d.t.Helper()
	cmd := exec.Command(d.file(name))
	cmd.Env = append(os.Environ(), "BENCH_DEBUG=1", "HOME="+d.file("home"))
	out, err := cmd.StdoutPipe()
	if err != nil {
		d.t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		d.t.Fatal(err)
	}
	d.t.Cleanup(func() { _ = cmd.Process.Kill() })
	line, err := bufio.NewReader(out).ReadString('\n')
	variable, found := strings.CutPrefix(strings.TrimSpace(line), "BENCH_REATTACH='")
	if err != nil || !found {
		d.t.Fatalf("it prints %q, %v", line, err)
	}
	return cmd, "BENCH_REATTACH=" + strings.TrimSuffix(variable, "'")
}

// A plugin that somebody has started in a debugger is used in place of its package,
// and lives on. Its results are not those of the package.
func TestAttachedPlugin(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.own("extra/library")
	d.env = append(d.env, "HOME="+d.file("home"))
	d.write("home/library", "1.4")
	d.write("e.hcl", onLibrary)
	d.must(0, "run", "e.hcl", "-out", "out")
	cells := d.journal("out", "result")

	plugin, variable := d.byHand("own/library")
	d.executable("own/library", "#!/bin/sh\nexit 1\n") // nobody starts it
	plain := d.env
	d.env = append(d.env, variable)
	o := d.must(0, "run", "e.hcl", "-out", "out")
	contains(t, "run", o.stderr, "warning: plugin library is attached at ")
	if again := d.journal("out", "result") - cells; again != cells {
		t.Errorf("%d of %d cells were run by the attached plugin", again, cells)
	}
	d.must(0, "validate", "e.hcl") // it is still there
	if err := plugin.Process.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the plugin is gone: %v", err)
	}
	if err := plugin.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := plugin.Wait(); err != nil {
		t.Errorf("interrupted, it ends with %v", err)
	}
	contains(t, "validate", strings.Join(strings.Fields(d.must(2, "validate", "e.hcl").stderr), " "), "nobody listens at")
	d.env = append(plain, "BENCH_REATTACH={")
	contains(t, "validate", d.must(2, "validate", "e.hcl").stderr, "BENCH_REATTACH is not what a plugin prints")
}
