package wording

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestMessage(t *testing.T) {
	long := strings.Repeat("long words ", 10_000)
	for _, c := range []struct{ text, want string }{
		{`it holds "a" and "b\"c"; write x = ["a"]` + "\n\n  x = 1", `it holds "a" and "b\"c"; write x = ["a"]` + "\n\n  x = 1"},
		{`"` + long + `" is one value, "b" another`, `"` + long[:60] + `…" is one value, "b" another`},
		{`"` + strings.Repeat(`\x1b`, 300) + `" is one`, `"` + strings.Repeat(`\x1b`, 60) + `…" is one`},
		{strings.Repeat("é", 100_000) + " is one word", strings.Repeat("é", 60) + "… is one word"},
		{"red \x1b[31mtext\r\n\nError: you lose\nWarning: all", "red [31mtext\n\n  Error: you lose\n  Warning: all"},
		{"Error: it says so", "Error: it says so"},
	} {
		if got := Message(c.text); got != c.want {
			t.Errorf("got %.200q\nwant %.200q", got, c.want)
		}
	}
	if n := utf8.RuneCountInString(Message(long)); n > longestText+1 {
		t.Errorf("a message of %d characters", n)
	}
	if got := Line("one\n\nError: two\tthree"); got != "one Error: two\tthree" {
		t.Errorf("a line: %q", got)
	}
}
