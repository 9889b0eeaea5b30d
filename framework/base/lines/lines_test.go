package lines

import (
	"testing"
	"unicode/utf16"
	"unicode/utf8"
)

func TestPositions(t *testing.T) {
	text := "a😀б\r\nя = \"🙂\"\n\nend"
	x := New(text)
	for _, test := range []struct {
		at   Position
		want int
	}{
		{Position{0, 0}, 0}, {Position{0, 1}, 1},
		{Position{0, 2}, 1}, // within the emoji
		{Position{0, 3}, 5}, {Position{0, 4}, 7},
		{Position{0, 99}, 7}, // at the end of the line, before \r
		{Position{1, 0}, 9}, {Position{1, 1}, 11},
		{Position{1, 5}, 15}, {Position{1, 7}, 19}, {Position{1, 8}, 20},
		{Position{2, 0}, 21}, {Position{2, 5}, 21}, {Position{3, 3}, 25},
		{Position{9, 9}, 25}, {Position{-1, 3}, 0}, {Position{0, -4}, 0},
	} {
		if got := x.Offset(test.at); got != test.want {
			t.Errorf("%v is at %d, want %d", test.at, got, test.want)
		}
	}
	for offset, want := range map[int]Position{
		0: {0, 0}, 1: {0, 1}, 5: {0, 3}, 7: {0, 4}, 9: {1, 0}, 11: {1, 1}, 20: {1, 8}, 21: {2, 0}, 25: {3, 3}, 99: {3, 3}, -1: {0, 0},
	} {
		if got := x.Position(offset); got != want {
			t.Errorf("offset %d is %v, want %v", offset, got, want)
		}
	}
}

func TestCarriageReturnEndsALine(t *testing.T) {
	if got := New("a\rb\r\nc").Position(5); got != (Position{2, 0}) {
		t.Errorf("got %v", got)
	}
}

// FuzzPositions checks that offsets of positions lie in the text, and that each beginning of
// a character comes back.
func FuzzPositions(f *testing.F) {
	f.Add("a😀б\r\nя\n", 1, 3)
	f.Add("\xff\xf0\x9f", 0, 2)
	f.Fuzz(func(t *testing.T, text string, line, character int) {
		x := New(text)
		if at := x.Offset(Position{line, character}); at < 0 || at > len(text) {
			t.Fatalf("offset %d of %d", at, len(text))
		}
		units := 0
		for i, r := range text {
			if r == '\n' || r == '\r' {
				units = 0
				continue
			}
			p := x.Position(i)
			if p.Character != units || x.Offset(p) != i {
				t.Fatalf("%q: byte %d is %v, which is byte %d; want character %d", text, i, p, x.Offset(p), units)
			}
			if r == utf8.RuneError {
				units++
			} else {
				units += utf16.RuneLen(r)
			}
		}
	})
}
