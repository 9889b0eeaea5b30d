package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// held is what a run holds at a time, in bytes: memory of the host and of its plugins that
// is in no shared file, and shared files in memory, mapped or not. Fixed is what of it is in no file of a disk: the
// system cannot take it back.
type held struct{ host, plugins, files, fixed int64 }

func (h held) all() int64 { return h.host + h.plugins + h.files }

// watch looks at a process and what it started every tenth of a second until it is told to
// stop, and returns what was held when that was most, with the most that was fixed at a time.
func watch(pid int, trace *os.File, stop <-chan struct{}) held {
	var most held
	began := time.Now()
	tick := time.NewTicker(100 * time.Millisecond)
	defer tick.Stop()
	for {
		h := look(pid)
		fixed := max(most.fixed, h.fixed)
		if h.all() > most.all() {
			most = h
		}
		most.fixed = fixed
		if trace != nil {
			fmt.Fprintf(trace, "%.1f,%d,%d,%d,%d\n", time.Since(began).Seconds(), h.host>>20, h.plugins>>20, h.files>>20,
				h.fixed>>20)
		}
		select {
		case <-stop:
			return most
		case <-tick.C:
		}
	}
}

// look adds up the proportional shares of a process and of those below it. What has ended
// meanwhile holds nothing.
func look(pid int) (h held) {
	h.host, h.fixed = private(pid)
	for _, child := range below(pid) {
		all, fixed := private(child)
		h.plugins += all
		h.fixed += fixed
	}
	h.files = memoryFiles(pid) + scratchFiles(pid)
	h.fixed += h.files
	return h
}

// private is the share of a process in what it maps, less files in memory, and what of it is in no file.
func private(pid int) (total, fixed int64) {
	text, _ := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", pid))
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		if len(fields) == 3 && (fields[0] == "Pss_Anon:" || fields[0] == "Pss_File:") {
			kib, _ := strconv.ParseInt(fields[1], 10, 64)
			total += kib << 10
			if fields[0] == "Pss_Anon:" {
				fixed = kib << 10
			}
		}
	}
	return total, fixed
}

// below lists the processes that a process and its children have started.
func below(pid int) (list []int) {
	parents := map[int][]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		end := bytes.LastIndexByte(text, ')')
		if err != nil || end < 0 {
			continue
		}
		fields := strings.Fields(string(text[end+1:]))
		child, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		parent, _ := strconv.Atoi(fields[1])
		parents[parent] = append(parents[parent], child)
	}
	for open := []int{pid}; len(open) > 0; open = open[1:] {
		list = append(list, parents[open[0]]...)
		open = append(open, parents[open[0]]...)
	}
	return list
}

// memoryFiles adds up the memory files that a process holds open.
func memoryFiles(pid int) (total int64) {
	open, _ := filepath.Glob(fmt.Sprintf("/proc/%d/fd/*", pid))
	for _, path := range open {
		if to, err := os.Readlink(path); err == nil && strings.HasPrefix(to, "/memfd:") {
			total += blocks(path)
		}
	}
	return total
}

// scratchFiles adds up the files in the scratch folder of a process that is in memory.
func scratchFiles(pid int) (total int64) {
	folders, _ := filepath.Glob(fmt.Sprintf("/dev/shm/bench-scratch-%d-*", pid))
	for _, folder := range folders {
		_ = filepath.WalkDir(folder, func(path string, _ os.DirEntry, err error) error {
			if err == nil {
				total += blocks(path)
			}
			return nil // what is gone holds nothing
		})
	}
	return total
}

func blocks(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Sys().(*syscall.Stat_t).Blocks * 512
}
