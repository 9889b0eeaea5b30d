package slurm

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// Kill ends a node as a power cut does: its slurmd and whatever runs on it, at once.
func (c *Cluster) Kill(t testing.TB, node string) {
	t.Helper()
	for range 100 {
		pids := c.processes(node)
		if len(pids) == 0 {
			return
		}
		for _, p := range pids { // first nobody may notice, then all end
			_ = syscall.Kill(p, syscall.SIGSTOP)
		}
		for _, p := range append(pids, c.processes(node)...) {
			_ = syscall.Kill(p, syscall.SIGKILL)
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("processes of node %s do not end", node)
}

// Restart starts a node that was killed, and waits until it takes jobs.
func (c *Cluster) Restart(t testing.TB, node string) {
	t.Helper()
	c.start(t, filepath.Join(c.dir, "node"), node)
	c.await(t, node)
}

// start runs a program that leaves others running, which must not hold our pipes.
func (c *Cluster) start(t testing.TB, name string, args ...string) {
	t.Helper()
	if err := c.Command(name, args...).Run(); err != nil {
		t.Fatalf("%s %q: %v", name, args, err)
	}
}

// await waits until a node takes jobs.
func (c *Cluster) await(t testing.TB, node string) {
	t.Helper()
	Within(t, 2*time.Minute, "node "+node+" is up", func() bool {
		out, err := c.Command("sinfo", "-h", "-N", "-n", node, "-o", "%T").Output()
		state := strings.TrimSpace(string(out))
		if state == "down" || strings.HasPrefix(state, "drain") { // it answers, and nobody has looked since
			_ = c.Command("scontrol", "update", "NodeName="+node, "State=RESUME").Run()
		}
		return err == nil && slices.Contains([]string{"idle", "mixed", "allocated", "completing"}, state)
	})
}

// Cut takes a node off the network; it goes on working.
func (c *Cluster) Cut(t testing.TB, node string) {
	t.Helper()
	c.run(t, "ip", "link", "set", "sl-"+node, "down")
}

// Heal puts a node back on the network, and waits until it takes jobs.
func (c *Cluster) Heal(t testing.TB, node string) {
	t.Helper()
	c.run(t, "ip", "link", "set", "sl-"+node, "up")
	c.await(t, node)
}

// StopController takes the controller away; jobs go on.
func (c *Cluster) StopController(t testing.TB) {
	t.Helper()
	pid := c.pid(t, "slurmctld")
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	Within(t, time.Minute, "the controller ends", func() bool { return !alive(pid) })
}

// StartController brings the controller back, with what it knew, and waits until all nodes
// have answered it.
func (c *Cluster) StartController(t testing.TB) {
	t.Helper()
	c.start(t, "slurmctld", "-f", filepath.Join(c.dir, "slurm.conf"))
	for k := range c.nodes {
		c.await(t, fmt.Sprintf("n%d", k+1))
	}
}

// Within waits for something that must happen; the limit only ends what hangs.
func Within(t testing.TB, limit time.Duration, what string, happened func() bool) {
	t.Helper()
	for end := time.Now().Add(limit); !happened(); time.Sleep(50 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s: not within %s", what, limit)
		}
	}
}

// pid is the process of a daemon.
func (c *Cluster) pid(t testing.TB, daemon string) int {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(c.dir, "run", daemon+".pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return pid
}

// process is one of this machine.
type process struct {
	pid, parent int
	state       string
}

// read reads what the kernel knows of a process.
func read(pid int) (process, error) {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return process{}, err
	}
	_, after, found := strings.Cut(string(text), ") ")
	f := strings.Fields(after)
	if !found || len(f) < 2 {
		return process{}, errors.New("a line of stat has fewer fields")
	}
	parent, err := strconv.Atoi(f[1])
	return process{pid, parent, f[0]}, err
}

// alive reports whether a process has not ended; one that nobody has reaped has.
func alive(pid int) bool {
	p, err := read(pid)
	return err == nil && p.state != "Z"
}

// processes are those of a node: what writes to its log, what has the node's name in its
// environment, and all that these have started.
func (c *Cluster) processes(node string) []int {
	names, _ := filepath.Glob("/proc/[0-9]*")
	var all []process
	for _, name := range names {
		pid, _ := strconv.Atoi(filepath.Base(name))
		if p, err := read(pid); err == nil && p.state != "Z" {
			all = append(all, p)
		}
	}
	var some []int
	for grown := true; grown; {
		grown = false
		for _, p := range all {
			if slices.Contains(some, p.pid) {
				continue
			}
			if slices.Contains(some, p.parent) || c.logs(p.pid, node) || c.onNode(p.pid, node) {
				some, grown = append(some, p.pid), true
			}
		}
	}
	return some
}

// onNode reports whether the environment of a process says that it runs on a node.
func (c *Cluster) onNode(pid int, node string) bool {
	text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
	if err != nil {
		return false
	}
	entries := strings.Split(string(text), "\x00")
	return slices.Contains(entries, "SLURMD_NODENAME="+node) &&
		slices.Contains(entries, "SLURM_CONF="+filepath.Join(c.dir, "slurm.conf"))
}

// logs reports whether a process is a daemon of a node: these have the node's log open.
func (c *Cluster) logs(pid int, node string) bool {
	files, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "fd", "*"))
	return slices.ContainsFunc(files, func(f string) bool {
		to, _ := os.Readlink(f)
		return to == filepath.Join(c.dir, "log", "slurmd-"+node+".log")
	})
}
