package processes

import (
	"strconv"

	"github.com/manyclass/bench/framework/base/memory"
)

// statusBytes is a size in a process's status file.
func statusBytes(pid int, field string) int64 {
	return memory.SizeIn("/proc/"+strconv.Itoa(pid)+"/status", field)
}
