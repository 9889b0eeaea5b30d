package doctor

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/scratch"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/host"
	"github.com/manyclass/bench/framework/results/store"
)

func TestChecks(t *testing.T) {
	place := func(free int64, err error) func() scratch.Place {
		return func() scratch.Place { return scratch.Place{Path: "/tmp", Free: free, Err: err} }
	}
	machine := func(m host.Memory) func() host.Memory { return func() host.Memory { return m } }
	said := func(text string, err error) func(context.Context) (string, error) {
		return func(context.Context) (string, error) { return text, err }
	}
	refused := errors.New("it is refused")
	for _, c := range []struct {
		look   func(context.Context) Finding
		status Status
		says   string
	}{
		{temporary(place(5<<30, nil)), OK, "5.0 GB free in /tmp"},
		{temporary(place(100<<20, nil)), Note, "100 MB free in /tmp"},
		{temporary(place(1<<20, nil)), Fails, "1 MB free in /tmp"},
		{temporary(place(0, refused)), Fails, "it is refused"},
		{shared(place(5<<30, nil)), OK, "5.0 GB free"},
		{shared(place(64<<20, nil)), Note, "more than half of that, matrices are temporary files"},
		{shared(place(0, refused)), Note, "it is refused: matrices are temporary files"},
		{results(t.TempDir() + "/a/b"), OK, "free in " + os.TempDir()},
		{results(os.DevNull + "/results"), Fails, os.DevNull + " leads through a file"},
		{memory(machine(host.Memory{Total: 8 << 30, Available: 6 << 30})), OK, "8.0 GB, 6.0 GB of them available"},
		{memory(machine(host.Memory{Total: 8 << 30, Available: 6 << 30, Group: 512 << 20})), Note, "may use 512 MB"},
		{memory(machine(host.Memory{})), Note, "does not say"},
		{seals(func() bool { return true }), OK, "memfd"},
		{seals(func() bool { return false }), Note, "checksums"},
		{processes(11, func(int) error { return refused }), Fails, "it is refused"},
		{processes(11, func(int) error { return nil }), OK, "11 plugin processes"},
		{vector(func() string { return "avx2" }), OK, "avx2"},
		{vector(func() string { return "portable" }), Note, "plain Go"},
		{cache(func() (string, error) { return "", refused }), Note, "it is refused"},
		{cluster(said("slurm 23.11", nil)), OK, "slurm 23.11"},
		{cluster(said("", refused)), Note, "it is refused"},
	} {
		if got := c.look(t.Context()); got.Status != c.status || !strings.Contains(got.Says, c.says) {
			t.Errorf("%+v, want %s: %s", got, c.status, c.says)
		}
	}
}

func TestLimits(t *testing.T) {
	got := limits(func(context.Context) host.Tried { return host.Tried{Orphans: errors.New("one went on")} })(t.Context())
	if len(got) != 3 || got[0].Status != OK || got[1].Status != OK || got[2].Status != Note ||
		got[2].Says != "not held here: one went on" {
		t.Errorf("%+v", got)
	}
}

// Checks that nobody waits for any more are not made.
func TestExamineEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	finds := func(name string) check {
		return always(name, func(context.Context) Finding { return Finding{Status: OK} })
	}
	list := slices.Collect(examine(ctx, []check{finds("a"), func(ctx context.Context) []Finding {
		cancel()
		return finds("b")(ctx)
	}, finds("c")}))
	if len(list) != 2 || list[0].Check != "a" || list[1].Check != "doctor" || isSound(list) {
		t.Errorf("%+v", list)
	}
}

var mixed = []Finding{
	{"plugins", OK, "all start", ""},
	{"cache", Note, "there is none", "set HOME"},
	{"results", Fails, "the file system is read-only", "name another folder with -out"},
}

func TestLines(t *testing.T) {
	if got := mixed[1].line(100); got != "note   cache            there is none → set HOME" {
		t.Errorf("%q", got)
	}
	for line := range strings.Lines(mixed[2].line(60)) {
		if n := wording.Width(strings.TrimSuffix(line, "\n")); n > 60 {
			t.Errorf("%d characters: %q", n, line)
		}
	}
}

func TestText(t *testing.T) {
	var b strings.Builder
	sound, err := WriteText(&b, store.Build{Version: "1.2.3"}, slices.Values(mixed), 100)
	if text := b.String(); sound || err != nil || !strings.HasPrefix(text, "bench 1.2.3 for "+runtime.GOOS+"/") ||
		!strings.HasSuffix(text, "\n\n1 failure: a run needs what fails.\n") || strings.Count(text, "\n") != 7 {
		t.Errorf("%v, %v:\n%s", sound, err, text)
	}
	b.Reset()
	if sound, err := WriteText(&b, store.Build{}, slices.Values(mixed[:2]), 100); !sound || err != nil ||
		!strings.HasSuffix(b.String(), "\nEverything that a run needs works here.\n") {
		t.Errorf("%v, %v:\n%s", sound, err, b.String())
	}
}

func TestJSON(t *testing.T) {
	var b bytes.Buffer
	sound, err := WriteJSON(&b, store.Build{Version: "1.2.3"}, slices.Values(mixed))
	if err != nil || sound {
		t.Errorf("%v, %v", sound, err)
	}
	var got struct {
		Bench  struct{ Version string }
		Sound  *bool
		CPUs   int
		Checks []Finding
	}
	if err := json.Unmarshal(b.Bytes(), &got); err != nil || got.Bench.Version != "1.2.3" || got.Sound == nil || *got.Sound ||
		got.CPUs < 1 || !slices.Equal(got.Checks, mixed) {
		t.Errorf("%v: %s", err, b.String())
	}
}
