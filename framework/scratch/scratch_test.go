package scratch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

func TestFoldersArePrivateAndOurs(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, make := range []func() (string, error){Sockets, func() (string, error) { return Matrices(1) }} {
		dir, err := make()
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		info, err := os.Stat(dir)
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v %v, want mode 0700", dir, info, err)
		}
		Sweep()
		if _, err := os.Stat(dir); err != nil {
			t.Errorf("the sweep took the folder of a living process: %v", err)
		}
	}
}

func TestMatricesThatDoNotFitGoToDisk(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir, err := Matrices(1 << 60)
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if !strings.HasPrefix(dir, os.TempDir()) {
		t.Errorf("an exabyte went to %s", dir)
	}
}

func TestLongTemporaryPathsAreNotForSockets(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), strings.Repeat("x", 90)))
	dir, err := Sockets()
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(dir)
	if len(dir) > maxSocketPath {
		t.Errorf("%s leaves no room for a socket's name", dir)
	}
}

func TestSweepRemovesFoldersOfTheDead(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	cmd := exec.Command("true")
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	dead := filepath.Join(tmp, "bench-"+strconv.Itoa(cmd.Process.Pid)+"-1-123")
	stranger := filepath.Join(tmp, "bench-notes")
	for _, dir := range []string{dead, stranger} {
		if err := os.MkdirAll(filepath.Join(dir, "x"), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if n := Sweep(); n < 1 {
		t.Errorf("swept %d folders", n)
	}
	if _, err := os.Stat(dead); err == nil {
		t.Error("the folder of a dead process is still there")
	}
	if _, err := os.Stat(stranger); err != nil {
		t.Error("a stranger's folder is gone")
	}
}
