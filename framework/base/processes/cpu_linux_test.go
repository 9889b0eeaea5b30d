package processes

import (
	"math"
	"os"
	"os/exec"
	"runtime/debug"
	"testing"
)

// busy is a shell's work for some hundredths of a second.
const busy = `i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done; `

func TestProcessorTime(t *testing.T) {
	own, waited := Own().CPU(os.Getpid()), waitedCPU(os.Getpid())
	for waitedCPU(os.Getpid()) == waited { // which counts hundredths of a second
		if err := exec.Command("sh", "-c", busy).Run(); err != nil {
			t.Fatal(err)
		}
	}
	const none = 1 << 22 // one more than the kernel gives
	if now := Own().CPU(os.Getpid()); !(now > own) {
		t.Errorf("%v seconds after %v", now, own)
	}
	if gone := Own().CPU(none); !math.IsNaN(gone) || waitedCPU(none) != 0 {
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
	if own, below := Own().CPU(c.Process.Pid), Own().CPUBelow(Own().Tree(c.Process.Pid)); !(below > own) {
		t.Errorf("the child used %v seconds, its parent %v", below, own)
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
	Own().ResetPeak([]int{os.Getpid()})
	if after := statusBytes(os.Getpid(), "VmHWM"); after > before-200<<20 {
		t.Errorf("the largest size is %d MiB after %d MiB", after>>20, before>>20)
	}
}
