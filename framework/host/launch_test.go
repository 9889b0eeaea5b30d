package host

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/manyclass/bench/framework/contract"
)

// slow is a package whose process writes a line and does the rest of a script; the
// lines are counted.
func slow(t *testing.T, script string) (Package, func() int) {
	t.Helper()
	lines := filepath.Join(t.TempDir(), "lines")
	pkg := opened(t, folder(t, map[string]string{
		"plugin.hcl": "command = [\"sh\", \"./start.sh\"]\nlearners = [\"l\"]\n",
		"start.sh":   "echo started >> " + lines + "\nlines=" + lines + "\n" + script,
	}))
	pkg.Limits.Start = time.Hour
	return pkg, func() int {
		content, _ := os.ReadFile(lines)
		return strings.Count(string(content), "\n")
	}
}

// together ends when there are two lines.
const together = "while [ $(wc -l < $lines) -lt 2 ]; do sleep 0.01; done\nexit 3\n"

// The processes of all workers start side by side: here each waits for the other.
func TestSlotsStartTogether(t *testing.T) {
	pkg, started := slow(t, together)
	pool := NewPool([]Package{pkg}, folders(t))
	pool.Ahead = 2
	defer pool.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	_, errs := pool.Describe(ctx)
	if len(errs) != 1 || errors.Is(errs[0], context.DeadlineExceeded) || !strings.Contains(errs[0].Error(), "exit status 3") {
		t.Fatalf("%v", errs)
	}
	if n := started(); n != 2 {
		t.Errorf("%d starts", n)
	}
	// What failed ahead of its time is tried again when it is wanted, once.
	if _, err := pool.process(ctx, 1, pkg); err == nil || started() != 3 {
		t.Errorf("%d starts, %v", started(), err)
	}
}

// So do packages.
func TestPackagesStartTogether(t *testing.T) {
	a, started := slow(t, together)
	b := a
	b.Name = "other"
	pool := NewPool([]Package{a, b}, folders(t))
	defer pool.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	if _, errs := pool.Describe(ctx); len(errs) != 2 || started() != 2 || errors.Is(errs[0], context.DeadlineExceeded) {
		t.Errorf("%d starts, %v", started(), errs)
	}
}

// Whoever ends a pool does not wait for what is starting.
func TestCloseWhileStarting(t *testing.T) {
	pkg, started := slow(t, "exec sleep 1000\n")
	pool := NewPool([]Package{pkg}, folders(t))
	pool.Ahead = 2
	described := make(chan []error)
	go func() {
		_, errs := pool.Describe(t.Context())
		described <- errs
	}()
	for started() < 2 {
		time.Sleep(time.Millisecond)
	}
	pool.Close()
	if errs := <-described; len(errs) != 1 {
		t.Errorf("%v", errs)
	}
}

// Only packages with manifests start ahead, and what no slot will need is ended.
func TestKeepStartsWhatIsNeeded(t *testing.T) {
	pkg, started := slow(t, "exec sleep 1000\n")
	plain := script(t, "exec sleep 1000\n")
	pool := NewPool([]Package{pkg, plain}, folders(t))
	defer pool.Close()
	of := func(p Package, kind contract.Kind) {
		d := Described{Package: p}
		d.Components = []contract.Component{{Kind: kind, Name: "l"}}
		pool.described = append(pool.described, d)
	}
	of(pkg, contract.KindLearner)
	of(plain, contract.KindReducer)
	all := func(contract.Kind, string) bool { return true }
	_ = pool.Keep(t.Context(), 3, all)
	for started() < 2 {
		time.Sleep(time.Millisecond)
	}
	if n := len(pool.launches); n != 2 {
		t.Errorf("%d processes, want two of the package with a manifest", n)
	}
	_ = pool.Keep(t.Context(), 2, all)
	if n := len(pool.launches); n != 1 {
		t.Errorf("%d processes for two workers, one of which has none yet", n)
	}
	_ = pool.Keep(t.Context(), 2, func(kind contract.Kind, _ string) bool { return kind == contract.KindReducer })
	if n := len(pool.launches); n != 0 {
		t.Errorf("%d processes of a package that nobody uses", n)
	}
}

// A start that ended with its caller's context does not fail the next caller.
func TestStartThatWasCutOffIsBegunAnew(t *testing.T) {
	pkg, started := slow(t, "[ $(wc -l < $lines) -lt 2 ] && exec sleep 1000\nexit 3\n")
	pool := NewPool([]Package{pkg}, folders(t))
	defer pool.Close()
	full := errors.New("full")
	ctx, cancel := context.WithCancelCause(t.Context())
	go func() {
		for started() < 1 {
			time.Sleep(time.Millisecond)
		}
		cancel(full)
	}()
	if _, err := pool.process(ctx, 0, pkg); !errors.Is(err, full) {
		t.Errorf("%v", err)
	}
	if _, err := pool.process(t.Context(), 0, pkg); err == nil || !strings.Contains(err.Error(), "exit status 3") {
		t.Errorf("%d starts, %v", started(), err)
	}
}
