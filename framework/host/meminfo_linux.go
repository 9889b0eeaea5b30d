package host

import "github.com/manyclass/bench/framework/base/memory"

// MemoryHere returns that of this machine.
func MemoryHere() Memory {
	const all = "/proc/meminfo"
	m := Memory{Total: memory.SizeIn(all, "MemTotal"), Available: memory.SizeIn(all, "MemAvailable")}
	m.Group = memory.Group(memory.GroupFiles("/proc/self/cgroup", "/sys/fs/cgroup"), m.Total)
	return m
}
