package requires

import "testing"

func TestSatisfiesVersion(t *testing.T) {
	tests := []struct {
		constraint, version string
		want                bool
	}{
		{">= 0.1", "0.1.0", true}, {">= 0.1", "0.0.9", false}, {">= 0.1, < 2", "1.9", true}, {">= 0.1, < 2", "2.0.0", false},
		{"1.2", "1.2.0", true}, {"= 1.2", "1.2.1", false}, {"!= 1.2", "1.2.1", true}, {"~> 1.2", "1.9", true},
		{"~> 1.2", "2.0", false}, {"~> 1.2.3", "1.2.9", true}, {"~> 1.2.3", "1.3.0", false}, {"~> 1.2.3", "1.2.2", false},
		{"> 1", "1.0.1", true}, {"<= 1.10", "1.9", true}, {">= v1", "v1.0.0-rc1", true},
	}
	for _, test := range tests {
		got, err := SatisfiesVersion(test.constraint, test.version)
		if got != test.want || err != nil {
			t.Errorf("%s meets %q: got %v, %v", test.version, test.constraint, got, err)
		}
	}
	for _, bad := range [][2]string{{"", "1"}, {"newest", "1"}, {">= 1", "x"}, {">= -1", "1"}, {"1,", "1"}} {
		if _, err := SatisfiesVersion(bad[0], bad[1]); err == nil {
			t.Errorf("%q and %q are read", bad[0], bad[1])
		}
	}
}

// FuzzSatisfiesVersion feeds any text as constraint and version.
func FuzzSatisfiesVersion(f *testing.F) {
	f.Add(">= 0.1, < 2", "1.0.0")
	f.Add("~> 1.2.3", "v1.2.4-rc1")
	f.Fuzz(func(_ *testing.T, constraint, version string) {
		_, _ = SatisfiesVersion(constraint, version)
	})
}
