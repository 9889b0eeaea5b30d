package host

import (
	"context"
	"os"
	"testing"
)

// A start that is cut off before it has begun leaves neither a process nor a folder, however
// late it gets to them.
func TestStartThatIsCutOffAtOnce(t *testing.T) {
	for range 100 {
		ctx, cancel := context.WithCancel(t.Context())
		pkg, f := script(t, "sleep 1000"), folders(t)
		go cancel()
		p, err := Start(ctx, pkg, f)
		if err == nil {
			t.Fatal("it started")
		}
		before := len(system.Tree(os.Getpid()))
		if p != nil && p.runner.number() != 0 && !p.runner.gone() {
			t.Fatal("the process goes on")
		}
		if err := os.RemoveAll(f.Sockets); err != nil {
			t.Fatal(err)
		}
		if after := len(system.Tree(os.Getpid())); after > before {
			t.Fatalf("%d children, and then %d", before, after)
		}
	}
}
