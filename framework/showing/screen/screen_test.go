package screen

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/test/terminal"
)

// seen is a screen on a terminal, with the number of writes.
type seen struct {
	*Screen
	terminal      *terminal.Terminal
	width, height int
	writes        int
}

func on(width, height int) *seen {
	s := &seen{terminal: terminal.New(width), width: width, height: height}
	s.Screen = New(s, func() (int, int) { return s.width, s.height })
	return s
}

// Write does what the driver of a terminal does: a line feed returns the carriage.
func (s *seen) Write(text []byte) (int, error) {
	s.writes++
	_, err := s.terminal.Write(bytes.Join(bytes.Split(text, []byte("\n")), []byte("\r\n")))
	return len(text), err
}

// says checks what is seen.
func (s *seen) says(t *testing.T, want ...string) {
	t.Helper()
	if got := s.terminal.Text(); got != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if s.terminal.Wrapped() > 0 || len(s.terminal.Unknown()) > 0 {
		t.Errorf("%d rows are wrapped, unknown: %v\n%s", s.terminal.Wrapped(), s.terminal.Unknown(), s.terminal.Text())
	}
}

func (s *seen) print(text string) { fmt.Fprint(s.Screen, text) }

// Lines change in their place, others come above them, and in the end nothing of them is left.
func TestScreen(t *testing.T) {
	s := on(20, 10)
	s.print("before\n")
	s.Show([]string{"one", "two, which is too long for the terminal", "日本語日本語日本語日本語"})
	s.says(t, "before", "one", "two, which is too …", "日本語日本語日本語…")
	s.Show([]string{"1", "2", "3", "4"})
	s.says(t, "before", "1", "2", "3", "4")
	s.print("a warning\nof two lines\n")
	s.says(t, "before", "a warning", "of two lines", "1", "2", "3", "4")
	s.Show([]string{"only"})
	s.says(t, "before", "a warning", "of two lines", "only")
	s.print("in two ")
	s.says(t, "before", "a warning", "of two lines", "only")
	s.print("pieces\nand ")
	s.says(t, "before", "a warning", "of two lines", "in two pieces", "only")
	s.Clear()
	s.print("the end\n")
	s.says(t, "before", "a warning", "of two lines", "in two pieces", "and the end")
	if row, column := s.terminal.Cursor(); row != 5 || column != 0 {
		t.Errorf("the cursor ends in row %d, column %d", row, column)
	}
	s.Clear()
	s.says(t, "before", "a warning", "of two lines", "in two pieces", "and the end")
}

// A change is one write, and no change none, so that a terminal never shows half of it.
func TestOneWrite(t *testing.T) {
	s := on(20, 10)
	for n, do := range []func(){
		func() { s.Show([]string{"a", "b"}) }, func() { s.Show([]string{"a", "c"}) }, func() { s.print("x\n") }, s.Clear,
	} {
		if do(); s.writes != n+1 {
			t.Errorf("after change %d there are %d writes", n+1, s.writes)
		}
	}
	s.Show([]string{"a"})
	before := s.writes
	s.Show([]string{"a"})
	if s.writes != before {
		t.Error("the same lines are written again")
	}
}

// A terminal that becomes narrower breaks lines; they are taken away whole. In a low one the first lines are shown.
func TestResized(t *testing.T) {
	s := on(40, 10)
	lines := []string{strings.Repeat("a", 39), strings.Repeat("b", 30), strings.Repeat("c", 39)}
	s.print("before\n")
	s.Show(lines)
	s.width = 13
	s.terminal.Resize(13)
	s.Show(lines)
	s.says(t, "before", "aaaaaaaaaaa…", "bbbbbbbbbbb…", "ccccccccccc…")
	s.width = 40
	s.terminal.Resize(40)
	s.height = 3
	s.Show(lines)
	s.says(t, "before", lines[0], lines[1])
	s.height = 1
	s.Show(lines)
	s.says(t, "before", lines[0])
	s.width = 9
	s.terminal.Resize(9)
	s.Clear()
	s.print("after\n")
	s.says(t, "before", "after")
}

// What acts on a terminal does not reach it, and the echo of a key wraps no line.
func TestHarmlessLines(t *testing.T) {
	s := on(20, 10)
	s.Show([]string{"a\x1b[2Jb\nc\td\re", strings.Repeat("x", 30)})
	s.says(t, "a[2Jb c de", strings.Repeat("x", 18)+"…")
	fmt.Fprint(s.terminal, "^C")
	s.Clear()
	s.says(t)
}
