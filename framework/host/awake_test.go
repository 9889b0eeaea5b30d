package host

import (
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"
)

// A child may be stopped before fork knows its number, while the lock of plugins
// is held.
func TestChildrenNobodyKnowsAreWoken(t *testing.T) {
	cmd := exec.Command("sleep", "infinity")
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}()
	if err := cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	for !slices.Contains(system.Stopped(), cmd.Process.Pid) {
		time.Sleep(time.Millisecond)
	}
	plugins.Lock()
	defer plugins.Unlock()
	go wake()
	for slices.Contains(system.Stopped(), cmd.Process.Pid) {
		time.Sleep(time.Millisecond)
	}
}
