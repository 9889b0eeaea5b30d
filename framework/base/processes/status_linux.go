package processes

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
)

// statusBytes is a size in a process's status file.
func statusBytes(pid int, field string) int64 {
	return SizeIn("/proc/"+strconv.Itoa(pid)+"/status", field)
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
