package main

import (
	"path/filepath"
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

// The program measures itself: few files, no arrow back.
func TestMeasure(t *testing.T) {
	rooms, err := measureAll([]string{"."})
	if err != nil {
		t.Fatal(err)
	}
	if r := rooms[0]; r.files != 3 || r.arrows == 0 || r.back != 0 || r.over != 0 || len(r.long) != 0 || r.lines < 100 {
		t.Errorf("measured %+v", r)
	}
}

// Each kind of figure is counted.
func TestFigures(t *testing.T) {
	rooms, err := measureAll([]string{"./testdata/crooked"})
	if err != nil {
		t.Fatal(err)
	}
	r := rooms[0]
	if r.files != 2 || r.back != 1 || r.over != 1 || len(r.wide) != 1 || len(r.long) != 1 {
		t.Errorf("measured %+v", r)
	}
}

// No figure of a room is over its ceiling.
func TestCeilings(t *testing.T) {
	ceilings, err := readCeilings(ceilingsFile)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir("../..")
	rooms, err := measureAll(everything)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range above(rooms, ceilings) {
		t.Error(text)
	}
	for name := range ceilings {
		if !slices.ContainsFunc(rooms, func(r room) bool { return r.name == name }) {
			t.Errorf("%s has ceilings and does not exist: run go run ./test/house -lower", name)
		}
	}
	if t.Failed() {
		t.Log("go run ./test/house -files ROOM names them. A ceiling rises only in a commit that says why.")
	}
}

func TestLower(t *testing.T) {
	path := filepath.Join(t.TempDir(), "ceilings.csv")
	bad := room{name: "a", lines: 100, back: 2, over: 3, wide: []string{"w"}, long: []string{"f", "g"}}
	for _, step := range []struct {
		r    room
		want []string
	}{
		{bad, nil}, {room{name: "a", lines: 50, back: 1}, nil},
		{bad, []string{
			"a has lines: 100, over its ceiling of 60", "a has arrows back: 2, over its ceiling of 1",
			"a has wide types: 1, over its ceiling of 0", "a has long lines: 3, over its ceiling of 0",
			"a has long functions: 2, over its ceiling of 0",
		}},
	} {
		if step.want == nil {
			if err := lowerCeilings(path, []room{step.r}); err != nil {
				t.Fatal(err)
			}
		}
		ceilings, err := readCeilings(path)
		if err != nil {
			t.Fatal(err)
		}
		if got := above([]room{step.r}, ceilings); !slices.Equal(got, step.want) {
			t.Errorf("%+v: %q", step.r, got)
		}
	}
	got := above([]room{{name: "b", lines: 9, back: 1}}, nil)
	if !slices.Equal(got, []string{"b is new and has arrows back: 1"}) {
		t.Errorf("%q", got)
	}
}
