package scoretest

import "testing"

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"p = 0.25, 3", "p = 0.25, 3", true}, {"p = 0.2500000000000001", "p = 0.25", true},
		{"1.5e-300", "1.5000000000000002e-300", true}, {"p = 0.2501", "p = 0.25", false}, {"0.5e-3", "0.5e-4", false},
		{"p = 0.25, 3", "p = 0.25, 4", false}, {"p = 0.25", "q = 0.25", false}, {"-0.5", "0.5", false},
	} {
		if got := alike(c.a, c.b); got != c.want {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}
