package host

import (
	"bytes"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/manyclass/bench/framework/base/wording"
)

const (
	wordsLimit = 4096 // how much of a plugin's output is kept, in bytes
	lineLimit  = 300  // how much of a line of it is shown, in characters
)

// lastWords keeps the end of what a plugin wrote to stdout and stderr.
type lastWords struct {
	mu     sync.Mutex
	tail   []byte
	hunger bool // it spoke of memory that it could not have
	line   []byte
	crash  string // the last line that tells of a crash of Go
	log    *printed
}

// hungry are parts of what the runtimes of Go, C, C++, Python, Java and R print
// when they get no memory.
var hungry = [][]byte{
	[]byte("ut of memory"), []byte("annot allocate memory"), []byte("bad_alloc"), []byte("MemoryError"),
	[]byte("annot allocate vector"),
}

// starved reports whether the plugin ever spoke of a lack of memory: what comes
// after it, as the stacks of all goroutines, can be long.
func (w *lastWords) starved() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.hunger
}

// Write keeps the last bytes and never fails, so that a plugin that floods its
// pipes is never blocked.
func (w *lastWords) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log.write(p)
	w.findCrash(p)
	w.hunger = w.hunger || slices.ContainsFunc(hungry, func(phrase []byte) bool { return bytes.Contains(p, phrase) })
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

// ends closes the log, given how the process ended.
func (w *lastWords) ends(how string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.log.end(how, w.tail)
}

// findCrash looks for the line before the stacks of all goroutines, which push
// it out of the tail. Go prints it piece by piece.
func (w *lastWords) findCrash(p []byte) {
	for part := range bytes.Lines(p) {
		if room := lineLimit - len(w.line); room > 0 {
			w.line = append(w.line, part[:min(len(part), room)]...)
		}
		if !bytes.HasSuffix(part, []byte("\n")) {
			continue
		}
		if bytes.HasPrefix(w.line, []byte("panic: ")) || bytes.HasPrefix(w.line, []byte("fatal error: ")) {
			w.crash = string(w.line)
		}
		w.line = w.line[:0]
	}
}

// readAll takes in what a process prints to a pipe.
func (w *lastWords) readAll(pipe *os.File) { _, _ = io.Copy(w, &output{pipe: pipe}) }

// String returns the words as printable text: those of a crash first if the
// tail does not hold them.
func (w *lastWords) String() string {
	w.mu.Lock()
	defer w.mu.Unlock()
	text := printable(w.tail)
	if crash := printable([]byte(w.crash)); !strings.Contains(text, crash) {
		text = crash + "\n…\n" + text
	}
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, shortened(line))
	}
	return strings.Join(lines, "\n")
}

// printable leaves out what would act on a terminal, and space around it.
func printable(b []byte) string {
	return strings.TrimSpace(wording.Harmless(string(b), wordsLimit))
}

// shortened keeps the end of a line that is too long to be read.
func shortened(line string) string {
	runes := []rune(line)
	if over := len(runes) - lineLimit; over > 0 {
		return "…" + string(runes[over:])
	}
	return line
}
