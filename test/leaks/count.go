package main

import (
	"bytes"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// surroundings counts what runs of bench with temporary files below dir can
// leave.
func surroundings(dir string) (counts, error) {
	processes, err := processesOf(dir)
	if err != nil {
		return nil, err
	}
	sockets, err := socketsBelow(dir)
	if err != nil {
		return nil, err
	}
	temporary, err := filepath.Glob(filepath.Join(dir, "tmp", "*"))
	if err != nil {
		return nil, err
	}
	scratch, err := abandoned("/dev/shm")
	if err != nil {
		return nil, err
	}
	return counts{
		{"processes", processes}, {"sockets", sockets}, {"temporary files and folders",
			len(temporary)}, {"scratch folders in /dev/shm", scratch},
	}, nil
}

// abandoned counts the scratch folders whose owner is gone: other runs of bench
// may be at work.
func abandoned(dir string) (int, error) {
	const prefix = "bench-scratch-"
	entries, err := os.ReadDir(dir)
	n := 0
	for _, e := range entries {
		pid, _, found := strings.Cut(strings.TrimPrefix(e.Name(), prefix), "-")
		if _, err := os.Stat("/proc/" + pid); strings.HasPrefix(e.Name(), prefix) && found && err != nil {
			n++
		}
	}
	return n, err
}

// processesOf counts the processes but this one whose temporary files are below
// a folder: bench, its guard, plugins and their children.
func processesOf(dir string) (int, error) {
	folders, err := os.ReadDir("/proc")
	if err != nil {
		return 0, err
	}
	n := 0
	for _, folder := range folders {
		environ, err := os.ReadFile("/proc/" + folder.Name() + "/environ")
		if err == nil && bytes.Contains(environ, []byte("TMPDIR="+dir)) {
			n++
		}
	}
	return n, nil
}

// socketsBelow counts the Unix sockets that are bound below a folder.
func socketsBelow(dir string) (int, error) {
	table, err := os.ReadFile("/proc/net/unix")
	return strings.Count(string(table), " "+dir+"/"), err
}

// own counts what this process holds.
func own() (counts, error) {
	descriptors, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		return nil, err
	}
	children, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		return nil, err
	}
	n := 0
	for _, path := range children {
		list, err := os.ReadFile(path)
		if err == nil { // else the thread is gone
			n += len(strings.Fields(string(list)))
		}
	}
	return counts{{"file descriptors", len(descriptors)}, {"goroutines", runtime.NumGoroutine()},
		{"child processes", n}}, nil
}
