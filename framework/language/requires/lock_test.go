package requires

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A lock file is written where it would say something else, and the entries of other
// experiment files stay in it.
func TestLockIsSavedIfItChanges(t *testing.T) {
	path := filepath.Join(t.TempDir(), LockFile)
	entry := func(name, digit string) []Locked {
		return []Locked{{Name: name, Source: "./" + name, Version: "1", SHA256: strings.Repeat(digit, 64)}}
	}
	for i, step := range []struct {
		entries []Locked
		written bool
	}{
		{entry("a", "0"), true}, {entry("a", "0"), false}, {entry("b", "1"), true}, {entry("a", "2"), true}, {nil, false},
	} {
		old, diags := ReadLock(path)
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		if written, err := old.With(step.entries).Save(path, old); err != nil || written != step.written {
			t.Errorf("step %d: written %v, %v", i, written, err)
		}
	}
	content, err := os.ReadFile(path)
	if err != nil || !strings.Contains(string(content), strings.Repeat("1", 64)) ||
		!strings.Contains(string(content), strings.Repeat("2", 64)) || strings.Contains(string(content), strings.Repeat("0", 64)) {
		t.Errorf("%v: %s", err, content)
	}
	if _, err := (*Lock)(nil).With(nil).Save(filepath.Join(path, "below"), nil); err == nil {
		t.Error("a lock was saved below a file")
	}
}
