package host

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/base/memory"
)

// oomKills counts the processes that the kernel has ended for lack of memory: those of our
// control group, or where it does not tell those of the machine. 0 means none, or that
// nobody tells.
func oomKills() int64 {
	kills, _ := oomKillsIn(oomFile())
	return kills
}

// oomFile is the file that counts them.
var oomFile = sync.OnceValue(func() string {
	for _, file := range memory.GroupFiles("/proc/self/cgroup", "/sys/fs/cgroup") {
		if _, ok := oomKillsIn(file); ok {
			return file
		}
	}
	return "/proc/vmstat"
})

// oomKillsIn reads the count from a file of lines "name number".
func oomKillsIn(file string) (int64, bool) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0, false
	}
	for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
		if value, found := strings.CutPrefix(lines.Text(), "oom_kill "); found {
			n, err := strconv.ParseInt(value, 10, 64)
			return n, err == nil
		}
	}
	return 0, false
}
