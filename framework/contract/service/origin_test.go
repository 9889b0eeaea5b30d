package service

import "testing"

// A plugin is listed once whatever its configurations report, unless they contradict
// each other.
func TestJoin(t *testing.T) {
	of := func(sha string, runtimes ...string) Origin {
		o := Origin{SHA256: sha, Runtimes: map[string]string{"python": "3.12"}}
		for i := 0; i < len(runtimes); i += 2 {
			o.Runtimes[runtimes[i]] = runtimes[i+1]
		}
		return o
	}
	var list []Origin
	for _, o := range []Origin{of("a"), of("a", "forest", "2"), of("b"), of("a", "trees", "1"), of("a", "trees", "3"), of("a")} {
		list = Join(list, o)
	}
	want := []string{"forest 2, python 3.12, trees 1", "python 3.12", "python 3.12, trees 3"}
	if len(list) != len(want) {
		t.Fatalf("%+v", list)
	}
	for i, o := range list {
		if o.On() != want[i] {
			t.Errorf("%d runs on %s, want %s", i, o.On(), want[i])
		}
	}
}
