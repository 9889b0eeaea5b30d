package host

import (
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"testing"
)

// busy is a shell's work for some hundredths of a second.
const busy = `i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; `

func TestProcessorTime(t *testing.T) {
	own, waited := processCPU(os.Getpid()), waitedCPU(os.Getpid())
	for waitedCPU(os.Getpid()) == waited { // which counts hundredths of a second
		if err := exec.Command("sh", "-c", busy).Run(); err != nil {
			t.Fatal(err)
		}
	}
	const none = 1 << 22 // one more than the kernel gives
	if now := processCPU(os.Getpid()); !(now > own) {
		t.Errorf("%v seconds after %v", now, own)
	}
	if gone := processCPU(none); !math.IsNaN(gone) || waitedCPU(none) != 0 {
		t.Errorf("a process that does not exist has used %v seconds", gone)
	}
}

// A process that waits for a busy child has used nothing itself, and its descendants have.
func TestProcessorTimeOfDescendants(t *testing.T) {
	c := exec.Command("sh", "-c", `sh -c '`+busy+`echo done; read forever'; :`)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err == nil {
		_, err = out.Read(make([]byte, 5))
	}
	if err != nil {
		t.Fatal(err)
	}
	if own, below := processCPU(c.Process.Pid), descendantsCPU(tree(c.Process.Pid)); !(below > own) {
		t.Errorf("the child used %v seconds, its parent %v", below, own)
	}
	in.Close()
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
}

// worked is the work of a shell that ends when it has used 0.06 seconds.
const worked = `until set -- $(cat /proc/$$/stat); [ ${14} -gt 5 ]; do i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done; done`

// What children used that have ended counts for the process that waited for them, in a
// call of a plugin too; what it used itself is another number.
func TestProcessorTimeOfEndedChildren(t *testing.T) {
	c := exec.Command("sh", "-c", `while read line; do sh -c '`+worked+`'; echo done; done`)
	in, err := c.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	p := &Process{runner: &runner{}}
	p.runner.pid.Store(int64(c.Process.Pid))
	for range 2 {
		stop := p.Measure(true)
		_, err = in.Write([]byte("work\n"))
		if err == nil {
			_, err = out.Read(make([]byte, 5))
		}
		if err != nil {
			t.Fatal(err)
		}
		if used := stop(); !(used.CPU >= 0.05) || used.CPU > 1e3 {
			t.Errorf("a call whose child used 0.06 seconds used %v", used.CPU)
		}
	}
	if below := descendantsCPU(tree(c.Process.Pid)); below < 0.1 {
		t.Errorf("two children that used 0.06 seconds each count %v", below)
	}
	in.Close()
	if err := c.Wait(); err != nil {
		t.Fatal(err)
	}
}

func TestPeakIsReset(t *testing.T) {
	large := make([]byte, 256<<20)
	for i := 0; i < len(large); i += 4096 {
		large[i] = 1
	}
	before := statusBytes(os.Getpid(), "VmHWM")
	large = nil
	debug.FreeOSMemory()
	resetPeak(os.Getpid())
	if after := statusBytes(os.Getpid(), "VmHWM"); after > before-200<<20 {
		t.Errorf("the largest size is %d MiB after %d MiB", after>>20, before>>20)
	}
}

func TestEnergy(t *testing.T) {
	folder := t.TempDir()
	write := func(zone, counter, value string) {
		t.Helper()
		path := filepath.Join(folder, zone, counter)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(value+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if j := energy(folder)(); !math.IsNaN(j) {
		t.Errorf("%v J without counters", j)
	}
	for zone, name := range map[string]string{
		"intel-rapl:0": "package-0", "intel-rapl:1": "package-1", "intel-rapl:0:0": "core", "intel-rapl:2": "psys",
	} {
		write(zone, "name", name)
		write(zone, "energy_uj", "9000000")
		write(zone, "max_energy_range_uj", "10000000")
	}
	stop := energy(folder)
	for zone, value := range map[string]string{
		"intel-rapl:0": "9500000", "intel-rapl:1": "2000000", "intel-rapl:0:0": "9900000", "intel-rapl:2": "9900000",
	} {
		write(zone, "energy_uj", value) // the second has begun anew
	}
	if j := stop(); j != 0.5+3 {
		t.Errorf("%v J, want 3.5", j)
	}
	stop = energy(folder)
	if err := os.Remove(filepath.Join(folder, "intel-rapl:1/energy_uj")); err != nil {
		t.Fatal(err)
	}
	if j := stop(); !math.IsNaN(j) {
		t.Errorf("%v J where a counter cannot be read: %v", j, fs.ErrNotExist)
	}
}
