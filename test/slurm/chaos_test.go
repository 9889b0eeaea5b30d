package slurm

import (
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// scenario is something that happens to a cluster while it works on an experiment. Whatever
// that is, the tables are those of a run on one machine, byte by byte.
type scenario struct {
	name string
	test func(*testing.T, *world, string)
}

// play plays scenarios one after the other on one cluster.
func play(t *testing.T, o Options, all ...scenario) {
	t.Parallel()
	w := newWorld(t, o)
	for _, s := range all {
		for n := range w.nodes {
			w.await(t, fmt.Sprintf("n%d", n+1))
		}
		t.Run(s.name, func(t *testing.T) { s.test(t, w, s.name) })
	}
}

func TestTroubleWithNodes(t *testing.T) {
	play(t, Options{Nodes: 3, Namespaces: true}, scenario{"killed", killed}, scenario{"partitioned", partitioned},
		scenario{"requeued", requeued}, scenario{"torn", torn}, scenario{"late", outOfTime}, scenario{"away", away})
}

func TestTroubleElsewhere(t *testing.T) {
	play(t, Options{Nodes: 3}, scenario{"calm", calm}, scenario{"driver", driverKilled}, scenario{"two", twoDrivers},
		scenario{"memory", poisonedMemory}, scenario{"deposing", poisonedSlot}, scenario{"full", full},
		scenario{"detached", detached}, scenario{"kernels", otherKernels}, scenario{"bytes", otherBytes},
		scenario{"named", named})
}

// The nodes and the driver see three seconds late what others write.
func TestStaleFolder(t *testing.T) {
	play(t, Options{Nodes: 3, Lag: 3}, scenario{"stale", func(t *testing.T, w *world, name string) {
		w.write(t, name)
		w.same(t, w.with(t, w.Inside, "run", name+".hcl", "-out", name), 0, name)
	}})
}

// begin starts a driver and waits until a part of the cells is done.
func (w *world) begin(t *testing.T, name string, pairs ...string) *driver {
	t.Helper()
	w.write(t, name, pairs...)
	d := w.start(t, "run", name+".hcl", "-out", name)
	w.until(t, d, name, 40)
	return d
}

func calm(t *testing.T, w *world, name string) {
	w.same(t, w.begin(t, name), 0, name)
}

func killed(t *testing.T, w *world, name string) {
	d := w.begin(t, name)
	node := w.at(t, name)
	w.Kill(t, node)
	defer w.Restart(t, node)
	w.same(t, d, 0, name)
}

// A node that is cut off goes on working beside the slot that takes its place.
func partitioned(t *testing.T, w *world, name string) {
	d := w.begin(t, name)
	node := w.at(t, name)
	w.Cut(t, node)
	Within(t, 2*time.Minute, "the node is given up", func() bool {
		return !strings.Contains(w.run(t, "squeue", "-h", "-t", "R,CG", "-w", node, "-o", "%j"), "bench-"+name)
	})
	w.Heal(t, node)
	w.same(t, d, 0, name)
}

func requeued(t *testing.T, w *world, name string) {
	d := w.begin(t, name)
	w.run(t, "scontrol", "requeue", w.slots(t, name)[0].id)
	w.same(t, d, 0, name)
}

func driverKilled(t *testing.T, w *world, name string) {
	const kills = 6
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	w.write(t, name)
	for range kills {
		d := w.start(t, "run", name+".hcl", "-out", name)
		time.Sleep(time.Duration(random.Int64N(int64(4 * time.Second))))
		_ = d.Process.Kill() // it may have ended
		if status := d.status(t); status > 0 {
			t.Fatalf("status %d\n%s", status, d.said.String())
		}
	}
	w.same(t, w.start(t, "run", name+".hcl", "-out", name), 0, name)
}

func away(t *testing.T, w *world, name string) {
	d := w.begin(t, name)
	w.StopController(t)
	d.says(t, "asking again")
	w.StartController(t)
	w.same(t, d, 0, name)
}

// A slot that does not hear that its time is nearly over is killed.
func outOfTime(t *testing.T, w *world, name string) {
	d := w.begin(t, name)
	s := w.slots(t, name)[0]
	for _, pid := range w.processes(s.node) {
		line, _ := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
		if strings.Contains(string(line), "\x00slot\x00") {
			_ = syscall.Kill(pid, syscall.SIGSTOP)
		}
	}
	w.run(t, "scontrol", "update", "JobId="+s.id, "TimeLimit=1")
	w.same(t, d, 0, name)
	if out := w.run(t, "squeue", "-h", "-r", "-t", "TIMEOUT", "-o", "%j"); !strings.Contains(out, "bench-"+name) {
		t.Errorf("no slot was out of time: %q", out)
	}
}

// Nodes of another kernel class take no part, and are named; nothing is computed on them.
func otherKernels(t *testing.T, w *world, name string) {
	w.write(t, name, "REPEATS", "1", "SBATCH", "]\n  setup = [\"export BENCH_KERNELS=portable\"")
	w.refused(t, name, "its kernel class is portable, and the job needs ")
	w.write(t, name, "REPEATS", "1")
	w.same(t, w.start(t, "run", name+".hcl", "-out", name), 0, name)
}

// Nodes on which a copy of the data has other bytes take no part, until it is removed.
func otherBytes(t *testing.T, w *world, name string) {
	w.write(t, name, "REPEATS", "1", "SHARED", filepath.Join(w.Shared, name), "LOCAL", filepath.Join(filepath.Dir(w.dir), name))
	d := w.start(t, "submit", name+".hcl", "-out", "first")
	if status := d.status(t); status != 0 {
		t.Fatalf("status %d\n%s", status, d.said.String())
	}
	w.run(t, w.bench, "cancel", filepath.Join(w.dir, "first"))
	copies, err := filepath.Glob(filepath.Join(w.Shared, name, "store", "*", "glass.csv"))
	if err != nil || len(copies) != 1 {
		t.Fatal(copies, err)
	}
	for _, path := range []string{filepath.Join(w.Shared, name, "jobs"), filepath.Join(filepath.Dir(w.dir), name)} {
		if err := os.RemoveAll(path); err != nil {
			t.Fatal(err)
		}
	}
	if err := appendTo(copies[0], "1,2,3,4,5,6,7,8,9,1\n"); err != nil {
		t.Fatal(err)
	}
	w.refused(t, name, copies[0]+": its bytes are not those of its digest")
	if err := os.RemoveAll(filepath.Dir(copies[0])); err != nil {
		t.Fatal(err)
	}
	w.same(t, w.start(t, "run", name+".hcl", "-out", name), 0, name)
}

// refused runs an experiment that no node can begin, for the reason that bench gives.
func (w *world) refused(t *testing.T, name, why string) {
	t.Helper()
	d := w.start(t, "run", name+".hcl", "-out", name)
	status, said := d.status(t), strings.Join(strings.Fields(d.said.String()), " ")
	if status != 1 || !strings.Contains(said, "warning: node n") || !strings.Contains(said, "takes no part: "+why) {
		t.Errorf("status %d\n%s", status, d.said.String())
	}
	if n := w.results(name); n != 0 {
		t.Errorf("%d results", n)
	}
}

// Cells that take their memory limit fail here as there.
func poisonedMemory(t *testing.T, w *world, name string) {
	w.write(t, name, "REPEATS", "1", "HOLE", "learner \"hungry\" \"hungry\" {\n  rows   = 40\n  memory = \"300MB\"\n}")
	w.same(t, w.start(t, "run", name+".hcl", "-out", name), 1, name)
}

// Cells that kill their slots are given up, and no other ones.
func poisonedSlot(t *testing.T, w *world, name string) {
	w.write(t, name, "REPEATS", "1", "HOLE", "learner \"deposing\" \"deposing\" { rows = 40 }")
	w.same(t, w.start(t, "run", name+".hcl", "-out", name), 1, name)
}

// The journal of a node that died is cut off, and all hold half a record from somewhere.
func torn(t *testing.T, w *world, name string) {
	d := w.begin(t, name)
	node := w.at(t, name)
	w.Kill(t, node)
	defer w.Restart(t, node)
	files, err := filepath.Glob(filepath.Join(w.Shared, "*", "jobs", name+"-*", "journal", "*.jsonl"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d journals, %v", len(files), err)
	}
	for _, f := range files {
		if err := appendTo(f, "1234abcd {\"kind\":\"result\",\"result\":{\"key\":"); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(w.silent(t, files), 2000); err != nil {
		t.Fatal(err)
	}
	w.same(t, d, 0, name)
}

// silent finds a journal to which nobody writes, of a slot that has not ended in order.
func (w *world) silent(t *testing.T, journals []string) string {
	t.Helper()
	var found string
	Within(t, time.Minute, "a journal of the dead node is found", func() bool {
		for _, path := range journals {
			name := filepath.Base(path)
			folder := filepath.Dir(filepath.Dir(path))
			at := strings.Index(name, "-w")
			attempt, _, _ := strings.Cut(name[at+1:], "-")
			_, noEnd := os.Stat(filepath.Join(folder, "ends", attempt))
			info, err := os.Stat(path)
			if err == nil && noEnd != nil && info.Size() > 4000 && time.Since(info.ModTime()) > 3*time.Second {
				found = path
				return true
			}
		}
		return false
	})
	return found
}

func appendTo(path, text string) error {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = io.WriteString(f, text)
	return errors.Join(err, f.Close())
}

func twoDrivers(t *testing.T, w *world, name string) {
	w.write(t, name)
	d := w.start(t, "run", name+".hcl", "-out", name)
	other := w.start(t, "run", name+".hcl", "-out", "other")
	w.same(t, d, 0, name)
	if status := other.status(t); status != 0 {
		t.Fatalf("the other driver ends with status %d\n%s", status, other.said.String())
	}
	w.compare(t, "other", name, 0)
}

// The shared folder has no room for a while; nothing is lost that was found before.
func full(t *testing.T, w *world, name string) {
	small := filepath.Join(w.Shared, "small")
	if err := os.Mkdir(small, 0o755); err != nil {
		t.Fatal(err)
	}
	w.run(t, "mount", "-t", "tmpfs", "-o", "size=400m", "none", small)
	t.Cleanup(func() { w.run(t, "umount", "--lazy", small) })
	d := w.begin(t, name, "SHARED", small)
	ballast := filepath.Join(small, "ballast")
	if err := fill(ballast); err != nil {
		t.Fatal(err)
	}
	before := w.results(name)
	if status := d.status(t); status != 1 || !strings.Contains(d.said.String(), "the disk is full") {
		t.Errorf("without room, bench ends with status %d\n%s", status, d.said.String())
	}
	if err := os.Remove(ballast); err != nil {
		t.Fatal(err)
	}
	if after := w.results(name); after < before {
		t.Errorf("%d results, %d before", after, before)
	}
	w.same(t, w.start(t, "run", name+".hcl", "-out", name), 0, name)
}

// fill writes a file until there is no room.
func fill(path string) error {
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	for size := 1 << 20; size > 0; size /= 2 {
		for err = nil; err == nil; {
			_, err = f.Write(make([]byte, size))
		}
		if !errors.Is(err, syscall.ENOSPC) {
			return err
		}
	}
	return nil
}

// The driver is there only to hand over; the folder is enough to tell how far it is.
func detached(t *testing.T, w *world, name string) {
	w.write(t, name)
	for range 5 {
		d := w.start(t, "submit", name+".hcl", "-out", name)
		if status := d.status(t); status != 0 {
			t.Fatalf("bench submit ends with status %d\n%s", status, d.said.String())
		}
		if strings.Contains(d.said.String(), "Nothing is missing") {
			break
		}
		Within(t, 3*time.Minute, "the slots end", func() bool { return len(w.slots(t, name)) == 0 })
	}
	status := w.start(t, "status", name)
	if got := status.status(t); got != 0 || !strings.Contains(status.said.String(), "240 of 240 cells done, 0 failed") {
		t.Errorf("bench status: %d\n%s", got, status.said.String())
	}
	w.same(t, w.start(t, "collect", name), 0, name)
}
