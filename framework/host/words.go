package host

import (
	"strings"
	"sync"
	"unicode"
)

const (
	wordsLimit = 4096 // how much of a plugin's output is kept, in bytes
	lineLimit  = 300  // how much of a line of it is shown, in characters
)

// lastWords keeps the end of what a plugin wrote to stdout and stderr.
type lastWords struct {
	mu   sync.Mutex
	tail []byte
}

// Write keeps the last bytes and never fails, so that a plugin that floods its
// pipes is never blocked.
func (w *lastWords) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(p) >= wordsLimit {
		w.tail = append(w.tail[:0], p[len(p)-wordsLimit:]...)
		return len(p), nil
	}
	if over := len(w.tail) + len(p) - wordsLimit; over > 0 {
		w.tail = append(w.tail[:0], w.tail[over:]...)
	}
	w.tail = append(w.tail, p...)
	return len(p), nil
}

// String returns the words as printable text.
func (w *lastWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := strings.ToValidUTF8(string(w.tail), "?")
	text = strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, text)
	var lines []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		lines = append(lines, shortened(line))
	}
	return strings.Join(lines, "\n")
}

// shortened keeps the end of a line that is too long to be read.
func shortened(line string) string {
	runes := []rune(line)
	if over := len(runes) - lineLimit; over > 0 {
		return "…" + string(runes[over:])
	}
	return line
}
