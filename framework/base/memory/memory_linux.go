package memory

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"
)

// All is how many bytes of memory there are for bench and its plugins: those of the machine, or of the control
// group, or what GOMEMLIMIT says, whichever is least. It is 0 if it is not known.
func All() int64 { return min(machine(), debug.SetMemoryLimit(-1)) }

// machine is the memory of the machine, or of our control group.
var machine = sync.OnceValue(func() int64 {
	total := SizeIn("/proc/meminfo", "MemTotal")
	if group := Group(GroupFiles("/proc/self/cgroup", "/sys/fs/cgroup"), total); group > 0 {
		total = group
	}
	return total
})

// Group is the least limit beside files of control groups that is below a number of
// bytes, else 0.
func Group(files []string, below int64) int64 {
	least := below
	for _, file := range files {
		for _, name := range []string{"memory.max", "memory.limit_in_bytes"} {
			if limit, err := numberIn(filepath.Join(filepath.Dir(file), name)); err == nil {
				least = min(least, limit)
			}
		}
	}
	if least == below {
		return 0
	}
	return least
}

func numberIn(file string) (int64, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(strings.TrimSpace(string(b)), 10, 64)
}

// GroupFiles lists where the kernel may tell of the memory of our control group, of both versions
// of groups, given the file with its path and where groups are mounted. In a
// container the path may begin outside of what can be seen.
func GroupFiles(own, mount string) (list []string) {
	b, err := os.ReadFile(own)
	if err != nil {
		return nil
	}
	for line := range strings.Lines(string(b)) { // number:controllers:path
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 {
			continue
		}
		at, file := mount, "memory.events"
		switch {
		case fields[1] == "memory":
			at, file = filepath.Join(mount, "memory"), "memory.oom_control"
		case fields[1] != "":
			continue
		}
		for path := fields[2]; ; {
			list = append(list, filepath.Join(at, path, file))
			_, below, found := strings.Cut(strings.TrimPrefix(path, "/"), "/")
			if path == "/" {
				break
			}
			if path = "/"; found {
				path += below
			}
		}
	}
	return list
}

// SizeIn reads a size in kB from a file of lines "field: size kB" and returns it in bytes,
// or 0 if there is none.
func SizeIn(path, field string) int64 {
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
