package host

import (
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
)

func TestKillMarkedEndsWhatBearsTheMarkAndNothingElse(t *testing.T) {
	start := func(host string) *exec.Cmd {
		t.Helper()
		c := exec.Command("sleep", "60")
		c.Env = []string{"PATH=" + os.Getenv("PATH"), mark(host)}
		c.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill() })
		return c
	}
	host := hostMark()
	ours, other := start(host), start(host+"0")
	if found := system.Marked(mark(host)); !slices.Equal(found, []int{ours.Process.Pid}) {
		t.Errorf("found %v, want %d", found, ours.Process.Pid)
	}
	killMarked(mark(host))
	if err := ours.Wait(); err == nil || err.Error() != "signal: killed" {
		t.Errorf("the marked process ended with %v", err)
	}
	if found := system.Marked(mark(host + "0")); !slices.Equal(found, []int{other.Process.Pid}) {
		t.Errorf("%v are left, want %d", found, other.Process.Pid)
	}
}

func TestHungerIsHeard(t *testing.T) {
	for words, want := range map[string]bool{
		"fatal error: runtime: out of memory\n\ngoroutine 1 [running]:\n":               true,
		"terminate called after throwing an instance of 'std::bad_alloc'":               true,
		"java.lang.OutOfMemoryError: Java heap space":                                   true,
		"numpy.core._exceptions._ArrayMemoryError: Unable to allocate 7.28 TiB for ...": true,
		"Error: cannot allocate vector of size 7.5 Gb":                                  true,
		"I remember everything": false,
	} {
		w := &lastWords{}
		_, _ = w.Write([]byte(words))
		_, _ = w.Write(make([]byte, 2*wordsLimit))
		if w.starved() != want {
			t.Errorf("%q: starved is %v", words, !want)
		}
	}
}
