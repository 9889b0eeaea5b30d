package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// sharedMemory is a line of the shell that puts another file system, with such options, in the place of the shared memory.
// What was built stays where it is, also if that is the shared memory.
func sharedMemory(options string) string {
	return fmt.Sprintf("mount --bind %[1]s /mnt && mount -t tmpfs none /dev/shm && mkdir -p %[1]s && mount --bind /mnt %[1]s && "+
		"mount -o remount,%[2]s /dev/shm", built, options)
}

// in runs a line of the shell in a new folder of the directory, where $BENCH is bench and
// mounts are seen by nobody else. Tests that need one are skipped where it is not allowed.
func (d *dir) in(folder, line string) outcome {
	d.t.Helper()
	if err := os.MkdirAll(d.file(folder), 0o755); err != nil {
		d.t.Fatal(err)
	}
	shell := *d
	shell.bench = "unshare"
	o := shell.run("-m", "sh", "-c", "cd "+d.file(folder)+" && BENCH="+d.bench+" && { "+line+"\n}")
	if o.status != 0 && d.run("version").status == 0 && shell.run("-m", "true").status != 0 {
		d.t.Skip("a namespace of mounts is not allowed here")
	}
	return o
}

// The demo has the scores of the quickstart in the repository. It runs in an empty folder,
// from an installation that cannot be written to.
func TestDemo(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	quickstart, err := filepath.Abs(repository + "/experiments/quickstart.hcl")
	if err != nil {
		t.Fatal(err)
	}
	d.welcomes(d.must(0, "run", quickstart, "-out", "repository"), "repository")
	installed := "mkdir ../installed && mount --bind " + built + " ../installed && mount -o remount,ro,bind ../installed && "
	o := d.in("empty", installed+"../installed/bench demo")
	if o.status != 0 {
		t.Fatalf("status %d: %s", o.status, o.stderr)
	}
	contains(t, "stderr", o.stderr, "report in bench-demo/results/quickstart/report.html",
		"bench run bench-demo/quickstart.hcl -out bench-demo/results/quickstart\n")
	const results = "empty/bench-demo/results/quickstart"
	same(t, "the demo", d.promised(results), d.promised("repository"))
	shipped, err := os.ReadFile(quickstart)
	if err != nil || d.read("empty/bench-demo/quickstart.hcl") != string(shipped) {
		t.Errorf("the file is not that of the repository: %v", err)
	}
	// The command that it prints goes on where it stopped, and a second demo has nothing to do.
	before := d.journal(results, "result")
	for _, line := range []string{"$BENCH run bench-demo/quickstart.hcl -out bench-demo/results/quickstart", "$BENCH demo"} {
		if o := d.in("empty", line); o.status != 0 || d.journal(results, "result") != before {
			t.Errorf("%s: status %d, cells were computed again: %s", line, o.status, o.stderr)
		}
	}
	d.write("empty/bench-demo/quickstart.hcl", "mine")
	o = d.in("empty", "$BENCH demo")
	if o.status != 2 || d.read("empty/bench-demo/quickstart.hcl") != "mine" {
		t.Errorf("status %d, or a changed file was replaced", o.status)
	}
	contains(t, "stderr", o.stderr, "quickstart.hcl was changed", "-out")
}

// Where the folder cannot be written to, the demo says what to type.
func TestDemoInReadOnlyFolder(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	o := d.in("fixed", "mount -t tmpfs -o ro none . && cd $PWD && $BENCH demo")
	if o.status != 2 {
		t.Errorf("status %d", o.status)
	}
	contains(t, "stderr", o.stderr, "the file system is read-only", "bench demo -out DIR")
}

// bench run without a file says how to get to first results.
func TestRunWithoutFile(t *testing.T) {
	t.Parallel()
	contains(t, "stderr", newDir(t).must(2, "run").stderr, "FILE is missing", "bench demo ", "bench run FILE ")
}
