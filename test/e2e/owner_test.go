package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/must"
)

// Of two runs in one results folder the second is refused and says who works there. What reads
// goes on reading, and a killed run leaves the folder free.
func TestTwoRunsInOneFolder(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("slow.hcl", slow)
	first := d.start("run", "slow.hcl", "-workers", "1", "-var", "seconds=0.5")
	d.until("results/slow", "result", 1)
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	owner := fmt.Sprintf("results/slow is in use by bench run (process %d on %s, since ", first.cmd.Process.Pid, host)
	second := d.must(2, "run", "slow.hcl")
	contains(t, "the second run", unwrapped(second.stderr), owner, "nothing was done. Wait until it ends")
	d.write("part.hcl", must.Replace(small, `"small"`, `"slow"`))
	d.must(0, "run", "part.hcl", "-out", "part")
	contains(t, "merge", unwrapped(d.must(2, "merge", "-out", "results/slow", "part").stderr), owner)
	contains(t, "report", d.must(1, "report", "results/slow").stderr, "not run")
	contains(t, "export", d.must(0, "export", "cells", "results/slow").stdout, "glass")
	first.signal(syscall.SIGKILL)
	first.wait()
	d.must(0, "run", "slow.hcl", "-var", "seconds=0.001", "-out", "whole")
	d.must(0, "run", "slow.hcl", "-var", "seconds=0.5", "-retry", "failed")
	if n := d.journal("results/slow", "result"); n != 30 {
		t.Errorf("30 cells have %d results", n)
	}
}

// Reports that are written at the same time wait for one another.
func TestTwoReportsInOneFolder(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl")
	want := d.promised("results/small")
	lock, err := os.OpenFile(d.file("results/small/journal/.tables.lock"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if err := syscall.Flock(int(lock.Fd()), syscall.LOCK_EX); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(d.file("results/small/scores.csv")); err != nil {
		t.Fatal(err)
	}
	reports := []*running{d.start("report", "results/small"), d.start("report", "results/small")}
	for _, r := range reports {
		said := func() bool { return strings.Contains(r.stderr.String(), "waiting for another process") }
		if !eventually(limit, said) {
			t.Fatalf("it says %q", r.stderr.String())
		}
	}
	if _, err := os.Stat(d.file("results/small/scores.csv")); err == nil {
		t.Error("scores.csv was written while another process held the tables")
	}
	lock.Close()
	for _, r := range reports {
		if o := r.wait(); o.status != 0 {
			t.Errorf("status %d\n%s", o.status, o.stderr)
		}
	}
	same(t, "after two reports", d.promised("results/small"), want)
	left, err := filepath.Glob(d.file("results/small/.*unfinished"))
	if err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}
