package mapped

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestChunks(t *testing.T) {
	for _, n := range []int{0, 1, firstChunk, firstChunk + 1, 5 * largestChunk} {
		var c Chunks[int32]
		room := 0
		for i := range n {
			c.Add(int32(i))
		}
		for _, chunk := range append(c.full, c.last) {
			room += cap(chunk)
		}
		if c.Len() != n || room > n+n/4+firstChunk {
			t.Errorf("%d values: %d, room for %d", n, c.Len(), room)
		}
		for i, v := range joined(t, &c) {
			if v != int32(i) {
				t.Fatalf("value %d is %d", i, v)
			}
		}
		if c.Len() != 0 {
			t.Error("not empty after join")
		}
	}
}

func joined(t *testing.T, c *Chunks[int32]) []int32 {
	t.Helper()
	all, err := c.Join()
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// TestSpilledChunks moves values to a file when there are none, few or many of them: none is lost.
func TestSpilledChunks(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	for _, before := range []int{0, 1, firstChunk + 1, 3 * largestChunk} {
		for _, after := range []int{0, 1, 2*largestChunk + 1} {
			var c Chunks[int32]
			c.Reserve(before)
			for i := range before + after {
				if i == before {
					spilled(t, &c)
				}
				c.Add(int32(i))
			}
			spilled(t, &c)
			all := joined(t, &c)
			if len(all) != before+after {
				t.Fatalf("%d of %d values", len(all), before+after)
			}
			for i, v := range all {
				if v != int32(i) {
					t.Fatalf("%d and %d: value %d is %d", before, after, i, v)
				}
			}
			Free(all)
		}
	}
}

func spilled(t *testing.T, c *Chunks[int32]) {
	t.Helper()
	n := c.Len()
	if err := c.Spill(); err != nil || c.Len() != n || len(c.full) > 0 {
		t.Fatalf("%d values were %d, %v", c.Len(), n, err)
	}
}

// TestFullDisk says that the file cannot be written when the values are taken.
func TestFullDisk(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "absent"))
	var c Chunks[float64]
	c.Add(1)
	if err := c.Spill(); err == nil || !strings.Contains(err.Error(), "TMPDIR") {
		t.Errorf("spilled with %v", err)
	}
}
