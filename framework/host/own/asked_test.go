package own

import (
	"slices"
	"strings"
	"testing"
)

// A process is a plugin if it is called by its name, or with the words of the host.
func TestAsked(t *testing.T) {
	names := []string{"svm", "tree"}
	for _, test := range []struct{ line, name, more string }{
		{"bench", "", ""},
		{"bin/bench run e.hcl", "", ""},
		{"bin/bench plugin list", "", ""},
		{"bin/bench plugin serve", "", ""},
		{"bin/bench plugin serve svm", "svm", ""},
		{"bin/bench plugin serve svm more", "", ""},
		{"bin/bench plugin serve absent", "absent", ""}, // which is then refused
		{"bin/bench plugin adapter Rscript plugin.R", Adapter, "Rscript plugin.R"},
		{"bin/plugins/tree", "tree", ""},
		{"bin/plugins/trees", "", ""},
		{"bin/bench-adapter Rscript plugin.R", Adapter, "Rscript plugin.R"},
	} {
		name, more := Asked(strings.Fields(test.line), names)
		if name != test.name || !slices.Equal(more, strings.Fields(test.more)) {
			t.Errorf("%s: %q %q", test.line, name, more)
		}
	}
}

func TestIdentityIn(t *testing.T) {
	for name, want := range map[string]string{"svm": "ab", "tree": "cd", "vm": "", "absent": ""} {
		if got := IdentityIn("svm=ab,tree=cd", name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
	if got := IdentityIn("", "svm"); got != "" {
		t.Errorf("of nothing %q", got)
	}
}
