// Package scratch makes the folders that live as long as a run: matrices in
// memory-backed storage where they fit, sockets under a short path. Folders of
// runs that died are removed when the next one starts.
package scratch

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

const (
	memory = "/dev/shm"
	// maxSocketPath is what the kernel allows for the path of a socket, less
	// what go-plugin appends to the folder's name.
	maxSocketPath = 107 - len("/plugin-dir1234567890/plugin1234567890")
)

// Sockets makes a private folder (0700) for sockets.
func Sockets() (string, error) {
	base := os.TempDir()
	if len(base)+len("/bench-1234567-123456789012-1234567890") > maxSocketPath {
		base = "/tmp"
	}
	return create(base)
}

// Matrices makes a private folder for about size bytes: in memory if half of
// what is free there holds them, else among the temporary files.
func Matrices(size int64) (string, error) {
	var fs unix.Statfs_t
	if err := unix.Statfs(memory, &fs); err == nil && size <= int64(fs.Bavail)*fs.Bsize/2 {
		if dir, err := create(memory); err == nil {
			return dir, nil
		}
	}
	return create(os.TempDir())
}

// create names the folder after this process, so that Sweep can tell whether
// its owner lives.
func create(base string) (string, error) {
	born, err := startTime(os.Getpid())
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp(base, fmt.Sprintf("bench-%d-%s-", os.Getpid(), born))
	if err != nil {
		return "", fmt.Errorf("making a scratch folder: %w", err)
	}
	return dir, nil
}

var owned = regexp.MustCompile(`^bench-(\d+)-(\d+)-\d+$`)

// Sweep removes the folders of processes that are gone and returns how many
// there were.
func Sweep() int {
	removed := 0
	for _, base := range []string{memory, os.TempDir(), "/tmp"} {
		entries, err := os.ReadDir(base)
		if err != nil {
			continue
		}
		for _, e := range entries {
			m := owned.FindStringSubmatch(e.Name())
			if m == nil || alive(m[1], m[2]) {
				continue
			}
			if os.RemoveAll(filepath.Join(base, e.Name())) == nil {
				removed++
			}
		}
	}
	return removed
}

func alive(pid, born string) bool {
	n, err := strconv.Atoi(pid)
	if err != nil {
		return true
	}
	now, err := startTime(n)
	return err == nil && now == born
}

// startTime returns the moment a process started, in clock ticks since boot: a
// number that tells a process from a later one with the same number.
func startTime(pid int) (string, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", err
	}
	// Fields count from the end of the command's name, which may hold spaces.
	_, rest, _ := strings.Cut(string(stat[strings.LastIndexByte(string(stat), ')'):]), " ")
	fields := strings.Fields(rest)
	if len(fields) < 20 {
		return "", fmt.Errorf("/proc/%d/stat has %d fields", pid, len(fields))
	}
	return fields[19], nil
}
