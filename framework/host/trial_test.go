package host

import (
	"errors"
	"os"
	"testing"
)

// The processes of a trial, and of plugins that it holds, are this program.
func TestMain(m *testing.M) {
	bePortable()
	beServed()
	if isTried() {
		beTried(os.Args[1], os.Args[2])
	}
	os.Exit(m.Run())
}

func TestLimitsHold(t *testing.T) {
	tried := TryLimits(t.Context())
	for what, err := range map[string]error{"time": tried.Time, "memory": tried.Memory, "orphans": tried.Orphans} {
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// A process that is not ended is noticed, and is ended then with what it had started.
func TestLimitThatDoesNotHold(t *testing.T) {
	failed, orphan := tryEnd(t.Context(), func(*Process) error { return os.ErrPermission })
	if !errors.Is(failed, os.ErrPermission) || orphan != nil {
		t.Errorf("%v, %v", failed, orphan)
	}
}
