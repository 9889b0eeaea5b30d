package host

import (
	"io/fs"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// worked is the work of a shell that ends when it has used 0.06 seconds.
const worked = `until set -- $(cat /proc/$$/stat); [ ${14} -gt 5 ]; do i=0; while [ $i -lt 3000 ]; do i=$((i+1)); done; done`

// What children used that have ended counts for the process that waited for them, in a
// call of a plugin too; what it used itself is another number.
func TestProcessorTimeOfEndedChildren(t *testing.T) {
	if !system.Quick() {
		t.Skip("ps does not tell what has ended")
	}
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
	if below := system.CPUBelow(system.Tree(c.Process.Pid)); below < 0.1 {
		t.Errorf("two children that used 0.06 seconds each count %v", below)
	}
	in.Close()
	if err := c.Wait(); err != nil {
		t.Fatal(err)
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
