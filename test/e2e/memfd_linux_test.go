package e2e

import (
	"fmt"
	"os"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
)

// withoutMemfd is the name under which this program starts another without memfd_create, as
// on a kernel before 3.17 or in some sandboxes.
const withoutMemfd = "without memfd_create"

func init() {
	if os.Args[0] != withoutMemfd {
		return
	}
	const number = 0 // of the system call, in what a filter is given
	filter := []unix.SockFilter{
		{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: number},
		{Code: unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K, Jf: 1, K: unix.SYS_MEMFD_CREATE},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)},
		{Code: unix.BPF_RET | unix.BPF_K, K: unix.SECCOMP_RET_ALLOW},
	}
	program := unix.SockFprog{Len: uint16(len(filter)), Filter: &filter[0]}
	err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	if err == nil {
		err = unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&program)), 0, 0)
	}
	if err == nil {
		err = syscall.Exec(os.Args[1], os.Args[1:], os.Environ())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(99)
}

// A kernel without sealed memory files gives the same results, and doctor says what is less
// sure there.
func TestWithoutMemfd(t *testing.T) {
	t.Parallel()
	d := newWideDir(t)
	d.write("e.hcl", small)
	d.must(0, "run", "e.hcl", "-out", "with")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	without := func(line string) outcome {
		return d.in(".", "exec bash -c 'exec -a \""+withoutMemfd+"\" "+self+" "+d.bench+" "+line+"'")
	}
	o := without("run e.hcl -out without")
	if o.status == 99 {
		t.Skip(o.stderr)
	}
	same(t, "without memfd_create", d.promised("without"), d.promised("with"))
	if o = without("doctor"); o.status != 0 {
		t.Errorf("status %d", o.status)
	}
	contains(t, "stdout", o.stdout, "note   sealed inputs ", "Linux 3.17")
}
