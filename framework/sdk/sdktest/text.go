package sdktest

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/base/wording"
)

// String is the check with its outcome for a terminal.
func (c Check) String() string {
	switch {
	case c.Failed():
		return fmt.Sprintf("FAILED   %s: %s", c.Name, indentedLines(c.Problem))
	case c.Skipped != "":
		return fmt.Sprintf("skipped  %s: %s", c.Name, indentedLines(c.Skipped))
	case c.Note != "":
		return fmt.Sprintf("ok       %s (%s)", c.Name, indentedLines(c.Note))
	}
	return "ok       " + c.Name
}

// Sum says how many checks there were, and how many of them failed.
func Sum(checks []Check) (text string, failed int) {
	skipped := 0
	for _, c := range checks {
		switch {
		case c.Failed():
			failed++
		case c.Skipped != "":
			skipped++
		}
	}
	return fmt.Sprintf("%s: %d ok, %d failed, %d skipped", wording.Count(len(checks), "check"),
		len(checks)-failed-skipped, failed, skipped), failed
}

// Of a long text of a plugin, such as a stack trace, the first and the last lines
// are printed: the author's own line is near the top in Go, near the end in
// Python.
const (
	firstLines = 40
	lastLines  = 20
	lineLength = 300 // characters
)

// indentedLines makes text of a plugin fit for a terminal: lines below the first
// are indented, nothing in it moves the cursor, and its length is bounded.
func indentedLines(text string) string {
	text = strings.Map(func(r rune) rune {
		if r == '\n' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, strings.ReplaceAll(strings.ToValidUTF8(text, "?"), "\t", "    "))
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if cut := len(lines) - firstLines - lastLines; cut > 0 {
		lines = slices.Replace(lines, firstLines, firstLines+cut, fmt.Sprintf("… %d more lines …", cut))
	}
	for i, line := range lines {
		lines[i] = wording.Cut(strings.TrimRight(line, " "), lineLength)
	}
	return strings.Join(lines, "\n           ")
}
