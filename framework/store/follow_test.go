package store

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// A follower tells each result once, when its line is whole, and begins with what is
// there.
func TestFollow(t *testing.T) {
	dir := t.TempDir()
	f := Follow(dir)
	keys := func(want ...string) {
		t.Helper()
		list, err := f.New()
		if err != nil || len(list) != len(want) {
			t.Fatalf("%v, %v; want %v", list, err, want)
		}
		for i, r := range list {
			if r.Key != want[i] {
				t.Errorf("result %d is of %s, want %s", i, r.Key, want[i])
			}
		}
	}
	keys()
	path := writeJournal(t, dir, 2)
	keys("k", "kk")
	keys()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	torn := bytes.Index(whole, []byte(`"key":"kk"`)) // in the start of the second cell
	grown := filepath.Join(dir, JournalDir, "grown"+journalExt)
	for _, part := range []struct {
		bytes []byte
		want  []string
	}{{whole[:torn], []string{"k"}}, {whole, []string{"kk"}}, {whole, nil}} {
		if err := os.WriteFile(grown, part.bytes, 0o644); err != nil {
			t.Fatal(err)
		}
		keys(part.want...)
	}
}
