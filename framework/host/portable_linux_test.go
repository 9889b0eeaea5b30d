package host

import (
	"os"
	"os/exec"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/base/processes"
)

// All tests pass with ps alone, without /proc and without a reaper of orphans, as on
// systems other than Linux.
func TestPortableSystem(t *testing.T) {
	if os.Getenv(portable) != "" {
		t.Skip("this is it")
	}
	if testing.Short() {
		t.Skip("seconds")
	}
	// Otherwise this process would be given the orphans of the other.
	if err := unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0); err != nil {
		t.Fatal(err)
	}
	defer processes.Adopt()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), portable+"=1")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
