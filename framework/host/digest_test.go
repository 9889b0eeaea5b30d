package host

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// environmentOf makes a folder like a plugin with a virtual environment and
// returns how to change it.
func environmentOf(t *testing.T) (dir string, write func(name, content string)) {
	dir = filepath.Join(t.TempDir(), "venv")
	write = func(name, content string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	write("venv", "#!/bin/sh\n")
	write("lib/python3/site.py", "pass")
	for name, target := range map[string]string{"lib64": "lib", "self": ".", "gone": "nowhere", "bin/sh": "/bin/sh",
		"share": "/usr/share"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	return dir, write
}

// A folder with a virtual environment is a plugin: links to folders, dangling
// ones, pipes and sockets are allowed, and what counts is said in the guide.
func TestAVirtualEnvironmentIsHashed(t *testing.T) {
	dir, write := environmentOf(t)
	socket, err := net.Listen("unix", filepath.Join(dir, "socket"))
	if err != nil {
		t.Skipf("a socket beside the plugin: %v", err)
	}
	defer socket.Close()
	digest := func() string {
		t.Helper()
		p, err := OpenPackage("venv", dir)
		if err != nil {
			t.Fatal(err)
		}
		return p.Digest
	}
	before := digest()
	for _, left := range []string{
		"lib/__pycache__/site.pyc", ".git/HEAD", "core", "core.123", "hs_err_pid7.log", ".mypy_cache/x",
		"results/try/journal/0.jsonl", "plugin.jsa",
	} {
		write(left, "left behind")
	}
	if now := digest(); now != before {
		t.Error("what was left behind counts")
	}
	for _, own := range []string{"lib/python3/site.py", "score.py", "logs/model"} {
		write(own, "other code")
		now := digest()
		if now == before {
			t.Errorf("%s does not count", own)
		}
		before = now
	}
	if err := os.Remove(filepath.Join(dir, "share")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/usr/lib", filepath.Join(dir, "share")); err != nil {
		t.Fatal(err)
	}
	if digest() == before {
		t.Error("where a link leads does not count")
	}
	link := filepath.Join(t.TempDir(), "venv")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	if p, err := OpenPackage("venv", link); err != nil || p.Digest != digest() {
		t.Errorf("through a link: %v", err)
	}
}

// Files that are older than the look at them need not be read again to be known
// unchanged; younger ones are.
func TestStamps(t *testing.T) {
	dir, write := environmentOf(t)
	stamp := func() string {
		t.Helper()
		l, err := list(dir)
		if err != nil {
			t.Fatal(err)
		}
		return l.stamp()
	}
	if s := stamp(); s != "" {
		t.Error("files that may still be written have a stamp")
	}
	var before string
	for before = stamp(); before == ""; before = stamp() {
		time.Sleep(restless / 10)
	}
	if stamp() != before {
		t.Error("the same files have two stamps")
	}
	write("venv", "#!/bin/sh #\n")
	if stamp() == before {
		t.Error("another file has the same stamp")
	}
}

// A plugin that cannot be read, or is a pipe, is no obstacle to the others.
func TestUnusablePackages(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, mode os.FileMode) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("sound", 0o755)
	write("loop/loop", 0o755)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o777); err != nil {
		t.Fatal(err)
	}
	found, unusable := FindPackages(dir)
	if len(unusable) > 0 || len(found) != 2 {
		t.Errorf("found %v, %v", found, unusable)
	}
	if os.Getuid() == 0 {
		return // everything can be read
	}
	write("secret", 0o111)
	found, unusable = FindPackages(dir)
	if len(unusable) != 1 || len(found) != 2 || !strings.Contains(unusable[0].Error(), "secret cannot be read") {
		t.Errorf("found %v, %v", found, unusable)
	}
}

// Locking a plugin in its own folder, and trying it there, leaves it what it is; a file
// of its own that looks alike counts.
func TestExperimentsBesideThePluginDoNotCount(t *testing.T) {
	dir, write := environmentOf(t)
	digest := func() string {
		t.Helper()
		p, err := OpenPackage("venv", dir)
		if err != nil {
			t.Fatal(err)
		}
		return p.Digest
	}
	before := digest()
	for _, beside := range [][2]string{
		{"bench.lock.hcl", "# locked"}, {"results/try/journal/0.jsonl", ""}, {"results/try/manifest.json", "{}"},
		{"try.hcl", "bench {\n  required_plugins {\n    venv = { source = \".\" }\n  }\n}\n"},
	} {
		write(beside[0], beside[1])
		if digest() != before {
			t.Errorf("%s counts", beside[0])
		}
	}
	for _, own := range []string{"settings.hcl", "plugins/required_plugins", "try.json"} {
		write(own, "depth = 3")
		now := digest()
		if now == before {
			t.Errorf("%s does not count", own)
		}
		before = now
	}
}
