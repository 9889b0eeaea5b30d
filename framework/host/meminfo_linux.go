package host

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// MemoryHere returns that of this machine.
func MemoryHere() Memory {
	const all = "/proc/meminfo"
	m := Memory{Total: sizeIn(all, "MemTotal"), Available: sizeIn(all, "MemAvailable")}
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

// sizeIn reads a size in kB from a file of lines "field: size kB" and returns it in bytes,
// or 0 if there is none.
func sizeIn(path, field string) int64 {
	b, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	for lines := bufio.NewScanner(bytes.NewReader(b)); lines.Scan(); {
		rest, found := strings.CutPrefix(lines.Text(), field+":")
		if !found {
			continue
		}
		kib, err := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
		if err != nil {
			return 0
		}
		return kib << 10
	}
	return 0
}
