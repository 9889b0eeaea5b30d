package scratch

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestFoldersArePrivateAndOurs(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, make := range []func() (*Dir, error){Sockets, func() (*Dir, error) { return Matrices(1) }} {
		dir, err := make()
		if err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(dir.Path)
		if err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v %v, want mode 0700", dir.Path, info, err)
		}
		Sweep()
		if _, err := os.Stat(dir.Path); err != nil {
			t.Errorf("the sweep took the folder of a living process: %v", err)
		}
		if err := dir.Remove(); err != nil {
			t.Error(err)
		}
		if _, err := os.Stat(dir.Path); err == nil {
			t.Errorf("%s is still there", dir.Path)
		}
	}
}

func TestMatricesThatDoNotFitGoToDisk(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dir, err := Matrices(1 << 60)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Remove()
	if !strings.HasPrefix(dir.Path, os.TempDir()) {
		t.Errorf("an exabyte went to %s", dir.Path)
	}
}

func TestLongTemporaryPathsAreNotForSockets(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), strings.Repeat("x", 90)))
	dir, err := Sockets()
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Remove()
	if len(dir.Path) > maxSocketPath {
		t.Errorf("%s leaves no room for a socket's name", dir.Path)
	}
}

func TestRelativeTemporaryPathsBecomeAbsolute(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("TMPDIR", ".")
	dir, err := Matrices(1 << 60)
	if err != nil {
		t.Fatal(err)
	}
	defer dir.Remove()
	if !filepath.IsAbs(dir.Path) {
		t.Errorf("the folder is %s", dir.Path)
	}
}

// TestMain lets this executable play a run that dies without removing anything.
func TestMain(m *testing.M) {
	if os.Getenv("SCRATCH_TEST_OWNER") != "" {
		dir, err := Matrices(1 << 60)
		if err != nil {
			os.Exit(1)
		}
		os.Stdout.WriteString(dir.Path + "\n")
		_, _ = os.Stdin.Read(make([]byte, 1))
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func TestSweepRemovesFoldersOfTheDeadOnly(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	owner := exec.Command(os.Args[0])
	owner.Env = append(os.Environ(), "SCRATCH_TEST_OWNER=1")
	stdin, err := owner.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	dir := strings.TrimSpace(line)
	Sweep()
	if _, err := os.Stat(dir); err != nil {
		t.Fatalf("the sweep took the folder of another living process: %v", err)
	}
	stdin.Close()
	_ = owner.Wait()
	if Sweep(); exists(dir) {
		t.Error("the folder of a dead process is still there")
	}
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// What only looks like ours is left alone: a user's folder, whatever its name.
func TestSweepLeavesStrangersAlone(t *testing.T) {
	tmp := t.TempDir()
	t.Setenv("TMPDIR", tmp)
	for _, name := range []string{"bench-2026-11-21", "bench-1-2-3", prefix + "results", prefix + "1"} {
		path := filepath.Join(tmp, name)
		if err := os.MkdirAll(filepath.Join(path, "x"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	locked := filepath.Join(tmp, prefix+"open", lockName)
	if err := os.MkdirAll(filepath.Dir(locked), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(locked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	Sweep()
	if entries, err := os.ReadDir(tmp); err != nil || len(entries) != 5 {
		t.Errorf("%d of 5 folders are left, %v", len(entries), err)
	}
}

// A process that was killed before it could lock its folder leaves one without a
// lock; that of a living process is let be.
func TestSweepOfUnfinishedFolders(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	dead := exec.Command("true")
	if err := dead.Run(); err != nil {
		t.Fatal(err)
	}
	folders := map[string]bool{ // whether it is to go
		fmt.Sprintf("%s%d-1", prefix, dead.Process.Pid): true,
		fmt.Sprintf("%s%d-2", prefix, os.Getpid()):      false,
		prefix + "x-3": false,
	}
	for name := range folders {
		if err := os.Mkdir(filepath.Join(os.TempDir(), name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	Sweep()
	for name, gone := range folders {
		if _, err := os.Stat(filepath.Join(os.TempDir(), name)); os.IsNotExist(err) != gone {
			t.Errorf("%s: gone is %v, want %v", name, !gone, gone)
		}
	}
}
