package depot

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

func write(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(content), mode)); err != nil {
		t.Fatal(err)
	}
}

func holds(t *testing.T, path, content string) {
	t.Helper()
	if b, err := os.ReadFile(path); err != nil || string(b) != content {
		t.Errorf("%s holds %q, %v; want %q", path, b, err, content)
	}
}

// A file goes to a node once, and again if the node's copy was changed; processes of
// one node do not disturb each other.
func TestFilesTravel(t *testing.T) {
	dir := t.TempDir()
	shared, node, file := filepath.Join(dir, "shared"), filepath.Join(dir, "node"), filepath.Join(dir, "a b.csv")
	write(t, file, "x,y\n", 0o600)
	e, err := FileEntry(file)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := e.Put(shared, file); err != nil {
			t.Fatal(err)
		}
	}
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			path, err := e.Fetch(node, shared, nil)
			if err != nil || filepath.Base(path) != "a b.csv" {
				t.Error(path, err)
			}
			holds(t, path, "x,y\n")
		})
	}
	wait.Wait()
	write(t, e.Path(node), "other", 0o600)
	path, err := e.Fetch(node, shared, nil)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, path, "x,y\n")
	if err := os.RemoveAll(shared); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Fetch(node, shared, nil); err != nil {
		t.Errorf("what the node has was fetched again: %v", err)
	}
	if left, err := filepath.Glob(filepath.Join(node, ".new-*")); err != nil || len(left) > 0 {
		t.Error(left, err)
	}
}

// Bytes that are not those of the digest are refused, and not kept.
func TestOtherBytes(t *testing.T) {
	dir := t.TempDir()
	shared, node, file := filepath.Join(dir, "shared"), filepath.Join(dir, "node"), filepath.Join(dir, "a")
	write(t, file, "one", 0o644)
	e, err := FileEntry(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Put(shared, file); err != nil {
		t.Fatal(err)
	}
	write(t, e.Path(shared), "two", 0o644)
	if _, err := e.Fetch(node, shared, nil); !errors.Is(err, ErrOther) || !strings.Contains(err.Error(), e.Path(shared)) {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(e.Path(node)); err == nil {
		t.Error("other bytes are kept")
	}
	write(t, e.Path(shared), "one", 0o644)
	if _, err := e.Fetch(node, shared, nil); err != nil {
		t.Error(err)
	}
}

// Folders keep links, modes and what stands beside.
func TestFoldersTravel(t *testing.T) {
	dir := t.TempDir()
	shared, node, from := filepath.Join(dir, "shared"), filepath.Join(dir, "node"), filepath.Join(dir, "plugin")
	write(t, filepath.Join(from, "lib", "x.py"), "pass", 0o644)
	write(t, filepath.Join(from, "run"), "#!/bin/sh", 0o755)
	if err := os.Symlink("lib", filepath.Join(from, "lib64")); err != nil {
		t.Fatal(err)
	}
	digest := func(path string) (string, error) {
		if _, err := os.Stat(filepath.Join(path, "lib64", "x.py")); err != nil {
			return "", err
		}
		return "d1", nil
	}
	e := Entry{"d1", "plugin"}
	if err := e.Put(shared, from); err != nil {
		t.Fatal(err)
	}
	path, err := e.Fetch(node, shared, digest)
	if err != nil {
		t.Fatal(err)
	}
	holds(t, filepath.Join(path, "lib64", "x.py"), "pass")
	if info, err := os.Stat(filepath.Join(path, "run")); err != nil || info.Mode().Perm() != 0o755 {
		t.Error(info, err)
	}
}

// What has the same bytes and another name is there by both names.
func TestTwoNames(t *testing.T) {
	dir := t.TempDir()
	shared, node := filepath.Join(dir, "shared"), filepath.Join(dir, "node")
	for _, name := range []string{"one.csv", "two.csv", "one.csv"} {
		file := filepath.Join(dir, name)
		write(t, file, "same", 0o644)
		e, err := FileEntry(file)
		if err != nil {
			t.Fatal(err)
		}
		if err := e.Put(shared, file); err != nil {
			t.Fatal(err)
		}
		path, err := e.Fetch(node, shared, nil)
		if err != nil || filepath.Base(path) != name {
			t.Fatal(path, err)
		}
		holds(t, path, "same")
	}
}

// A folder that cannot be written is an error, and leaves nothing.
func TestPutFails(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "file"), "", 0o644)
	if err := (Entry{"d", "x"}).Put(filepath.Join(dir, "file", "depot"), filepath.Join(dir, "file")); err == nil {
		t.Error("a depot below a file")
	}
	if err := (Entry{"d", "x"}).Put(filepath.Join(dir, "depot"), filepath.Join(dir, "nothing")); err == nil {
		t.Error("nothing was put")
	}
	if entries, err := os.ReadDir(filepath.Join(dir, "depot")); err != nil || len(entries) > 0 {
		t.Error(entries, err)
	}
}
