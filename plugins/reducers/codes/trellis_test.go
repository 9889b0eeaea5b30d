package codes

import (
	"fmt"
	"math/bits"
	"slices"
	"testing"
)

// The numbers of edges are those of the table of datasets of Jasinska and Karampatziakis (2016).
func TestTrellisEdges(t *testing.T) {
	for k, want := range map[int]int{105: 28, 1000: 42, 12294: 56, 11947: 61} {
		if got := Trellis(k).Columns(); got != want {
			t.Errorf("%d classes: %d edges, want %d", k, got, want)
		}
	}
}

// Every class has a path of its own, of at most ⌊log2 K⌋ + 2 edges, and the first edge is one of two.
func TestTrellisPaths(t *testing.T) {
	for k := 2; k <= 70; k++ {
		c, seen := Trellis(k), map[string]bool{}
		if len(c) != k {
			t.Fatalf("%d classes have %d paths", k, len(c))
		}
		for class, row := range c {
			if seen[fmt.Sprint(row)] {
				t.Errorf("%d classes: the path of class %d is that of another", k, class)
			}
			seen[fmt.Sprint(row)] = true
			edges := 0
			for _, m := range row {
				if m > 0 {
					edges++
				}
			}
			if edges > bits.Len(uint(k))+1 || row[0]+row[1] != 0 && k > 3 {
				t.Errorf("%d classes: class %d has the path %v", k, class, row)
			}
		}
	}
	// By hand: 5 = 101 in binary digits, two steps and one path from the second state of step 1.
	if got := Trellis(5)[4]; !slices.Equal(got, []int8{-1, 1, -1, -1, -1, -1, -1, -1, -1, 1}) {
		t.Errorf("the path of the digit: %v", got)
	}
}
