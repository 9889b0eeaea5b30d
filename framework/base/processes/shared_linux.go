package processes

import (
	"bufio"
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"github.com/manyclass/bench/framework/base/scratch"
)

// sharedMemory is how much processes hold in files that lie in memory, in bytes:
// open or mapped ones of /dev/shm and memfd_create, each once, and the System V
// segments that they made. The matrices are ours.
func sharedMemory(pids []int) int64 {
	held := map[uint64]int64{} // by inode
	for _, pid := range pids {
		addOpen(held, pid)
		if statusBytes(pid, "RssShmem") > 0 {
			addMapped(held, pid)
		}
	}
	total := segments(pids)
	for _, bytes := range held {
		total += bytes
	}
	return total
}

// sealedInput begins the path of what package sealed puts into memory.
const sealedInput = "/memfd:bench-input"

// inMemory reports whether a path as /proc shows it is that of a file in memory
// that is not ours.
func inMemory(path string) bool {
	return strings.HasPrefix(path, "/memfd:") && !strings.HasPrefix(path, sealedInput) ||
		strings.HasPrefix(path, "/dev/shm/") && !scratch.Holds(path)
}

// addOpen adds the files in memory that a process has open.
func addOpen(held map[uint64]int64, pid int) {
	links, err := filepath.Glob("/proc/" + strconv.Itoa(pid) + "/fd/*")
	if err != nil {
		panic(err) // the pattern is ours
	}
	for _, link := range links {
		target, err := os.Readlink(link)
		if err != nil || !inMemory(target) {
			continue
		}
		var stat syscall.Stat_t
		if syscall.Stat(link, &stat) == nil {
			held[stat.Ino] = stat.Blocks * 512
		}
	}
}

// addMapped adds the files in memory that a process has mapped and closed: what
// of them it has touched.
func addMapped(held map[uint64]int64, pid int) {
	if !mapsMemory(pid) {
		return // to look closer takes long
	}
	smaps, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/smaps")
	if err != nil {
		return
	}
	mapped, file := map[uint64]int64{}, uint64(0)
	for lines := bufio.NewScanner(bytes.NewReader(smaps)); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) >= 6 && strings.Contains(fields[0], "-"): // addresses rights offset device inode path
			if file = 0; inMemory(fields[5]) {
				file, _ = strconv.ParseUint(fields[4], 10, 64)
			}
		case len(fields) >= 5 && strings.Contains(fields[0], "-"):
			file = 0
		case file != 0 && len(fields) == 3 && fields[0] == "Rss:":
			kib, _ := strconv.ParseInt(fields[1], 10, 64)
			mapped[file] += kib << 10
		}
	}
	for file, bytes := range mapped {
		held[file] = max(held[file], bytes)
	}
}

// mapsMemory reports whether a process has mapped a file in memory that is not
// ours.
func mapsMemory(pid int) bool {
	maps, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/maps")
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(maps)) {
		if at := strings.IndexByte(line, '/'); at >= 0 && inMemory(line[at:]) {
			return true
		}
	}
	return false
}

// segments sums the System V segments that processes made.
func segments(pids []int) (total int64) {
	table, err := os.ReadFile("/proc/sysvipc/shm")
	if err != nil {
		return 0
	}
	lines := bufio.NewScanner(bytes.NewReader(table))
	lines.Scan()
	names := strings.Fields(lines.Text())
	creator, resident := slices.Index(names, "cpid"), slices.Index(names, "rss")
	for creator >= 0 && resident >= 0 && lines.Scan() {
		fields := strings.Fields(lines.Text())
		if len(fields) != len(names) {
			continue
		}
		pid, _ := strconv.Atoi(fields[creator])
		if bytes, err := strconv.ParseInt(fields[resident], 10, 64); err == nil && slices.Contains(pids, pid) {
			total += bytes
		}
	}
	return total
}
