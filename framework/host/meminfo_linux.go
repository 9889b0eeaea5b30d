package host

import (
	"path/filepath"

	"github.com/manyclass/bench/framework/base/processes"
)

// MemoryHere returns that of this machine.
func MemoryHere() Memory {
	const all = "/proc/meminfo"
	m := Memory{Total: processes.SizeIn(all, "MemTotal"), Available: processes.SizeIn(all, "MemAvailable")}
	m.Group = groupMemory(oomFiles("/proc/self/cgroup", "/sys/fs/cgroup"), m.Total)
	return m
}

// groupMemory is the least limit beside files of control groups that is below a number of
// bytes, else 0.
func groupMemory(files []string, below int64) int64 {
	least := below
	for _, file := range files {
		for _, name := range []string{"memory.max", "memory.limit_in_bytes"} {
			if limit, known := number(filepath.Join(filepath.Dir(file), name)); known {
				least = min(least, int64(limit))
			}
		}
	}
	if least == below {
		return 0
	}
	return least
}
