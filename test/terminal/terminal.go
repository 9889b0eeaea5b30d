// Package terminal is a small terminal for tests: it takes what a program writes and says what a reader sees. It knows the
// few sequences that bench uses, and notes all others.
package terminal

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Terminal is a terminal without an end: nothing scrolls away. Its methods can be called from several goroutines.
type Terminal struct {
	mu      sync.Mutex
	width   int
	rows    []row
	at      int    // row of the cursor
	column  int    // of the cursor; width if the row is full, and the next character wraps
	rest    []byte // of a sequence that has not ended
	unknown []string
	frames  []string // what was seen after each write
}

// row is a row; joined if it goes on the row before, which was full.
type row struct {
	cells  []string
	joined bool
}

// New is an empty terminal.
func New(width int) *Terminal { return &Terminal{width: width, rows: make([]row, 1)} }

// Write shows text.
func (t *Terminal) Write(text []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := append(t.rest, text...)
	t.rest = nil
	for len(all) > 0 {
		n := t.take(all)
		if n == 0 {
			t.rest = append([]byte(nil), all...)
			break
		}
		all = all[n:]
	}
	t.frames = append(t.frames, t.text())
	return len(text), nil
}

// take shows what comes first, and returns its bytes, 0 if it has not ended.
func (t *Terminal) take(text []byte) int {
	switch b := text[0]; {
	case b == '\r':
		t.column = 0
		return 1
	case b == '\n':
		t.down(false)
		return 1
	case b == 0x1b:
		return t.sequence(text)
	case b < ' ' || b == 0x7f:
		t.unknown = append(t.unknown, fmt.Sprintf("%q", b))
		return 1
	}
	if !utf8.FullRune(text) {
		return 0
	}
	cluster, _, cells, _ := uniseg.FirstGraphemeCluster(text, -1)
	t.put(string(cluster), cells)
	return len(cluster)
}

// put shows a character of some cells.
func (t *Terminal) put(cluster string, cells int) {
	if t.column+cells > t.width {
		t.column = 0
		t.down(true)
	}
	r := &t.rows[t.at]
	for len(r.cells) < t.column+cells {
		r.cells = append(r.cells, " ")
	}
	r.cells[t.column] = cluster
	for i := 1; i < cells; i++ {
		r.cells[t.column+i] = ""
	}
	t.column += cells
}

// down moves the cursor to the next row, in the same column: a pseudo terminal sends a carriage return before each line
// feed.
func (t *Terminal) down(joined bool) {
	t.at++
	if t.at == len(t.rows) {
		t.rows = append(t.rows, row{})
	}
	t.rows[t.at].joined = joined
}

// sequence obeys a control sequence.
func (t *Terminal) sequence(text []byte) int {
	if len(text) < 2 {
		return 0
	}
	end := 2
	for end < len(text) && (text[end] < '@' || text[end] > '~') {
		end++
	}
	if end == len(text) {
		return 0
	}
	n, err := strconv.Atoi(string(text[2:end]))
	switch {
	case text[1] == '[' && text[end] == 'A' && err == nil && n > 0:
		t.at, t.column = max(0, t.at-n), min(t.column, t.width-1)
	case string(text[1:end+1]) == "[K":
		t.erase()
	case string(text[1:end+1]) == "[J":
		t.erase()
		t.rows = t.rows[:t.at+1]
	default:
		t.unknown = append(t.unknown, fmt.Sprintf("%q", text[:end+1]))
	}
	return end + 1
}

// erase erases the row from the cursor on.
func (t *Terminal) erase() {
	r := &t.rows[t.at]
	r.cells = r.cells[:min(len(r.cells), t.column)]
}

// Resize makes the terminal narrower: rows that are too long become several, and the cursor stays at its character.
func (t *Terminal) Resize(width int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.width = width
	var rows []row
	at, column := 0, 0
	for i, r := range t.rows {
		first := len(rows)
		rows = append(rows, row{joined: r.joined})
		for j, cell := range r.cells {
			if j > 0 && j%width == 0 {
				rows = append(rows, row{joined: true})
			}
			last := &rows[len(rows)-1]
			last.cells = append(last.cells, cell)
		}
		if i == t.at {
			at, column = min(first+t.column/width, len(rows)-1), t.column%width
		}
	}
	t.rows, t.at, t.column = rows, at, column
}

// text is what is seen: a line for each row, without blanks at the ends.
func (t *Terminal) text() string {
	lines := make([]string, len(t.rows))
	for i, r := range t.rows {
		lines[i] = strings.TrimRight(strings.Join(r.cells, ""), " ")
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}

// Text is what is seen now.
func (t *Terminal) Text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text()
}

// Frames is what was seen after each write.
func (t *Terminal) Frames() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.frames...)
}

// Wrapped counts the rows that go on a row before.
func (t *Terminal) Wrapped() (n int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, r := range t.rows {
		if r.joined {
			n++
		}
	}
	return n
}

// Cursor is the row and the column of the cursor, from 0.
func (t *Terminal) Cursor() (row, column int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.at, t.column
}

// Unknown are the sequences that the terminal does not know.
func (t *Terminal) Unknown() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return append([]string(nil), t.unknown...)
}
