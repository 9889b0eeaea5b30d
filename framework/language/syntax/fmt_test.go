package syntax

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestFormat(t *testing.T) {
	for _, test := range []struct{ src, want string }{
		{"", ""},
		{"learner \"svm\" \"s\" {\nC=1\n  penalty   = \"l2\" # why\n}\n", "learner \"svm\" \"s\" {\n  C       = 1\n  penalty = \"l2\" # why\n}\n"},
		{"matrix = [\n[1,-1],\n[-1, 1],\n]\n", "matrix = [\n  [1, -1],\n  [-1, 1],\n]\n"},
		{"text = \"two  spaces   stay\"\n", "text = \"two  spaces   stay\"\n"},
		{"a={b=1}", "a = { b = 1 }"},
	} {
		got, diags := Format("x.hcl", []byte(test.src))
		if string(got) != test.want || diags.HasErrors() {
			t.Errorf("%q becomes %q, want %q; %v", test.src, got, test.want, diags)
		}
	}
}

func TestFormatRefuses(t *testing.T) {
	got, diags := Format("x.hcl", []byte("learner {\n  C = \n"))
	if got != nil || !diags.HasErrors() || diags[0].Range == nil || diags[0].Range.File != "x.hcl" {
		t.Errorf("%q, %v", got, diags)
	}
}

// FuzzFormat checks that formatting twice changes nothing and that only spaces
// change.
func FuzzFormat(f *testing.F) {
	files, err := filepath.Glob("testdata/*.hcl")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		b, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(b)
	}
	letters := func(b []byte) string { return strings.Join(strings.Fields(string(b)), "") }
	f.Fuzz(func(t *testing.T, src []byte) {
		once, diags := Format("fuzz.hcl", src)
		if diags.HasErrors() {
			return
		}
		if letters(once) != letters(src) {
			t.Errorf("%q becomes %q", src, once)
		}
		if twice, diags := Format("fuzz.hcl", once); diags.HasErrors() || !bytes.Equal(twice, once) {
			t.Errorf("%q becomes %q, then %q, %v", src, once, twice, diags)
		}
	})
}
