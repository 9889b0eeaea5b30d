package host

import (
	"strings"
	"testing"
)

func TestWordsAreShown(t *testing.T) {
	long := strings.Repeat("é", lineLimit)
	for _, test := range []struct {
		name, want string
		written    []string
	}{
		{"joined", "out of luck", []string{"out of", " luck\n"}},
		{"control codes", "[31mred", []string{"\x1b[31mred\x07\r\n"}},
		{"bad UTF-8", "a?b", []string{"a\xff\xfeb"}},
		{"a line of full length", long, []string{long}},
		{"a longer line", "first\n…" + long + "\nlast", []string{"first\nab" + long + "\nlast"}},
		{"more than is kept", "…" + strings.Repeat("x", lineLimit) + "\nend",
			[]string{strings.Repeat("x", 3*wordsLimit), "\nend"}},
		{"the crash before the stacks", "panic: no luck\n…\n…" + strings.Repeat("x", lineLimit),
			[]string{"panic: ", "no luck\n", "\ngoroutine 1:\n", strings.Repeat("x", 3*wordsLimit)}},
		{"much at once", "…" + strings.Repeat("x", lineLimit), []string{"lost", strings.Repeat("x", wordsLimit)}},
	} {
		var w lastWords
		for _, text := range test.written {
			if n, err := w.Write([]byte(text)); n != len(text) || err != nil {
				t.Errorf("%s: wrote %d of %d bytes, %v", test.name, n, len(text), err)
			}
		}
		if got := w.String(); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
