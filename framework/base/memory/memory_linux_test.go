package memory

import (
	"os"
	"path/filepath"
	"testing"
)

// The least limit of our group and those above it holds.
func TestMemoryOfControlGroup(t *testing.T) {
	mount := t.TempDir()
	own, above := filepath.Join(mount, "a/b"), filepath.Join(mount, "a")
	if err := os.MkdirAll(own, 0o755); err != nil {
		t.Fatal(err)
	}
	for file, limit := range map[string]string{own + "/memory.max": "max\n", above + "/memory.max": "4096\n",
		mount + "/memory.limit_in_bytes": "9223372036854771712\n"} {
		if err := os.WriteFile(file, []byte(limit), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	files := []string{own + "/memory.events", above + "/memory.events", mount + "/memory.oom_control"}
	if got := Group(files, 1<<30); got != 4096 {
		t.Errorf("%d", got)
	}
	if got := Group(files, 4096); got != 0 {
		t.Errorf("a limit that is none: %d", got)
	}
}
