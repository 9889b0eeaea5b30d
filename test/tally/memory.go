package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// shared is where Linux has files in memory.
const shared = "/dev/shm"

// enough is the room that programs and temporary files of tests need, with some to spare.
const enough = 4 << 30

// roomy reports whether a folder has room for the temporary files of tests, and lets programs
// be run.
func roomy(dir string) bool {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil || uint64(s.Bsize)*s.Bavail < enough {
		return false
	}
	own, err := os.MkdirTemp(dir, "tally")
	if err != nil {
		return false
	}
	defer os.RemoveAll(own)
	program := filepath.Join(own, "program")
	return os.WriteFile(program, []byte("#!/bin/sh\n"), 0o700) == nil && exec.Command(program).Run() == nil
}
