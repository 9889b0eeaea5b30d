package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// mount puts a file system in memory of a size, such as "256k", at a folder of
// the directory. Tests that need one are skipped where that is not allowed.
func (d *dir) mount(name, size string) {
	d.t.Helper()
	if err := os.MkdirAll(d.file(name), 0o755); err != nil {
		d.t.Fatal(err)
	}
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size="+size, "bench-test",
		d.file(name)).CombinedOutput(); err != nil {
		d.t.Skipf("mounting a file system in memory: %v: %s", err, out)
	}
	d.t.Cleanup(func() {
		if out, err := exec.Command("umount", "--lazy", d.file(name)).CombinedOutput(); err != nil {
			d.t.Errorf("unmounting %s: %v: %s", d.file(name), err, out)
		}
	})
}

// remount changes the options of a mounted folder.
func (d *dir) remount(name, options string) {
	d.t.Helper()
	if out, err := exec.Command("mount", "-o", "remount,"+options, d.file(name)).CombinedOutput(); err != nil {
		d.t.Fatalf("%v: %s", err, out)
	}
}

// A full disk ends the run with its reason. What was finished before counts, and
// the same command goes on when there is room.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.mount("full", "256k")
	d.write("many.hcl", many)
	d.write("full/rest", strings.Repeat("x", 256<<10-4<<10))
	contains(t, "stderr", d.must(2, "run", "many.hcl", "-out", "full/results").stderr,
		"the disk is full; free some space, or write -out for a folder elsewhere")
	if err := os.Remove(d.file("full/rest")); err != nil {
		t.Fatal(err)
	}
	o := d.must(1, "run", "many.hcl", "-out", "full/results")
	contains(t, "stderr", o.stderr, "bench: writing the journal: ", "the disk is full",
		"run the same command again to go on")
	kept := d.journal("full/results", "result")
	if kept == 0 || kept >= 90 {
		t.Errorf("%d results are kept of 90: nothing was shown", kept)
	}
	d.remount("full", "size=64m")
	d.must(0, "run", "many.hcl", "-out", "full/results")
	d.must(0, "run", "many.hcl", "-out", "whole")
	same(t, "after a full disk", d.promised("full/results"), d.promised("whole"))
	// A record that was torn counts for nothing; every other is not made again.
	if n := d.journal("full/results", "result"); n < 90 || n > 90+2 {
		t.Errorf("%d results in the journals, want 90 and at most 2 torn ones", n)
	}
}

// A read-only folder is refused before anything is trained, and what is in it
// stays as it is.
func TestReadOnlyFolder(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.mount("fixed", "16m")
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl", "-out", "fixed/results")
	before := d.promised("fixed/results")
	d.write("more.hcl", must.Replace(small, "folds = 3", "folds = 4"))
	d.remount("fixed", "ro")
	for _, out := range []string{"fixed/results", "fixed/new"} {
		o := d.must(2, "run", "more.hcl", "-out", out)
		contains(t, "stderr", o.stderr, "bench: ", out, "the file system is read-only")
	}
	d.remount("fixed", "rw")
	same(t, "read-only", d.promised("fixed/results"), before)
	d.must(0, "run", "more.hcl", "-out", "fixed/results")
}

// A scratch folder without room is trouble of our own: the run ends, and no
// cell is blamed for it. /dev/shm and the temporary files are file systems in
// memory here, seen by this run of bench only.
func TestFullScratchFolder(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, shm, tmp, reason, full string }{
		{"matrices", "16k", "16k", "reserving 80128 bytes", "the disk is full"},
		// Room for the matrix of 80 kB, not for the scores of 200 problems too.
		{"scores", "16k", "160k", "there is no room for 760000 bytes: plugin lda, scoring: ", "no space left on device"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			d := newDir(t)
			d.write("wide.hcl", wide)
			d.tinyScratch(test.shm, test.tmp)
			o := d.must(1, "run", "wide.hcl")
			contains(t, "stderr", o.stderr, "writing to the scratch folder: "+test.reason, test.full,
				"run the same command again to go on")
			if n := d.journal("results/wide", "result"); n != 0 {
				t.Errorf("%d results are recorded", n)
			}
			d.bench = benchAt
			d.must(0, "run", "wide.hcl")
		})
	}
}

