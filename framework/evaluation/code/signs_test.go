package code

import (
	"slices"
	"testing"
)

// Entries come back from their signs, and other texts are refused.
func TestSigns(t *testing.T) {
	for _, entries := range [][]int8{{}, {0}, {1, -1, 0}, {-1, -1, 1, 0, 0, 1}} {
		signs := SignsOf(entries)
		if got, err := signs.Entries(); err != nil || !slices.Equal(got, entries) || signs.Valid() != (len(entries) > 0) {
			t.Errorf("%v is %q, which is %v; %v", entries, signs, got, err)
		}
	}
	for _, bad := range []Signs{"+ -", "+.", "+−", "1", "+\x00"} {
		if got, err := bad.Entries(); err == nil || bad.Valid() {
			t.Errorf("%q is %v", bad, got)
		}
	}
}
