package sealed

import (
	"os"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func write(t *testing.T, f *Folder, content string) string {
	t.Helper()
	paths, err := f.Make(func(files []*os.File) error {
		_, err := files[0].WriteString(content)
		return err
	}, "X.npy")
	if err != nil {
		t.Fatal(err)
	}
	return paths[0]
}

// change changes a file through a mapping, as root or after a chmod.
func change(t *testing.T, path string, do func([]byte)) {
	t.Helper()
	if err := os.Chmod(path, 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	m, err := unix.Mmap(int(file.Fd()), 0, int(info.Size()), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	do(m)
	if err := unix.Munmap(m); err != nil {
		t.Fatal(err)
	}
}

// onDisk is a folder that is on a disk also where temporary files are in memory.
const onDisk = "/var/tmp"

// On a disk a change is noticed, however it was made; a touch alone is not a change.
func TestChangesOnDiskAreNoticed(t *testing.T) {
	t.Setenv("TMPDIR", onDisk)
	for name, do := range map[string]func(path string) error{
		"mapped":    func(path string) error { change(t, path, func(b []byte) { b[2]++ }); return nil },
		"written":   func(path string) error { return os.WriteFile(path, []byte("0123"), 0o600) },
		"truncated": func(path string) error { return os.Truncate(path, 2) },
		"removed":   os.Remove,
		"replaced": func(path string) error {
			if err := os.WriteFile(path+"2", []byte("9"), 0o600); err != nil {
				return err
			}
			return os.Rename(path+"2", path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, err := New(t.TempDir(), "sealed-")
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			path := write(t, f, "0123456789")
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o400 {
				t.Errorf("%v, %v", info.Mode(), err)
			}
			if err := os.Chtimes(path, stamp.Add(5), stamp.Add(5)); err != nil {
				t.Fatal(err)
			}
			if err := f.Check(); err != nil {
				t.Fatalf("before: %v", err)
			}
			if err := os.Chmod(path, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := do(path); err != nil {
				t.Fatal(err)
			}
			if err := f.Check(); err == nil || !strings.Contains(err.Error(), "input") {
				t.Errorf("error %v", err)
			}
		})
	}
}
