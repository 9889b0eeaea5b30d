package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/manyclass/bench/framework/base/wording"
)

// fits reports the lines of a text that are longer than a width.
func fits(t *testing.T, what, text string, width int) {
	t.Helper()
	for line := range strings.Lines(text) {
		if n := wording.Width(strings.TrimRight(line, "\n")); n > width {
			t.Errorf("%s: a line of %d characters for a terminal of %d: %s", what, n, width, line)
		}
	}
}

func TestHelpFollowsTheWidth(t *testing.T) {
	const width = 60
	t.Setenv("COLUMNS", "60")
	walk(newRoot(), func(c *cobra.Command) {
		if c.Parent() != nil && c.Parent().Name() == "completion" {
			return // cobra's own text, with commands to copy
		}
		text, rest, _ := strings.Cut(helpOf(t, c.CommandPath()), "Usage:\n")
		fits(t, c.CommandPath(), text, width)
		if _, lists, found := strings.Cut(rest, "\n\n"); found && c.Example == "" {
			fits(t, c.CommandPath(), lists, width)
		}
		if _, flags, found := strings.Cut(rest, "Flags:\n"); found {
			fits(t, c.CommandPath(), flags, width)
		}
	})
}
