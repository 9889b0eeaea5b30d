// Package slurm starts a real Slurm of several nodes on this machine, for tests: nodes
// can be killed and cut off, the controller can go away, and a shared folder can be as
// stale as one over a network. Nothing of it is left when the test has ended, however it
// ended.
package slurm

import (
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/manyclass/bench/test/lengthy"
)

// Options says what kind of cluster is wanted.
type Options struct {
	Nodes int // of one CPU each, called n1, n2 and so on
	// Namespaces gives each node a network of its own, so that it can be cut off. Only
	// one such cluster can be on a machine; who wants another waits.
	Namespaces bool
	// Lag is for how many seconds a node remembers what it saw of the shared folder, 0
	// if all see it alike.
	Lag int
}

// Cluster is a Slurm that runs.
type Cluster struct {
	// Shared is a folder that all nodes see. Where nodes see it late, nobody else does but
	// the commands of Inside.
	Shared string

	dir     string // of Slurm
	nodes   int
	keeper  io.Closer // the cluster lives as long as this is open
	stopped chan error
	locks   []*os.File
}

// missing is why the tests of this package are skipped; a part of it stands in .ci/run.
const missing = "a real Slurm needs root, the folder ../shared/slurm and the packages slurmctld slurmd slurm-client " +
	"munge bindfs fuse3 iproute2: "

// Start starts a cluster, which is stopped when the test ends. The test is skipped where
// there can be none.
func Start(t testing.TB, o Options) *Cluster {
	t.Helper()
	lengthy.Test(t, "Slurm")
	scripts := need(t)
	root, err := os.MkdirTemp("/tmp", "bench-slurm-")
	if err != nil {
		t.Fatal(err)
	}
	c := &Cluster{Shared: filepath.Join(root, "shared"), dir: filepath.Join(root, "slurm"), nodes: o.Nodes}
	t.Cleanup(func() { c.stop(t) })
	if err := os.Mkdir(c.Shared, 0o755); err != nil {
		t.Fatal(err)
	}
	up := exec.Command(filepath.Join(scripts, "ci-up.sh"), c.dir, fmt.Sprint(o.Nodes), fmt.Sprint(c.ports(t)))
	up.Env = environment()
	if o.Namespaces {
		c.lock(t, "network")
		c.clear(t)
		up.Env = append(up.Env, "NETNS=1")
	}
	c.keep(t, scripts, root)
	if o.Lag > 0 {
		up.Env = append(up.Env, "SHARE="+c.Shared, fmt.Sprintf("LAG=%d", o.Lag))
	}
	if out, err := up.CombinedOutput(); err != nil {
		t.Fatalf("starting Slurm: %v\n%s", err, out)
	}
	return c
}

// need finds the scripts that start and stop a cluster.
func need(t testing.TB) string {
	t.Helper()
	scripts := folder()
	if _, err := os.Stat(filepath.Join(scripts, "ci-up.sh")); err != nil {
		t.Skip(missing + "there is no " + scripts)
	}
	if os.Getuid() != 0 {
		t.Skip(missing + "this is not root")
	}
	for _, program := range []string{"slurmctld", "slurmd", "munged", "sbatch", "bindfs", "ip"} {
		look := exec.Command("/bin/sh", "-c", "command -v "+program)
		look.Env = environment()
		if look.Run() != nil {
			t.Skip(missing + "there is no " + program)
		}
	}
	if _, err := os.Stat("/dev/fuse"); err != nil || exec.Command("unshare", "--mount", "true").Run() != nil {
		t.Skip(missing + "mounting is not allowed")
	}
	return scripts
}

// folder holds the scripts: it lies beside the repository, or beside the folder that
// BENCH_DATA names.
func folder() string {
	if data := os.Getenv("BENCH_DATA"); data != "" {
		return filepath.Join(filepath.Dir(filepath.Clean(data)), "slurm")
	}
	_, here, _, _ := runtime.Caller(0) // the source in the repository
	return filepath.Join(filepath.Dir(here), "../../../shared/slurm")
}

// environment is that of this process without a Slurm, and with the programs of root.
func environment() []string {
	var kept []string
	for _, entry := range os.Environ() {
		if name, _, _ := strings.Cut(entry, "="); name != "PATH" && !strings.HasPrefix(name, "SLURM") {
			kept = append(kept, entry)
		}
	}
	return append(kept, "PATH="+os.Getenv("PATH")+":/usr/sbin:/sbin")
}

