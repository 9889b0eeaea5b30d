package wording

import (
	"strings"
	"unicode"
)

// Parts divides a name where a line may end within it: after a slash, a comma, an
// underscore, a hyphen between letters or a space, and before a bracket. Joined they
// are the name.
func Parts(name string) []string {
	var parts []string
	runes := []rune(name)
	from := 0
	for i := range len(runes) - 1 {
		if endsAt(runes, i) {
			parts = append(parts, string(runes[from:i+1]))
			from = i + 1
		}
	}
	if from < len(runes) {
		parts = append(parts, string(runes[from:]))
	}
	return parts
}

// endsAt reports whether a part ends with character i, which is not the last.
func endsAt(runes []rune, i int) bool {
	r, next := runes[i], runes[i+1]
	opens := func(r rune) bool { return strings.ContainsRune("[({", r) }
	switch {
	case r == '-':
		return i > 0 && unicode.IsLetter(runes[i-1]) && unicode.IsLetter(next)
	case strings.ContainsRune("/,_|:; ", r):
		return next != ' '
	}
	return opens(next) && !opens(r)
}
