// Package heap says when garbage is collected: rarely while a process holds little, and
// sooner, in proportion, while it holds much.
package heap

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// Small is a heap, in bytes, that is not worth a collection. Go's own is 4 MiB, and a
// process that holds little and makes much, as one that trains small models, collects
// hundreds of times a second.
const Small = 32 << 20

// Large is a heap, in bytes, from which on garbage is not as much as what is held. A
// collection costs what there is to scan, which numbers are not: as much garbage as is
// scanned, or as its square root from Large on, which divides memory and time best among
// heaps of all sizes (Kirisame, Shenoy and Panchekha, "Optimal heap limits for reducing
// browser memory use", OOPSLA 2022); and always Small.
const Large = 64 << 20

// most is the percentage at which the smallest heap that Go collects, 4 MiB at 100 %, is
// Small.
const most = 100 * Small / (4 << 20)

// percent is how much garbage there may be, in percent of what is held, once that is
// more than half of a small heap; 0 before Set.
var percent atomic.Int64

// Set makes the runtime collect garbage when it is garbage percent of what is in use, less
// of a Large heap, but not before the heap is Small. It may be called again. If GOGC is set
// in the environment, GOGC decides instead.
func Set(garbage int) {
	if os.Getenv("GOGC") != "" {
		return
	}
	if percent.Swap(int64(garbage)) == 0 {
		watch()
	}
	adapt()
}

// watched is collected, and so finalized, in each collection.
type watched struct{ _ *byte }

func watch() {
	runtime.SetFinalizer(&watched{}, func(*watched) {
		adapt()
		watch()
	})
}

// adapt sets Go's percentage by what the last collection has left.
func adapt() {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/scan/heap:bytes"}}
	metrics.Read(sample)
	live, scanned := max(1, sample[0].Value.Uint64()), sample[1].Value.Uint64() // 0 before the first collection
	garbage := uint64(percent.Load())
	if live < Small {
		garbage = max(garbage, min(most, 100*(Small-live)/live))
	}
	if live > Large {
		worth := min(float64(scanned), math.Sqrt(float64(scanned)*Large)) * float64(garbage)
		garbage = min(garbage, max(1, uint64(max(100*Small, worth)/float64(live))))
	}
	debug.SetGCPercent(int(garbage))
}
