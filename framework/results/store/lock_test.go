package store

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// newResults makes a results folder without results.
func newResults(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, JournalDir), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// One process at a time runs; the other learns who does. Writing tables is a lock of its own.
func TestLock(t *testing.T) {
	dir := newResults(t)
	owner := NewOwner("bench run")
	first, err := TryLock(dir, Running, owner)
	if err != nil {
		t.Fatal(err)
	}
	var locked *LockedError
	if _, err := TryLock(dir, Running, NewOwner("bench merge")); !errors.As(err, &locked) || locked.Owner != owner || locked.Dir != dir {
		t.Fatalf("%v, %+v", err, locked)
	}
	tables, err := TryLock(dir, Writing, owner)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(first.Release(), tables.Release(), (*Lock)(nil).Release()); err != nil {
		t.Fatal(err)
	}
	if text, err := os.ReadFile(filepath.Join(dir, JournalDir, ".run.lock")); err != nil || len(text) > 0 {
		t.Errorf("the free lock says %q, %v", text, err)
	}
	again, err := TryLock(dir, Running, owner)
	if err != nil {
		t.Fatal(err)
	}
	// A lock whose file was removed with its folder holds nobody up.
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(filepath.Join(dir, JournalDir), 0o755)); err != nil {
		t.Fatal(err)
	}
	other, err := TryLock(dir, Running, owner)
	if err := errors.Join(err, again.Release(), other.Release()); err != nil {
		t.Error(err)
	}
}

// Who waits for a lock is told of the owner once, and gets it when it is free.
func TestWaitLock(t *testing.T) {
	dir, owner := newResults(t), NewOwner("bench report")
	held, err := TryLock(dir, Writing, owner)
	if err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	_, err = WaitLock(ended, dir, Writing, NewOwner("bench run"), func(Owner) { end() })
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("waiting ended with %v", err)
	}
	told := 0
	lock, err := WaitLock(t.Context(), dir, Writing, NewOwner("bench run"), func(o Owner) {
		if told++; o != owner || held.Release() != nil {
			t.Errorf("held by %v", o)
		}
	})
	if err != nil || told != 1 {
		t.Fatalf("%v, told %d times", err, told)
	}
	if err := lock.Release(); err != nil {
		t.Error(err)
	}
}

// The lock of a process that was killed is free.
func TestLockOfAKilledProcess(t *testing.T) {
	const folder = "BENCH_TEST_LOCK"
	if dir := os.Getenv(folder); dir != "" {
		if _, err := TryLock(dir, Running, NewOwner("bench run")); err != nil {
			t.Fatal(err)
		}
		os.Stdout.WriteString("held\n")
		select {}
	}
	dir := newResults(t)
	child := exec.Command(os.Args[0], "-test.run=^TestLockOfAKilledProcess$")
	child.Env = append(os.Environ(), folder+"="+dir)
	out, err := child.StdoutPipe()
	if err := errors.Join(err, child.Start()); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	_, err = TryLock(dir, Running, NewOwner("bench run"))
	var locked *LockedError
	if line != "held\n" || !errors.As(err, &locked) || locked.Owner.PID != child.Process.Pid ||
		!strings.Contains(err.Error(), "is in use by bench run (process ") {
		t.Errorf("%q, %v", line, err)
	}
	if err := child.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = child.Wait()
	lock, err := TryLock(dir, Running, NewOwner("bench run"))
	if err := errors.Join(err, lock.Release()); err != nil {
		t.Error(err)
	}
}
