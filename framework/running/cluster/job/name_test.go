package job

import "testing"

// What names an attempt is read back, alone and in the name of a journal.
func TestAttempts(t *testing.T) {
	for _, a := range []Attempt{{1, "default", 0, "17", 0}, {12, "big-one_2", 999, "1017", 3}} {
		if got, ok := ParseAttempt(a.String()); !ok || got != a {
			t.Errorf("%s is read as %+v", a, got)
		}
		for _, host := range []string{"node", "w1.x-2.y.3.4.5", "n-1.cluster"} {
			if got, ok := AttemptOf("20261122T140000.000000000-" + a.String() + "-" + host + "-1234.jsonl"); !ok || got != a {
				t.Errorf("%s on %s is read as %+v", a, host, got)
			}
		}
	}
	for _, name := range []string{"", "0", "w1.default.0.17", "w1.default.0.17.0.0", "w99999999999999999999.default.0.17.0", "probe"} {
		if a, ok := ParseAttempt(name); ok {
			t.Errorf("%q is read as %+v", name, a)
		}
	}
}
