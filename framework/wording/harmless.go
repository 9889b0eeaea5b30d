package wording

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Harmless is a text from outside, of a plugin or a journal, as it can be shown: at
// most so many characters of it, and none that acts on a terminal. An escape
// sequence without its escape is read as what it is; bytes that are no UTF-8 become
// question marks. What is cut off costs nothing, however long it is.
func Harmless(text string, most int) string {
	var out strings.Builder
	broken := false // the last bytes were no UTF-8
	for i, r := range text {
		if most == 0 {
			out.WriteString("…")
			break
		}
		bad := r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError))
		switch {
		case bad && !broken:
			out.WriteByte('?')
			most--
		case bad, r != '\n' && r != '\t' && !unicode.IsPrint(r):
		default:
			out.WriteRune(r)
			most--
		}
		broken = bad
	}
	return out.String()
}
