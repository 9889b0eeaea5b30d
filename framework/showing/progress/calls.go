package progress

import (
	"fmt"
	"io"
	"time"

	"github.com/manyclass/bench/framework/base/wording"
)

// Calls tells what is waited for before there are cells to count.
type Calls struct {
	Out    io.Writer
	Now    func() time.Time
	told   time.Time // since when what was told of last has been waited for
	tellAt time.Duration
}

// callWait is how long something is waited for before there is a line, and another each time
// after twice as long.
const callWait = 5 * time.Second

// Tick is to be called about every second with what has been waited for the longest: who
// does what, since when, and at most how long.
func (c *Calls) Tick(what string, since time.Time, most string) {
	if !since.Equal(c.told) {
		c.told, c.tellAt = since, callWait
	}
	if waited := c.Now().Sub(since); waited >= c.tellAt {
		c.tellAt *= 2
		fmt.Fprintf(c.Out, "waiting for %s, for %s (at most %s)\n", what, wording.Span(waited), most)
	}
}
