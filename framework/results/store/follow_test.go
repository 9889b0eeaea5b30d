package store

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
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

// A follower knows which cells are being worked on, and how long the others took.
func TestFollowKnowsWhatIsUnderWay(t *testing.T) {
	dir := t.TempDir()
	j, err := OpenJournal(dir, "0", nil)
	if err != nil {
		t.Fatal(err)
	}
	f := Follow(dir)
	for _, key := range []string{"a", "b"} {
		if err := j.Start(key); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(time.Millisecond) // that the cell takes some time
	if err := j.Result(sampleResult("a"), sampleOutput()); err != nil {
		t.Fatal(err)
	}
	list, err := f.New()
	if err != nil || len(list) != 1 || list[0].Elapsed < 0.001 {
		t.Errorf("%+v, %v", list, err)
	}
	at := f.Working()
	if len(at) != 1 || !slices.Equal(at[0].Keys, []string{"b"}) || at[0].Since.IsZero() {
		t.Errorf("under way: %+v", at)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := f.New(); err != nil || len(f.Working()) > 0 {
		t.Errorf("under way after the end: %+v, %v", f.Working(), err)
	}
}
