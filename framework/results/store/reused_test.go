package store

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// A journal with cells from elsewhere says where they come from, when the first of them began and which seal their run
// saw; it does not tell how long they took. What is not a digest names no origin.
func TestReused(t *testing.T) {
	dir, first := t.TempDir(), time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	from := Reused{From: "capsule sha256:" + strings.Repeat("a", 64), Cells: 99, Checked: 1, First: first,
		Runs: []Part{{Kernels: "portable"}}}
	for _, one := range []Reused{from, {From: "elsewhere"}} {
		j, err := OpenReused(dir, one, &Sealed{SHA256: "s"})
		if err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"a", "b"} {
			if err := j.Result(Result{Key: key + one.From[:1], Status: Failed}, Output{}); err != nil {
				t.Fatal(err)
			}
		}
		if err := j.Close(); err != nil {
			t.Fatal(err)
		}
	}
	r, err := ReadResults(dir)
	if err != nil || len(r.Reused) != 1 || r.Reused[0].From != from.From || r.Reused[0].Cells != 0 ||
		r.Reused[0].Checked != 1 || !slices.Equal(r.Reused[0].Keys, []string{"ac", "bc"}) ||
		r.Reused[0].Runs[0].Kernels != "portable" {
		t.Fatalf("%+v, %v", r.Reused, err)
	}
	if r.ByKey["bc"].Elapsed != 0 || r.ByKey["be"].Elapsed == 0 {
		t.Errorf("it took %g and %g seconds", r.ByKey["bc"].Elapsed, r.ByKey["be"].Elapsed)
	}
	if b := r.Begun[0]; !b.First.Equal(first) || b.Seal.SHA256 != "s" || b.Cells != 2 {
		t.Errorf("%+v", b)
	}
}

// A manifest names the runs of others before its own, each once, and its own only if it computed something.
func TestManifestOfReused(t *testing.T) {
	theirs := Part{Kernels: "theirs"}
	list := []Reused{{Runs: []Part{theirs}}, {Runs: []Part{theirs}}}
	for computes, want := range map[bool][]string{true: {"theirs", "ours"}, false: {"theirs"}} {
		m := Manifest{Kernels: "ours"}
		m.Reuse(list, computes)
		m.Reuse(list, computes)
		var got []string
		for _, run := range m.Runs() {
			got = append(got, run.Kernels)
		}
		if !slices.Equal(got, want) || len(m.Reused) != 2 {
			t.Errorf("%v: %q, %d sources", computes, got, len(m.Reused))
		}
	}
	m := Manifest{Kernels: "ours"}
	if m.Reuse(nil, true); m.Parts != nil {
		t.Errorf("%+v", m.Parts)
	}
}
