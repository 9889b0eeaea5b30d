package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// script writes an executable shell script and returns its package.
func script(t *testing.T, body string) Package {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plugin")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	pkg, err := OpenPackage("plugin", path)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// sockets is a private folder with a short path.
func sockets(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "s")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	return dir
}

// folders are those of plugins.
func folders(t *testing.T) Folders {
	t.Helper()
	return Folders{Sockets: sockets(t), Temporary: t.TempDir()}
}

// fails starts a plugin that must not start.
func fails(ctx context.Context, t *testing.T, body string) *Error {
	t.Helper()
	_, err := Start(ctx, script(t, body), folders(t))
	var e *Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v", err)
	}
	return e
}

func TestExitAtStart(t *testing.T) {
	e := fails(t.Context(), t, "echo 'no licence found' >&2\nexit 3\n")
	if text := e.Error(); !strings.Contains(text, "exit status 3") || !strings.Contains(text, "no licence found") ||
		!strings.Contains(text, "before the handshake") {
		t.Errorf("message %q", text)
	}
}

func TestNoHandshake(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	e := fails(ctx, t, "exec sleep 1000\n")
	if !errors.Is(e, context.DeadlineExceeded) {
		t.Errorf("error %v", e)
	}
}

func TestGarbageInsteadOfHandshake(t *testing.T) {
	for name, body := range map[string]string{
		"words":      "echo hello\nexec sleep 1000\n",
		"long line":  "head -c 5000000 /dev/zero | tr '\\0' x\nexec sleep 1000\n",
		"json":       "echo '{\"@message\": 5}' >&2\necho hello\nexec sleep 1000\n",
		"version 99": "echo '1|99|unix|/nowhere|grpc|'\nexec sleep 1000\n",
	} {
		t.Run(name, func(t *testing.T) {
			if e := fails(t.Context(), t, body); errors.Is(e, context.DeadlineExceeded) {
				t.Errorf("waited for a better one: %v", e)
			}
		})
	}
}

// What go-plugin kills a process for is said, although the process is gone when it is.
func TestRefusedHandshakesAreSaid(t *testing.T) {
	for range 30 {
		e := fails(t.Context(), t, "echo '1|99|unix|/nowhere|grpc|'\nexec sleep 1000\n")
		if !strings.Contains(e.Error(), "incompatible API version") {
			t.Fatalf("error %v", e)
		}
	}
}

func TestTheWholeGroupIsKilled(t *testing.T) {
	child := filepath.Join(t.TempDir(), "child")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ; ctx.Err() == nil; time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat(child); err == nil {
				cancel()
			}
		}
	}()
	fails(ctx, t, "sleep 1000 &\necho $! > "+child+".new\nmv "+child+".new "+child+"\nwait\n")
	b, err := os.ReadFile(child)
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(b)))
	if err != nil {
		t.Fatal(err)
	}
	for range 6000 {
		if syscall.Kill(pid, 0) != nil {
			return
		}
		if stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat"); err == nil &&
			strings.Contains(string(stat), ") Z ") {
			return // dead; nobody here reaps orphans
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the plugin's child lives on")
}

func TestPackages(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("alone", "#!", 0o755)
	write("notes.txt", "no plugin", 0o644)
	write("folder/folder", "#!", 0o755)
	write("folder/model.bin", "weights", 0o644)
	write("two/a", "#!", 0o755)
	write("two/b", "#!", 0o755)
	found, unusable := FindPackages(dir)
	if unusable != nil || len(found) != 2 || found[0].Name != "alone" || found[1].Name != "folder" {
		t.Fatalf("found %+v, %v", found, unusable)
	}
	if _, unusable := FindPackages(filepath.Join(dir, "missing")); unusable != nil {
		t.Errorf("a missing folder: %v", unusable)
	}
	before := found[1].Digest
	write("folder/__pycache__/x.pyc", "cache", 0o644)
	if p, err := OpenPackage("folder", filepath.Join(dir, "folder")); err != nil || p.Digest != before {
		t.Errorf("a cache changed the digest: %v", err)
	}
	write("folder/model.bin", "other weights", 0o644)
	if p, err := OpenPackage("folder", filepath.Join(dir, "folder")); err != nil || p.Digest == before {
		t.Errorf("another model left the digest: %v", err)
	}
	for source, want := range map[string]string{"two": "2 executable files", "notes.txt": "not executable",
		"gone": "nothing at"} {
		if _, err := OpenPackage("p", filepath.Join(dir, source)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", source, err)
		}
	}
	if p, err := OpenPackage("a", filepath.Join(dir, "two")); err != nil || filepath.Base(p.Executable) != "a" {
		t.Errorf("the executable of the plugin's own name: %+v, %v", p, err)
	}
}

// Every launch but the first is preceded by a look at the files, whether the
// process before it was lost or has another slot.
func TestAChangedPackageIsNotStartedAgain(t *testing.T) {
	pkg := script(t, "echo launched >> launches\nexit 0\n")
	launches := filepath.Join(filepath.Dir(pkg.Executable), "launches")
	count := func() int {
		b, err := os.ReadFile(launches)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Count(string(b), "launched")
	}
	pool := NewPool([]Package{pkg}, folders(t))
	defer pool.Close()
	for slot := range 2 {
		if _, err := pool.process(t.Context(), slot, pkg); err == nil || strings.Contains(err.Error(), "changed") {
			t.Fatalf("unchanged, slot %d: %v", slot, err)
		}
	}
	if err := os.WriteFile(pkg.Executable, []byte("#!/bin/sh\necho launched >> launches\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	changed, err := OpenPackage(pkg.Name, pkg.Root)
	if err != nil {
		t.Fatal(err)
	}
	for slot := range 3 {
		_, err := pool.process(t.Context(), slot, pkg)
		if PluginOf(err) != "plugin" {
			t.Fatalf("slot %d: error %v", slot, err)
		}
		for _, word := range []string{"changed while bench was running", pkg.Digest, changed.Digest, "run bench again",
			"bench init -upgrade"} {
			if !strings.Contains(err.Error(), word) {
				t.Errorf("slot %d: the error lacks %q: %v", slot, word, err)
			}
		}
	}
	if n := count(); n != 2 {
		t.Errorf("%d launches, want the 2 from before the change", n)
	}
}

func TestLastWords(t *testing.T) {
	w := &lastWords{}
	for range 3000 {
		_, _ = w.Write([]byte("ten bytes\n"))
	}
	_, _ = w.Write([]byte("the \x1b[31mend\xff\x00\n"))
	text := w.String()
	if len(text) > wordsLimit || !strings.HasSuffix(text, "the [31mend?") {
		t.Errorf("%d bytes, ending in %q", len(text), text[len(text)-20:])
	}
	_, _ = w.Write(make([]byte, 3*wordsLimit))
	if text := w.String(); text != "" {
		t.Errorf("zeros are printed as %q", text)
	}
}

func TestPluginsSeeOnlyWhatTheyMay(t *testing.T) {
	t.Setenv("AWS_SECRET_ACCESS_KEY", "hidden")
	t.Setenv("LANG", "C")
	t.Setenv(KernelsVariable, "portable")
	env := strings.Join(Package{}.environment("/tmp"), "\n")
	if strings.Contains(env, "hidden") || !strings.Contains(env, "LANG=C") ||
		!strings.Contains(env, "OMP_NUM_THREADS=1") || !strings.Contains(env, "BENCH_KERNELS=portable") {
		t.Errorf("environment:\n%s", env)
	}
}
