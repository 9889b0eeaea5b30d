package handover

import (
	"testing"
	"time"

	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/cluster/waves"
)

// Slurm is asked as often as the file says, and never more often.
func TestPace(t *testing.T) {
	for poll, want := range map[int][2]time.Duration{
		0: {2 * time.Second, 30 * time.Second}, 10: {10 * time.Second, 30 * time.Second}, 90: {90 * time.Second, 90 * time.Second},
	} {
		pace := (&Cluster{Planner: &waves.Planner{Executor: experiment.Executor{Slots: 8, Poll: poll}}}).Pace()
		if got := [2]time.Duration{pace.Poll, pace.Most}; got != want || pace.Look != time.Second {
			t.Errorf("poll = %d: %v, looking every %v", poll, got, pace.Look)
		}
	}
}
