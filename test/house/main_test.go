package main

import (
	"slices"
	"testing"
)

// Every order of a circle of three leaves one arrow back; a chain leaves none.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		name string
		uses [][2]string
		back int
	}{
		{"chain", [][2]string{{"c", "b"}, {"b", "a"}, {"c", "a"}}, 0},
		{"circle", [][2]string{{"a", "b"}, {"b", "c"}, {"c", "a"}}, 1},
		{"one against two", [][2]string{{"a", "b"}, {"b", "a"}, {"a", "c"}}, 1},
	} {
		uses := map[[2]string]bool{}
		for _, u := range c.uses {
			uses[u] = true
		}
		files := order([]string{"a", "b", "c"}, uses)
		back := 0
		for u := range uses {
			if slices.Index(files, u[0]) > slices.Index(files, u[1]) {
				back++
			}
		}
		if back != c.back {
			t.Errorf("%s: %d arrows back in %v, want %d", c.name, back, files, c.back)
		}
	}
}

// The program measures itself: one file, no arrow.
func TestMeasure(t *testing.T) {
	packages, exports, err := list([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	r, err := measure(packages[0], exports)
	if err != nil || r.files != 1 || r.arrows != 0 || r.over != 0 || r.lines < 100 {
		t.Errorf("measured %+v, %v", r, err)
	}
}
