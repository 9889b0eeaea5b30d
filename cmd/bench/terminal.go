package main

import (
	"os"

	"golang.org/x/term"
)

// defaultWidth is the width of output in characters where there is no terminal.
const defaultWidth = 100

func isTerminal(f *os.File) bool { return term.IsTerminal(int(f.Fd())) }

// colored reports whether to colour what goes to f.
func colored(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && isTerminal(f)
}

// width returns how many characters fit on a line of f.
func width(f *os.File) int {
	if w, _, err := term.GetSize(int(f.Fd())); err == nil && w > 20 {
		return w
	}
	return defaultWidth
}
