package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/contract/service"
)

// A process that ends is told as such at once, whatever else waits for it: here
// a handshake names a socket that nothing listens at.
func TestExitAfterTheHandshake(t *testing.T) {
	pkg := script(t, "echo '1|1|unix|/nowhere/socket|grpc|'\necho 'no licence found' >&2\nexit 3\n")
	pkg.Limits.Start = time.Hour
	p, err := Start(t.Context(), pkg, folders(t))
	if err == nil {
		_, err = p.Describe(t.Context())
	}
	if err == nil || errors.Is(err, context.DeadlineExceeded) {
		t.Fatalf("error %v", err)
	}
	for _, words := range []string{"exit status 3", "no licence found"} {
		if !strings.Contains(err.Error(), words) {
			t.Errorf("the error lacks %q: %v", words, err)
		}
	}
}

// That a plugin starts slowly says nothing about the call that wanted it: it is
// no timeout of the call.
func TestStartTakesTooLong(t *testing.T) {
	pkg := script(t, "exec sleep 1000\n")
	pkg.Limits.Start = 50 * time.Millisecond
	_, err := Start(t.Context(), pkg, folders(t))
	if !errors.Is(err, service.ErrStart) || errors.Is(err, context.DeadlineExceeded) ||
		!strings.Contains(err.Error(), "no answer within 50ms, its start_timeout") {
		t.Errorf("error %v", err)
	}
}

// What a process printed before its end is read, although a grandchild holds the
// pipe and nobody had the time to read before.
func TestOutputIsReadToItsEnd(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	if _, err := write.WriteString("first\nlast\n"); err != nil {
		t.Fatal(err)
	}
	if err := read.SetReadDeadline(time.Now()); err != nil {
		t.Fatal(err)
	}
	w := &lastWords{}
	w.readAll(read)
	if got := w.String(); got != "first\nlast" {
		t.Errorf("read %q", got)
	}
}

func TestEachProcessHasATemporaryFolder(t *testing.T) {
	pkg := script(t, "echo \"$TMPDIR\" > seen\ntouch \"$TMPDIR/litter\"\nexit 0\n")
	where := folders(t)
	if _, err := Start(t.Context(), pkg, where); err == nil {
		t.Fatal("it passes for a plugin")
	}
	seen, err := os.ReadFile(filepath.Join(filepath.Dir(pkg.Executable), "seen"))
	if err != nil {
		t.Fatal(err)
	}
	if dir := filepath.Dir(strings.TrimSpace(string(seen))); dir != where.Temporary {
		t.Errorf("TMPDIR is %s", seen)
	}
	for ; ; time.Sleep(time.Millisecond) {
		left, err := os.ReadDir(where.Temporary)
		if err != nil {
			t.Fatal(err)
		}
		if len(left) == 0 {
			return
		}
	}
}

func TestEnvironmentOfAPackage(t *testing.T) {
	t.Setenv("PATH", "/ours")
	p := Package{Digest: "d", Env: map[string]string{"PATH": "/theirs", "VIRTUAL_ENV": "/venv"}}
	env := p.environment("/tmp/own")
	if n := len(env); env[n-2] != "PATH=/theirs" || env[n-1] != "VIRTUAL_ENV=/venv" {
		t.Errorf("environment %q", env)
	}
}
