package trace

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/store"
)

// log is what strace 6.1 writes of some processes.
const log = `12 execve("/usr/bin/python3", ["python3", "main.py"], 0x7ffc /* 9 vars */) = 0
12 openat(AT_FDCWD</home/me/run>, "/etc/ld.so.cache", O_RDONLY|O_CLOEXEC) = 3</etc/ld.so.cache>
12 openat(AT_FDCWD</home/me/run>, "missing", O_RDONLY) = -1 ENOENT (No such file or directory)
12 open("a(b) = 1.csv", O_RDONLY) = 4</home/me/run/a(b) = 1.csv>
13 openat(AT_FDCWD</home/me/run>, "slow.csv", O_RDONLY <unfinished ...>
12 openat(AT_FDCWD</home/me/run>, "out.csv", O_WRONLY|O_CREAT|O_TRUNC, 0666) = 5</home/me/run/out.csv>
12 openat(AT_FDCWD</home/me/run>, ".", O_RDONLY|O_NONBLOCK|O_CLOEXEC|O_DIRECTORY) = 5</home/me/run>
13 <... openat resumed>) = 6</home/me/run/slow.csv>
12 openat(AT_FDCWD</home/me/run>, "k\303\244se \"x\".csv", O_RDONLY) = 7</home/me/run/k\303\244se \"x\".csv>
14 execve("/home/me/run/a \"tool\"", ["tool"], 0x7ffc /* 9 vars */ <unfinished ...>
14 <... execve resumed>) = 0
14 execve("/home/me/run/none", ["none"], 0x7ffc /* 9 vars */) = -1 ENOENT (No such file or directory)
14 openat2(AT_FDCWD</home/me/run>, "two", {flags=O_RDWR, resolve=0}, 24) = 8</home/me/run/two>
12 openat(AT_FDCWD</home/me/run>, "slow.csv", O_RDONLY) = 6</home/me/run/slow.csv>
12 openat(AT_FDCWD</home/me/run>, "gone", O_RDWR) = 9</home/me/run/gone (deleted)>
15 <... openat resumed>) = 6</home/me/run/of nothing>
+++ exited with 0 +++
12 openat(AT_FDCWD</home/me/run>, "cut off", O_RDONLY) = 7</ho`

func TestRead(t *testing.T) {
	got, err := Read(strings.NewReader(log))
	want := []string{"/usr/bin/python3", "/etc/ld.so.cache", "/home/me/run/a(b) = 1.csv", "/home/me/run/slow.csv", `/home/me/run/käse "x".csv`,
		`/home/me/run/a "tool"`, "/home/me/run/two"}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%q, %v", got, err)
	}
}

// Files are named by their paths with digests; what belongs to interpreters and to the system is counted; what is
// declared, and what is the kernel's or scratch, is left out.
func TestList(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	for _, name := range []string{"secret.csv", "package/main.py"} {
		if err := os.MkdirAll(filepath.Dir(at(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at(name), []byte("abc"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink("package", at("link")); err != nil {
		t.Fatal(err)
	}
	declared := Declared{}
	declared.Add(at("link"))
	declared.Add("")
	got := List("p", []string{at("gone"), at("secret.csv"), at("package/main.py"), at("link/main.py"), "/proc/self/maps",
		"/dev/null", "/dev/shm/bench-scratch-12-3/x", "/home/me/env/lib/python3.12/site-packages/numpy/a.py",
		"/home/me/env/lib/python3.12/site-packages/numpy/core/b.so", "/home/me/env/lib/python3.12/os.py",
		"/usr/lib/x86_64-linux-gnu/libc.so.6", "/usr/lib/libm.so", "/etc/passwd", "/usrx/file"}, declared)
	want := []store.Opened{
		{Plugin: "p", Path: at("gone"), Files: 1},
		{Plugin: "p", Path: at("secret.csv"), Files: 1, Bytes: 3,
			SHA256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{Plugin: "p", Path: "/usrx/file", Files: 1},
		{Plugin: "p", Path: "/etc", Files: 1, Group: true},
		{Plugin: "p", Path: "/home/me/env/lib/python3.12", Files: 1, Group: true},
		{Plugin: "p", Path: "/home/me/env/lib/python3.12/site-packages/numpy", Files: 2, Group: true},
		{Plugin: "p", Path: "/usr/lib", Files: 2, Group: true},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v", got)
	}
}

// Whatever a log holds, paths are absolute and clean.
func FuzzRead(f *testing.F) {
	f.Add(log)
	f.Add("1 openat(\"\\777\\\", O_RDONLY) = 3</a\\0b>\n")
	f.Add("1 execve(\") = 0\n1 <... \n <unfinished ...>\n")
	f.Fuzz(func(t *testing.T, text string) {
		paths, err := Read(strings.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if !filepath.IsAbs(path) || filepath.Clean(path) != path {
				t.Errorf("%q", path)
			}
		}
	})
}
