package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// command is a program that ends with the row's time, and all that it started with it.
func (s setting) command(name string, args ...string) *exec.Cmd {
	return commandUntil(s.ctx, name, args...)
}

func commandUntil(ctx context.Context, name string, args ...string) *exec.Cmd {
	c := exec.CommandContext(ctx, name, args...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
	c.WaitDelay = 5 * time.Second
	return c
}

// usage is what a program took from its start to its end.
type usage struct {
	seconds   float64
	own       float64 // processor seconds of the process itself
	processor float64 // and of all that it started
	largest   float64 // bytes that the largest of these processes held at most
	together  float64 // bytes of all of them at most, with files in memory; 0 where it was not sampled
}

// idle is the share of the time of the cores in which no other process than the
// first one worked.
func (u usage) idle(cores int) float64 { return 1 - (u.processor-u.own)/(float64(cores)*u.seconds) }

// observe runs a program and says what it took. The memory of all its processes together
// is looked at twenty times a second, if sampled is set.
func observe(c *exec.Cmd, sampled bool) (usage, error) {
	var output bytes.Buffer
	c.Stdout, c.Stderr = &output, &output
	before := shared()
	start := time.Now()
	if err := c.Start(); err != nil {
		return usage{}, err
	}
	ended, peak := make(chan struct{}), make(chan float64)
	go func() {
		peak <- sample(c.Process.Pid, before, ended, sampled)
	}()
	own := ownSeconds(c.Process.Pid)
	u := usage{seconds: time.Since(start).Seconds(), own: own}
	err := c.Wait()
	close(ended)
	u.together = <-peak
	if err != nil {
		return u, fmt.Errorf("%s: %w\n%s", c, err, output.Bytes())
	}
	u.processor = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	u.largest = float64(c.ProcessState.SysUsage().(*syscall.Rusage).Maxrss) * 1024
	return u, nil
}

// ticks reads the processor seconds of a process and the number of its parent.
func ticks(stat string) (seconds float64, parent int) {
	const perSecond = 100
	list := strings.Fields(stat[strings.LastIndex(stat, ")")+1:]) // the name before it may hold anything
	if len(list) < 13 {
		return 0, 0
	}
	parent, _ = strconv.Atoi(list[1])
	for _, field := range list[11:13] {
		n, _ := strconv.ParseFloat(field, 64)
		seconds += n / perSecond
	}
	return seconds, parent
}

// sample returns the most memory that a process and its descendants held together until
// they ended: their own pages and those of files, each once, and what files in memory
// grew by.
func sample(pid int, before float64, ended chan struct{}, wanted bool) (most float64) {
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-ended:
			return most
		case <-tick.C:
			if wanted {
				most = max(most, private(pid)+shared()-before)
			}
		}
	}
}

// private are the bytes of a process and its descendants that are not files in memory.
func private(root int) (sum float64) {
	parents := map[int]int{}
	stats, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, path := range stats {
		text, err := os.ReadFile(path)
		if err != nil {
			continue // it has ended
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		_, parents[pid] = ticks(string(text))
	}
	for pid := range parents {
		at := pid
		for at != root && at > 1 {
			at = parents[at]
		}
		if at == root {
			path := fmt.Sprintf("/proc/%d/smaps_rollup", pid)
			sum += kilobytes(path, "Pss_Anon:") + kilobytes(path, "Pss_File:")
		}
	}
	return sum * 1024
}

// shared are the bytes of files in memory, of all processes of the machine.
func shared() float64 { return 1024 * kilobytes("/proc/meminfo", "Shmem:") }

// kilobytes reads a number of a file of lines "Name:  123 kB"; 0 without it.
func kilobytes(path, name string) float64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if f := strings.Fields(line); len(f) > 1 && f[0] == name {
			n, _ := strconv.ParseFloat(f[1], 64)
			return n
		}
	}
	return 0
}
