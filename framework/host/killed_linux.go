package host

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
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
	for _, file := range oomFiles("/proc/self/cgroup", "/sys/fs/cgroup") {
		if _, ok := oomKillsIn(file); ok {
			return file
		}
	}
	return "/proc/vmstat"
})

// oomFiles lists where the kernel may tell of our control group, of both versions of
// groups. In a container the path may begin outside of what can be seen.
func oomFiles(own, mount string) (list []string) {
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
