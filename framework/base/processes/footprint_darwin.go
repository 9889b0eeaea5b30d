package processes

import (
	"encoding/binary"
	"unsafe"

	"golang.org/x/sys/unix"
)

const (
	pidRusage   = 9       // PROC_INFO_CALL_PIDRUSAGE, which proc_pid_rusage of libproc makes
	rusageV0    = 0       // RUSAGE_INFO_V0
	rusageSize  = 512     // more than any version of the record
	atFootprint = 16 + 56 // ri_phys_footprint: after the UUID and seven numbers
)

// footprint is the memory of a process that Activity Monitor shows: without pages of files
// that are mapped and unchanged.
func footprint(pid int) (bytes int64, ok bool) {
	var record [rusageSize]byte
	_, _, failed := unix.Syscall6(unix.SYS_PROC_INFO, pidRusage, uintptr(pid), rusageV0, 0,
		uintptr(unsafe.Pointer(&record[0])), 0)
	return int64(binary.LittleEndian.Uint64(record[atFootprint:])), failed == 0
}
