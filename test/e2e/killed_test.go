package e2e

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"github.com/manyclass/bench/test/must"
)

// However often a run is killed, and whenever, going on ends with the bytes of
// a run that was let be. A folder that is complete before the kills are used up
// is compared, and a new one begun.
func TestKilledAtRandom(t *testing.T) {
	t.Parallel()
	const (
		kills  = 20
		latest = 800 * time.Millisecond
	)
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	d := newDir(t)
	d.write("slow.hcl", must.Replace(slow, "validation { folds = 5 }", "validation {\n  folds   = 5\n  repeats = 4\n}"))
	run := func(out string) []string {
		return []string{"run", "slow.hcl", "-workers", "2", "-var", "seconds=0.006", "-out", out}
	}
	d.must(0, run("whole")...)
	whole := d.promised("whole")
	folder, killed := 0, 0
	for killed < kills {
		out := fmt.Sprint("killed", folder)
		r := d.start(run(out)...)
		time.Sleep(time.Duration(random.Int64N(int64(latest))))
		_ = r.cmd.Process.Signal(syscall.SIGKILL) // it may have ended
		switch o := r.wait(); o.status {
		case -1:
			killed++
			if left := d.processes(); len(left) > 0 {
				t.Errorf("kill %d: left running: %v", killed, left)
			}
		case 0:
			same(t, out, d.promised(out), whole)
			folder++
		default:
			t.Fatalf("after %d kills: status %d\n%s", killed, o.status, o.stderr)
		}
	}
	out := fmt.Sprint("killed", folder)
	before := d.journal(out, "result")
	d.must(0, run(out)...)
	same(t, out, d.promised(out), whole)
	t.Logf("%d folders were complete before; the last had %d of %d results", folder, before, d.journal(out, "result"))
}
