package processes

import (
	"os"
	"testing"

	"golang.org/x/sys/unix"
)

const someBytes = 8 << 20

// memoryFile makes a file in memory with some bytes in it.
func memoryFile(t *testing.T, name string) *os.File {
	t.Helper()
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		t.Fatal(err)
	}
	f := os.NewFile(uintptr(fd), name)
	if _, err := f.Write(make([]byte, someBytes)); err != nil {
		t.Fatal(err)
	}
	return f
}

// Files in memory count once, open, mapped or both; ours do not count.
func TestSharedMemoryCounts(t *testing.T) {
	self := []int{os.Getpid(), os.Getpid()}
	check := func(what string, want int64) {
		t.Helper()
		// Pages of this program count too where it was built in memory, and more of them are touched.
		if got := sharedMemory(self); max(got-want, want-got) > someBytes/8 {
			t.Errorf("%s: %d bytes, want %d", what, got, want)
		}
	}
	before := sharedMemory(self)
	ours := memoryFile(t, "bench-input X.npy")
	defer ours.Close()
	check("ours", before)
	f := memoryFile(t, "theirs")
	check("open", before+someBytes)
	mapped, err := unix.Mmap(int(f.Fd()), 0, someBytes, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < someBytes; i += 1 << 12 {
		mapped[i] = 1
	}
	check("open and mapped", before+someBytes)
	f.Close()
	check("mapped", before+someBytes)
	if err := unix.Munmap(mapped); err != nil {
		t.Fatal(err)
	}
	check("gone", before)

	id, err := unix.SysvShmGet(unix.IPC_PRIVATE, someBytes, unix.IPC_CREAT|0o600)
	if err != nil {
		t.Fatal(err)
	}
	segment, err := unix.SysvShmAttach(id, 0, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := unix.SysvShmCtl(id, unix.IPC_RMID, nil); err != nil { // once nobody is attached
		t.Fatal(err)
	}
	for i := 0; i < someBytes; i += 1 << 12 {
		segment[i] = 1
	}
	check("System V", before+someBytes)
	if err := unix.SysvShmDetach(segment); err != nil {
		t.Fatal(err)
	}
	check("detached", before)
}
