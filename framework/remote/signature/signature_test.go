package signature

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/must"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	b, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func key(t *testing.T, name string) Key {
	t.Helper()
	k, err := ParseKey(string(read(t, name)))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// cases are signatures of the programs themselves; see testdata/README.md.
var cases = []struct{ key, signature, end string }{
	{"signify.pub", "index.hcl.sig", Signify},
	{"minisign.pub", "index.hcl.minisig", Minisign},
	{"minisign.pub", "legacy.minisig", Minisign},
}

func TestVerify(t *testing.T) {
	message := read(t, "index.hcl")
	for _, c := range cases {
		k, s := key(t, c.key), read(t, c.signature)
		if err := k.Verify(message, s, c.end); err != nil {
			t.Errorf("%s: %v", c.signature, err)
		}
		changed := bytes.Clone(message)
		changed[len(changed)/2] ^= 1
		if err := k.Verify(changed, s, c.end); err == nil || !strings.Contains(err.Error(), "changed after") {
			t.Errorf("%s: a changed message: %v", c.signature, err)
		}
		other := key(t, map[string]string{"signify.pub": "minisign.pub", "minisign.pub": "signify.pub"}[c.key])
		if err := other.Verify(message, s, c.end); err == nil || !strings.Contains(err.Error(), k.String()) {
			t.Errorf("%s: another key: %v", c.signature, err)
		}
	}
	if got := key(t, "minisign.pub").String(); got != "BFC75BAC3FA4D6BC" {
		t.Errorf("the number of the key is %s", got)
	}
}

// A comment that minisign signs cannot be changed.
func TestTrustedComment(t *testing.T) {
	s := []byte(must.Replace(string(read(t, "index.hcl.minisig")), "index of tests", "index of other"))
	if err := key(t, "minisign.pub").Verify(read(t, "index.hcl"), s, Minisign); err == nil {
		t.Error("a changed comment passes")
	}
}

func TestUnreadable(t *testing.T) {
	for text, want := range map[string]string{
		"": "has not one line", "RWQf6LRC": "has 6 bytes", "not base64!": "is not base64", "a\nb": "has not one line",
	} {
		if _, err := ParseKey(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
		for _, end := range []string{Signify, Minisign} {
			if err := key(t, "signify.pub").Verify(nil, []byte(text), end); err == nil {
				t.Errorf("%q is a signature", text)
			}
		}
	}
}

func FuzzVerify(f *testing.F) {
	for _, c := range cases {
		s, err := os.ReadFile("testdata/" + c.signature)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(s)
	}
	message, err := os.ReadFile("testdata/index.hcl")
	if err != nil {
		f.Fatal(err)
	}
	k, err := ParseKey("RWSZpE/b0FzoxIIL7nA8j5Ek9Y7f2SLaeN94mdEloaICV2+I15yd6n9D")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, end := range []string{Signify, Minisign} {
			if k.Verify(append(message, 'x'), text, end) == nil {
				t.Errorf("%q is a signature of what was not signed", text)
			}
		}
	})
}
