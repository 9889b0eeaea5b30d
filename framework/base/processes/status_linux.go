package processes

import (
	"bufio"
	"bytes"
	"os"
	"strconv"
	"strings"
)

// statusBytes reads a size in kB from a process's status file and returns it in
// bytes, or 0 if there is none.
func statusBytes(pid int, field string) int64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status")
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
