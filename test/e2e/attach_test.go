package e2e

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// byHand starts a plugin as in a debugger, in a folder, and returns what it prints.
func (d *dir) byHand(folder string, command ...string) (*exec.Cmd, string) {
	d.t.Helper()
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Dir, cmd.Env = d.file(folder), append(os.Environ(), "BENCH_DEBUG=1", "HOME="+d.file("home"))
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

	plugin, variable := d.byHand("own", d.file("own/library"))
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
	contains(t, "validate", strings.Join(strings.Fields(d.must(2, "validate", "e.hcl").stderr), " "), "nothing listens at")
	d.env = append(plain, "BENCH_REATTACH={")
	contains(t, "validate", d.must(2, "validate", "e.hcl").stderr, "BENCH_REATTACH is not what a plugin prints")
}

// An attached plugin that ends stops the run, once: no cell is blamed for it.
func TestAttachedPluginThatEnds(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", fmt.Sprintf(odd, "", `"crashing" "bad" {}`, "", ""))
	_, variable := d.byHand("plugins", d.file("plugins/faulty"))
	d.env = append(d.env, variable)
	o := d.must(1, "run", "e.hcl")
	contains(t, "stderr", strings.Join(strings.Fields(o.stderr), " "), "has ended; start the plugin with BENCH_DEBUG=1", "run the same command again to go on")
	if n := strings.Count(o.stderr, "plugin faulty,"); n != 1 || strings.Contains(o.stderr, "failed: ") {
		t.Errorf("it is told %d times:\n%s", n, o.stderr)
	}
	if text := d.journalText("results/odd"); strings.Contains(text, `"failed"`) {
		t.Errorf("cells have failed:\n%s", text)
	}
}

// So are plugins in Python, and in R behind the adapter.
func TestAttachedScripts(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	python := findPython(t)
	d.script("python", "main.py", "sdk/python/bench_plugin", `command = ["false"]`) // nobody starts it
	d.script("r", "main.R", "sdk/r/R/bench_plugin.R", `command = ["false"]`)
	d.own("extra/gradual")
	attach := func(name, folder, reduction string, command ...string) {
		t.Helper()
		d.write(name+".hcl", small+`reduction "`+reduction+`" "attached" {}
bench {
  required_plugins {
    `+name+` = { source = "./`+folder+`" }
  }
}
`)
		plugin, variable := d.byHand(folder, command...)
		contains(t, "validate", d.must(2, "validate", name+".hcl").stderr, "plugin "+name+", starting")
		plain := d.env
		d.env = append(slices.Clone(plain), variable)
		contains(t, "run", d.must(0, "run", name+".hcl", "-out", name).stderr, "warning: plugin "+name+" is attached at ")
		if n := len(d.table(name+"/cells.csv").with("reduction", "attached", "status", "ok")); n != 3 {
			t.Errorf("%d cells of %s are ok, want 3", n, name)
		}
		d.env = plain
		if err := plugin.Process.Signal(syscall.Signal(0)); err != nil {
			t.Errorf("%s is gone: %v", name, err)
		}
		// Python and R ignore an interrupt if the tests run in the background of a script.
		if err := plugin.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		_ = plugin.Wait()
	}
	attach("gradual_python", "python", "python_doubts", python, "main.py")
	if exec.Command("sh", "-c", languages["r"].there).Run() != nil {
		t.Skipf("plugins in R need %s", languages["r"].needs)
	}
	attach("gradual_r", "r", "r_doubts", built+"/bench-adapter", "Rscript", "--vanilla", "main.R")
}
