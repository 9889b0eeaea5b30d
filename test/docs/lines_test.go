package docs

import (
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// The most characters of a line of prose, and of one of a table, which cannot be broken.
const (
	proseWidth = 120
	tableWidth = 500
)

// Lines of the documents are short enough to be read and compared: those of prose, and the
// rows of tables. Pictures and comments are not prose.
func TestLines(t *testing.T) {
	for _, name := range documents(t) {
		for i, line := range prose(t, filepath.Join(repository, name)) {
			width := utf8.RuneCountInString(line)
			switch {
			case strings.HasPrefix(line, "|") && width > tableWidth:
				t.Errorf("%s: a row of a table with %d characters: say what is long below the table: %.60s…", name, width, line)
			case !strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "![") && !strings.HasPrefix(line, "<!--") && width > proseWidth:
				t.Errorf("%s: line %d of the prose has %d characters, want at most %d: %.60s…", name, i+1, width, proseWidth, line)
			}
		}
	}
}
