package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
)

// inMemory lets bench run in a control group that may hold some bytes. Tests that need one
// are skipped where nobody may make it.
func (d *dir) inMemory(bytes int) {
	d.t.Helper()
	group, most := "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
	if _, err := os.Stat(group); err != nil {
		group, most = "/sys/fs/cgroup", "memory.max"
	}
	group = filepath.Join(group, "bench-"+filepath.Base(built)+"-"+filepath.Base(d.path))
	if err := os.Mkdir(group, 0o755); err != nil {
		d.t.Skipf("making a control group of memory: %v", err)
	}
	d.t.Cleanup(func() {
		if !eventually(limit, func() bool { return syscall.Rmdir(group) == nil }) {
			d.t.Errorf("%s cannot be removed", group)
		}
	})
	if err := os.WriteFile(filepath.Join(group, most), []byte(strconv.Itoa(bytes)), 0); err != nil {
		d.t.Skipf("limiting a control group of memory: %v", err)
	}
	d.executable("bench-in-group", fmt.Sprintf("#!/bin/sh\necho $$ > %s/cgroup.procs && exec %s \"$@\"\n", group, d.bench))
	d.bench = d.file("bench-in-group")
}

// A plugin that the kernel ends, since its control group has no memory left, is told so.
func TestPluginsThatTheKernelEnds(t *testing.T) {
	t.Parallel()
	d := newDir(t)
	d.inMemory(600 << 20)
	d.write("rows.csv", threeKinds())
	d.write("e.hcl", fmt.Sprintf(oneBad, "hungry", ""))
	o := d.must(1, "run", "e.hcl", "-workers", "1")
	contains(t, "stderr", o.stderr, "6 cells ok, 2 failed, 0 skipped, 0 not run")
	d.checkOneBad(t, "out_of_memory", []string{"out of memory: the kernel ended the process"})
}
