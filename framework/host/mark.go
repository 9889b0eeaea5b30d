package host

import (
	"fmt"
	"os"
	"sync"
	"time"
)

// markVariable is in the environment of every plugin, and so of its children.
const markVariable = "BENCH_HOST"

// hostMark is different for every process that ever hosts plugins.
var hostMark = sync.OnceValue(func() string {
	return fmt.Sprintf("%d-%d", os.Getpid(), time.Now().UnixNano())
})

// mark is the line of an environment that has the mark of a host.
func mark(host string) string { return markVariable + "=" + host }
