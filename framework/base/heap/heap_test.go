package heap

import (
	"runtime"
	"runtime/debug"
	"testing"
)

var sink []byte

// garbage makes some MiB of garbage and returns how often it was collected.
func garbage(mebibytes int) uint32 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range mebibytes * 16 {
		sink = make([]byte, 1<<16)
	}
	runtime.ReadMemStats(&after)
	return after.NumGC - before.NumGC
}

// Little is left alone until the heap is worth a collection; much is collected as it
// would be without.
func TestSet(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(100))
	Set(40)
	runtime.GC()
	adapt() // as the finalizer does, which may not have come yet
	if n := garbage(20); n > 1 {
		t.Errorf("20 MiB of garbage were collected %d times", n)
	}
	if n := garbage(400); n < 2 {
		t.Errorf("400 MiB of garbage were collected %d times", n)
	}
	held := make([]byte, Small+Small/2)
	runtime.GC()
	adapt()
	if now := debug.SetGCPercent(40); now != 40 {
		t.Errorf("with %d bytes held garbage may be %d %%", len(held), now)
	}
	runtime.KeepAlive(held)
	held = make([]byte, 4*Large)
	runtime.GC()
	adapt()
	if now := debug.SetGCPercent(12); now != 12 {
		t.Errorf("with %d bytes held, none to be scanned, garbage may be %d %%", len(held), now)
	}
	runtime.KeepAlive(held)
	pointers := make([]*byte, 4*Large/8)
	held = nil
	runtime.GC()
	adapt()
	if now := debug.SetGCPercent(20); now != 19 && now != 20 {
		t.Errorf("with %d pointers held garbage may be %d %%", len(pointers), now)
	}
	runtime.KeepAlive(pointers)
	t.Setenv("GOGC", "77")
	debug.SetGCPercent(77)
	Set(50)
	if now := debug.SetGCPercent(77); now != 77 {
		t.Errorf("GOGC=77 became %d", now)
	}
}
