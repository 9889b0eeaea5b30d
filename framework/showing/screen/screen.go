// Package screen keeps a few lines at the end of a terminal's text that change in place, and puts other text above
// them. It does not know what the lines say.
package screen

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/base/wording"
)

// Screen is the end of a terminal's text. Each change is one write, so that nothing flickers. Its methods can be called
// from several goroutines at the same time.
type Screen struct {
	mu    sync.Mutex
	out   io.Writer
	size  func() (width, height int) // of the terminal now, in characters
	shown []string                   // the lines at the end, as they are cut
	width int                        // that they were cut for
	rest  []byte                     // of a line that has not ended
}

// New is the screen of a terminal, on which nothing is shown yet.
func New(out io.Writer, size func() (width, height int)) *Screen {
	return &Screen{out: out, size: size}
}

// Width is that of the terminal now.
func (s *Screen) Width() int {
	width, _ := s.size()
	return width
}

// Show puts lines in the place of those that are shown. They are cut to the terminal: its last column stays free, so
// that no line wraps, and a line above them stays in sight.
func (s *Screen) Show(lines []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	width, height := s.size()
	lines = fitted(lines, width, height)
	if slices.Equal(lines, s.shown) && width == s.width {
		return
	}
	var frame strings.Builder
	frame.WriteString(s.up(width))
	frame.WriteString(drawn(lines))
	s.shown, s.width = lines, width
	_, _ = io.WriteString(s.out, frame.String())
}

// fitted are the lines that a terminal has room for.
func fitted(lines []string, width, height int) []string {
	fit := make([]string, min(len(lines), max(1, height-1)))
	for i := range fit {
		line := blanks.Replace(wording.Harmless(lines[i], longest))
		fit[i] = wording.Cut(line, max(1, width-1))
	}
	return fit
}

// longest is how many characters of a line are looked at.
const longest = 1000

// blanks replaces what would move the cursor.
var blanks = strings.NewReplacer("\n", " ", "\t", " ")

const (
	eraseLine  = "\x1b[K" // from the cursor to the end of the line
	eraseBelow = "\x1b[J" // from the cursor to the end of the terminal
)

// drawn writes lines over others, whose rests it erases. The cursor ends at the start of the last one, where the echo
// of a key such as ^C cannot make it wrap.
func drawn(lines []string) string {
	if len(lines) == 0 {
		return eraseBelow
	}
	return strings.Join(lines, eraseLine+"\n") + eraseBelow + "\r"
}

// up moves the cursor to the start of the first line that is shown. A terminal that was made narrower meanwhile has
// broken lines into several.
func (s *Screen) up(width int) string {
	above := 0
	for _, line := range s.shown[:max(0, len(s.shown)-1)] {
		above += max(1, (wording.Width(line)+width-1)/width)
	}
	if above == 0 {
		return "\r"
	}
	return fmt.Sprintf("\r\x1b[%dA", above)
}

// Write puts text above the lines, each line once it has ended.
func (s *Screen) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.shown) == 0 && len(s.rest) == 0 {
		return s.out.Write(text)
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	if whole == 0 {
		s.rest = append(s.rest, text...)
		return len(text), nil
	}
	width, _ := s.size()
	frame := s.up(width) + eraseBelow + string(s.rest) + string(text[:whole]) + drawn(s.shown)
	s.rest = append(s.rest[:0], text[whole:]...)
	_, err := io.WriteString(s.out, frame)
	return len(text), err
}

// Clear takes the lines away. The cursor is where the first one began.
func (s *Screen) Clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	width, _ := s.size()
	if len(s.shown) > 0 {
		_, _ = io.WriteString(s.out, s.up(width)+eraseBelow+string(s.rest))
	}
	s.shown, s.rest = nil, nil
}
