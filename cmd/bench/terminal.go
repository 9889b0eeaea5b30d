package main

import (
	"os"
	"strconv"

	"golang.org/x/term"

	"github.com/manyclass/bench/framework/language/diagnostic"
)

// defaultWidth is the width of output in characters where there is no terminal,
// leastWidth what every output is made for, and defaultHeight is the lines of a terminal that does not say.
const (
	defaultWidth  = 100
	leastWidth    = 20
	defaultHeight = 24
)

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// colored reports whether to colour what goes to f.
func colored(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(f)
}

// width returns how many characters fit on a line of f: what COLUMNS says, else
// what the terminal has, else 100.
func width(f *os.File) int {
	if w, known := knownWidth(f); known {
		return w
	}
	return defaultWidth
}

// size is that of the terminal f, in characters; COLUMNS can make its lines shorter, but not longer.
func size(f *os.File) (columns, rows int) {
	columns, rows, err := term.GetSize(int(f.Fd()))
	if err != nil || columns <= 0 || rows <= 0 {
		return width(f), defaultHeight
	}
	return min(columns, width(f)), rows
}

// proseWidth is the width of text for reading on f: no wider than is good to read.
func proseWidth(f *os.File) int { return min(width(f), defaultWidth) }

// messageWidth is the width of messages on stderr. In a file their lines are as
// long as they need, so that they can be searched.
func messageWidth() int {
	if w, known := knownWidth(os.Stderr); known {
		return w
	}
	return diagnostic.AnyWidth
}

func knownWidth(f *os.File) (int, bool) {
	if w, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && w > leastWidth {
		return w, true
	}
	if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > leastWidth {
		return w, true
	}
	return 0, false
}