// keeping waits until nobody holds its standard input any more, then stops the cluster
// and ends what its jobs have left.
const keeping = `cat >/dev/null
"$1/stop.sh" "$2/slurm"
for p in /proc/[0-9]*; do
	grep -qzx "SLURM_CONF=$2/slurm/slurm.conf" "$p/environ" 2>/dev/null && kill -KILL "${p#/proc/}"
done
rm -rf "$2"`

// clear removes the network of a cluster that was killed together with its keeper. Nobody
// else has one now: the lock is ours.
func (c *Cluster) clear(t testing.TB) {
	t.Helper()
	const left = `ip netns list | awk '/^sl-n/ {print $1}' | xargs -r -n 1 ip netns del
if ip link show slbr0 >/dev/null 2>&1; then ip link del slbr0; fi`
	remove := exec.Command("/bin/sh", "-c", left)
	remove.Env = environment()
	if out, err := remove.CombinedOutput(); err != nil {
		t.Fatalf("removing the network of a killed cluster: %v\n%s", err, out)
	}
}

// keep starts the process that stops the cluster, also if this one is killed. It holds the
// cluster's locks to its end.
func (c *Cluster) keep(t testing.TB, scripts, root string) {
	t.Helper()
	keeper := exec.Command("/bin/bash", "-c", keeping, "keeper", scripts, root)
	keeper.Env = environment()
	keeper.ExtraFiles = c.locks
	keeper.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	in, err := keeper.StdinPipe()
	if err == nil {
		err = keeper.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	c.keeper, c.stopped = in, make(chan error, 1)
	go func() { c.stopped <- keeper.Wait() }()
}

// stop ends the cluster.
func (c *Cluster) stop(t testing.TB) {
	if t.Failed() {
		c.tell(t)
	}
	if c.keeper != nil {
		_ = c.keeper.Close()
		<-c.stopped
	}
	for _, l := range c.locks {
		_ = l.Close()
	}
}

// tell shows the ends of Slurm's logs, and what it knows of jobs and nodes.
func (c *Cluster) tell(t testing.TB) {
	out, _ := c.Command("bash", "-c", `cd "$0/log"; tail -n 15 *.log
timeout 5 sinfo -N -o '%N|%T|%E'; timeout 5 squeue -r -t all -o '%F|%K|%T|%N|%j|%r'`, c.dir).CombinedOutput()
	t.Logf("%s", out)
}

// lock waits until a name is this cluster's alone.
func (c *Cluster) lock(t testing.TB, name string) {
	t.Helper()
	for limit := time.Now().Add(15 * time.Minute); !c.tryLock(t, name); time.Sleep(time.Second) {
		if time.Now().After(limit) {
			t.Fatalf("another cluster holds the lock of the %s", name)
		}
	}
}

func (c *Cluster) tryLock(t testing.TB, name string) bool {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(os.TempDir(), "bench-slurm-"+name+".lock"), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) != nil {
		_ = f.Close()
		return false
	}
	c.locks = append(c.locks, f)
	return true
}

// ports finds a first port such that it and one for each node are free.
func (c *Cluster) ports(t testing.TB) int {
	t.Helper()
	const first, last, step = 21000, 31000, 100
	for base := first; base < last; base += step {
		if free(base, c.nodes) && c.tryLock(t, fmt.Sprintf("port-%d", base)) {
			return base
		}
	}
	t.Fatal("no ports are free")
	return 0
}

func free(base, nodes int) bool {
	for port := base; port <= base+nodes; port++ {
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			return false
		}
		_ = l.Close()
	}
	return true
}

// Env is an environment in which the programs of Slurm speak with this cluster.
func (c *Cluster) Env() []string {
	return append(environment(), "SLURM_CONF="+filepath.Join(c.dir, "slurm.conf"))
}

// Use lets the test's own process speak with this cluster.
func (c *Cluster) Use(t *testing.T) {
	t.Helper()
	t.Setenv("SLURM_CONF", filepath.Join(c.dir, "slurm.conf"))
}

// Command is a program that sees this cluster.
func (c *Cluster) Command(name string, args ...string) *exec.Cmd {
	cmd := exec.Command(name, args...)
	cmd.Env = c.Env()
	return cmd
}

// Inside is a program that sees the cluster, and the shared folder as late as a node.
func (c *Cluster) Inside(name string, args ...string) *exec.Cmd {
	return c.Command(filepath.Join(c.dir, "innode"), append([]string{name}, args...)...)
}

// run runs a program that must succeed.
func (c *Cluster) run(t testing.TB, name string, args ...string) string {
	t.Helper()
	cmd := c.Command(name, args...)
	var words bytes.Buffer
	cmd.Stderr = &words
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %q: %v\n%s%s", name, args, err, out, &words)
	}
	return string(out)
}
