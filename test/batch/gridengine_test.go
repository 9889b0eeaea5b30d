package batch

import (
	"bufio"
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/manyclass/bench/test/lengthy"
)

// missing is why the test of Grid Engine is skipped; a part of it stands in .ci/run.
const missing = "a real Grid Engine needs root and the packages gridengine-master gridengine-exec gridengine-client: "

// gridEngine is a Grid Engine of one node that runs.
type gridEngine struct {
	dir string
	env []string
}

// startGridEngine starts a Grid Engine, which is stopped when the test ends, however it ends.
func startGridEngine(t *testing.T, slots int) *gridEngine {
	t.Helper()
	lengthy.Test(t, "Grid Engine")
	if os.Getuid() != 0 {
		t.Skip(missing + "this is not root")
	}
	for _, program := range []string{"/usr/lib/gridengine/sge_qmaster", "/usr/lib/gridengine/sge_execd", "/usr/bin/qsub"} {
		if _, err := os.Stat(program); err != nil {
			t.Skip(missing + "there is no " + program)
		}
	}
	dir, err := os.MkdirTemp("/tmp", "bench-ge-")
	if err != nil {
		t.Fatal(err)
	}
	g := &gridEngine{dir: dir}
	port := freePorts(t)
	keeper := exec.Command("/bin/bash", "gridengine.sh", dir, fmt.Sprint(port), fmt.Sprint(slots))
	keeper.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	var words bytes.Buffer
	keeper.Stderr = &words
	in, err := keeper.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := keeper.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := keeper.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if t.Failed() {
			g.tell(t)
		}
		_ = in.Close()
		_ = keeper.Wait()
		_ = os.RemoveAll(dir)
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "up\n" {
		_ = keeper.Wait()
		t.Fatalf("Grid Engine does not start: %q, %v\n%s", line, err, &words)
	}
	g.env = append(os.Environ(), "SGE_ROOT="+dir, "SGE_CELL=default", fmt.Sprintf("SGE_QMASTER_PORT=%d", port),
		fmt.Sprintf("SGE_EXECD_PORT=%d", port+1))
	return g
}

// freePorts finds a port such that it and the next are free.
func freePorts(t *testing.T) int {
	t.Helper()
	for port := 31100; port < 32000; port += 2 {
		if free(port) && free(port+1) {
			return port
		}
	}
	t.Fatal("no ports are free")
	return 0
}

func free(port int) bool {
	l, err := net.Listen("tcp", fmt.Sprintf(":%d", port))
	if err != nil {
		return false
	}
	_ = l.Close()
	return true
}

// run runs a command of Grid Engine.
func (g *gridEngine) run(name string, args ...string) string {
	cmd := exec.Command(name, args...)
	cmd.Env = g.env
	out, err := cmd.CombinedOutput()
	if err != nil {
		return err.Error() + "\n" + string(out)
	}
	return string(out)
}

// tell shows what Grid Engine knows.
func (g *gridEngine) tell(t *testing.T) {
	text, _ := os.ReadFile(filepath.Join(g.dir, "spool/qmaster/messages"))
	t.Logf("%s%s\n%s", g.run("qstat", "-f"), g.run("qstat", "-j", "*"), text)
}

// tasks are the process groups of tasks that run, by JOB.TASK.
func (g *gridEngine) tasks() map[string]int {
	running := map[string]int{}
	files, _ := filepath.Glob(filepath.Join(g.dir, "spool/execd/*/active_jobs/*/job_pid"))
	for _, file := range files {
		text, _ := os.ReadFile(file)
		if pid, err := strconv.Atoi(strings.TrimSpace(string(text))); err == nil && pid > 1 {
			running[filepath.Base(filepath.Dir(file))] = pid
		}
	}
	return running
}

// A real Grid Engine gives the bytes of a local run, though one slot is killed with all its
// processes and another is put back into the queue, and also if nobody waits.
func TestGridEngine(t *testing.T) {
	t.Parallel()
	g := startGridEngine(t, 3)
	s := newSite(t, "sge", "minutes = 60")
	s.write(t, "sge", "minutes = 60", "0.06")
	s.env = g.env
	d := s.start(t, "run", "cells.hcl")
	within(t, "two slots have results", func() bool { return s.results() >= 15 && len(g.tasks()) >= 2 })
	requeued := ""
	for _, task := range []string{"1.1", "1.2", "1.3"} {
		pid, runs := g.tasks()[task]
		switch {
		case !runs:
		case requeued == "":
			requeued = task
			t.Log(g.run("qmod", "-rj", task))
		default:
			t.Log("killing ", task)
			_ = syscall.Kill(-pid, syscall.SIGKILL)
			requeued += " "
		}
		if strings.HasSuffix(requeued, " ") {
			break
		}
	}
	said := d.ends(t, 0)
	s.same(t)
	if n := s.distinct(); n != 120 {
		t.Errorf("%d cells have results, not 120", n)
	}
	if again := s.names("begun/*.1.1"); len(again) == 0 {
		t.Errorf("no slot began again: %q; bench says\n%s", s.names("begun/*"), said)
	}
	s.detached(t, g)
}

// detached submits the experiment once more, with other cells, and collects what is found.
func (s *site) detached(t *testing.T, g *gridEngine) {
	t.Helper()
	s.run(t, 0, "submit", "cells.hcl", "-var", "seconds=0.002", "-out", "results/cells")
	within(t, "no job is left", func() bool { return g.run("qstat") == "" })
	s.run(t, 0, "collect", "results/cells")
	s.same(t)
}
