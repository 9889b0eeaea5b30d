package sealed

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// inMemory makes a folder in memory, where files are sealed, and skips the test
// where that cannot be.
func inMemory(t *testing.T) *Folder {
	t.Helper()
	if !onMemory("/dev/shm") || !canSeal() {
		t.Skip("no memory files here")
	}
	f, err := New("/dev/shm", "sealed-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.Close)
	return f
}

// Whoever tries, root too, by whatever means: the file stays as it is.
func TestNobodyChangesASealedFile(t *testing.T) {
	path := write(t, inMemory(t), "0123456789")
	if writable(path) {
		t.Error("it was changed")
	}
	for name, attempt := range map[string]func() error{
		"chmod":  func() error { _ = os.Chmod(path, 0o666); return unwritten(path) },
		"append": func() error { return appended(path) },
		"unseal": func() error { return unsealed(path) },
	} {
		if attempt() == nil {
			t.Errorf("%s: it was changed", name)
		}
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "0123456789" {
		t.Errorf("%q, %v", b, err)
	}
}

func unwritten(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.WriteAt([]byte("x"), 3)
	return err
}

func appended(path string) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = f.Write([]byte("x"))
	return err
}

func unsealed(path string) error {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = unix.FcntlInt(f.Fd(), unix.F_ADD_SEALS, 0)
	return err
}

func TestCloseGivesDescriptorsBack(t *testing.T) {
	f := inMemory(t)
	before := open.Load()
	paths := []string{write(t, f, "a"), write(t, f, "b")}
	if open.Load() != before+2 {
		t.Errorf("%d descriptors, want 2 more than %d", open.Load(), before)
	}
	failed := os.ErrInvalid
	if _, err := f.Make(func([]*os.File) error { return failed }, "a", "b", "c"); err != failed {
		t.Errorf("error %v", err)
	}
	f.Close()
	if open.Load() != before {
		t.Errorf("%d descriptors are left of %d", open.Load(), before)
	}
	for _, path := range append(paths, f.Path) {
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s is left", path)
		}
	}
	(*Folder)(nil).Close()
}

// Without descriptors to spare, files stand in the folder and are watched.
func TestManyFiles(t *testing.T) {
	f := inMemory(t)
	rest := mostOpen() - open.Load()
	open.Add(rest)
	path := write(t, f, "a")
	open.Add(-rest)
	if filepath.Dir(path) != f.Path {
		t.Fatalf("%s is not in the folder", path)
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
	change(t, path, func(b []byte) { b[0] = 'b' })
	if err := f.Check(); err == nil {
		t.Error("a change of a mapped file in memory was not noticed")
	}
}
