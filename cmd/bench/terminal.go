package main

import (
	"os"
	"strconv"

	"golang.org/x/term"
)

// defaultWidth is the width of output in characters where there is no terminal,
// leastWidth what every output is made for.
const (
	defaultWidth = 100
	leastWidth   = 20
)

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// colored reports whether to colour what goes to f.
func colored(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(f)
}

// width returns how many characters fit on a line of f: what COLUMNS says, else
// what the terminal has, else 100.
func width(f *os.File) int {
	if w, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && w > leastWidth {
		return w
	}
	if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > leastWidth {
		return w
	}
	return defaultWidth
}
