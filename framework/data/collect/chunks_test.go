package collect

import "testing"

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
		for i, v := range c.Join() {
			if v != int32(i) {
				t.Fatalf("value %d is %d", i, v)
			}
		}
		if c.Len() != 0 {
			t.Error("not empty after join")
		}
	}
}
