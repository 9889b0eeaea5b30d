package wording

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestHarmless(t *testing.T) {
	for _, test := range []struct {
		text string
		most int
		want string
	}{
		{"é is fine,\n\tand so are lines", 99, "é is fine,\n\tand so are lines"},
		{"\x1b[2J\x1b]0;gone\x07red\r", 99, "[2J]0;gonered"},
		{"a\xff\xfeb\xc3", 99, "a?b?"},
		{"a\ufffdb", 99, "a\ufffdb"},
		{"left\u202eright\u200b\u0085", 99, "leftright"},
		{"éééé", 3, "ééé…"},
		{"ééé", 3, "ééé"},
		{"", 0, ""},
	} {
		if got := Harmless(test.text, test.most); got != test.want {
			t.Errorf("%q: %q, want %q", test.text, got, test.want)
		}
	}
}

// What is cut off is not looked at: a text of 200 MB costs no more than its
// beginning.
func TestHarmlessCostsWhatItKeeps(t *testing.T) {
	long := strings.Repeat("all is lost ", 200<<20/12)
	if n := testing.AllocsPerRun(10, func() { Harmless(long, 1000) }); n > 20 {
		t.Errorf("%v allocations", n)
	}
}

func FuzzHarmless(f *testing.F) {
	f.Add("\x1b[31mred\xff\r\n", 5)
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 0 {
			return
		}
		got := Harmless(text, most)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > most+1 {
			t.Errorf("%q of %q", got, text)
		}
		for _, r := range got {
			if r != '\n' && r != '\t' && !unicode.IsPrint(r) {
				t.Errorf("%q holds %U", got, r)
			}
		}
	})
}
