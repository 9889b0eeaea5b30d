package codes

import "testing"

// A column is new once, however many there are and however much they are alike, until all are removed.
func TestColumnSet(t *testing.T) {
	const most = 300
	s := newColumnSet(2, most)
	for range 2 {
		for _, isNew := range []bool{true, false} {
			for i := range uint64(most) {
				if s.add([]uint64{i % 20, i / 20}) != isNew {
					t.Fatalf("column %d is new: %v", i, !isNew)
				}
			}
		}
		s.clear()
	}
}
