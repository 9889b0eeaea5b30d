package progress

import (
	"fmt"
	"sync"
	"time"
)

// often is how often a long download is told.
const often = 10 * time.Second

// Bytes tells of downloads in lines: from where, how much of how much. A short one is told once, when it begins.
func Bytes(tell func(string)) func(from string, done, total int64) {
	var mu sync.Mutex
	var last string
	var at time.Time
	return func(from string, done, total int64) {
		mu.Lock()
		defer mu.Unlock()
		now := time.Now()
		switch {
		case from != last:
			tell("downloading " + from)
		case now.Sub(at) < often:
			return
		case total > 0:
			tell(fmt.Sprintf("%s of %s (%d %%)", megabytes(done), megabytes(total), 100*done/total))
		default:
			tell(megabytes(done))
		}
		last, at = from, now
	}
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/1e6) }