// wide is an experiment whose scores take more room than its matrix.
const wide = `
experiment "wide" {}
dataset "blobs" {
  generate = "blobs"
  classes  = 20
  rows     = 1000
  features = 10
  seed     = 1
}
learner "lda" "lda" {}
reduction "one_vs_one" "ovo" {}
validation { folds = 2 }
metric "accuracy" {}
`

// tinyScratch runs bench in a mount namespace of its own, with little room in
// /dev/shm and among the temporary files. An overlay lets the latter be no file
// system in memory, where inputs are sealed and take no room of it.
func (d *dir) tinyScratch(shm, tmp string) {
	d.t.Helper()
	if out, err := exec.Command("unshare", "-m", "mount", "-t", "tmpfs", "none", "/dev/shm").CombinedOutput(); err != nil {
		d.t.Skipf("mounting in a namespace: %v: %s", err, out)
	}
	script := fmt.Sprintf("#!/bin/sh\nexec unshare -m sh -c '"+
		"%s && mount -t tmpfs -o size=%s none %s && cd %[3]s && mkdir l u w && "+
		"mount -t overlay -o lowerdir=l,upperdir=u,workdir=w none %[3]s && cd %[5]s && exec %[4]s \"$@\"' bench \"$@\"\n",
		sharedMemory("size="+shm), tmp, d.file("tmp"), benchAt, d.path)
	d.write("tiny", script)
	if err := os.Chmod(d.file("tiny"), 0o755); err != nil {
		d.t.Fatal(err)
	}
	d.bench = d.file("tiny")
}

// A run whose matrices no longer fit into the shared memory, which another
// program has filled, goes on among the temporary files.
func TestFullSharedMemory(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	if out, err := exec.Command("unshare", "-m", "mount", "-t", "tmpfs", "bench-test",
		"/dev/shm").CombinedOutput(); err != nil {
		t.Skipf("mounting a file system in memory: %v: %s", err, out)
	}
	file := must.Replace(fmt.Sprintf(odd, "", `"hoarding" "bad" {}`, "", ""), "rows     = 60", "rows     = 600")
	d.write("e.hcl", file)
	d.must(1, "run", "e.hcl", "-out", "large") // where it may not fill the machine's own
	bench := d.bench
	d.bench = "unshare"
	o := d.must(0, "-m", "sh", "-c", sharedMemory("size=1m")+" && exec "+bench+" run e.hcl")
	contains(t, "stderr", o.stderr, "The shared memory is full: going on", "4 cells ok, 0 failed")
}

// Limits of the shell that leave no room are a sentence, not a dump of stacks.
func TestLimitsOfTheShell(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	for _, test := range []struct{ limit, user, words string }{
		{"ulimit -v 2000000", "", "ulimit -v"},
		{"ulimit -v 1000000", "", "ulimit -v"},
		{"ulimit -v 850000", "", "ulimit -v"}, // below some 800 MB Go itself does not start
		{"ulimit -u 40", "unshare --user", "ulimit -u"},
	} {
		limited := exec.Command("bash", "-c", test.limit+" && exec "+test.user+" "+d.bench+" run e.hcl")
		limited.Dir, limited.Env = d.path, append(os.Environ(), "TMPDIR="+d.file("tmp"))
		out, err := limited.CombinedOutput()
		if test.user != "" && strings.Contains(string(out), "unshare: ") {
			t.Logf("another user: %s", out)
			continue
		}
		if limited.ProcessState.ExitCode() != 2 || strings.Contains(string(out), "goroutine") {
			t.Errorf("%s: %v", test.limit, err)
		}
		contains(t, test.limit, string(out), test.words)
	}
}
