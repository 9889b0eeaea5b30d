package experiment

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/agext/levenshtein"
)

// longestList is the number of names a diagnostic lists before it breaks off.
const longestList = 40

// nearest returns the name most like the given one, or "" if none is close
// enough to be what was meant: at most two letters and half the word apart.
func nearest(given string, names []string) string {
	best, least := "", 3
	for _, name := range names {
		distance := levenshtein.Distance(strings.ToLower(given), strings.ToLower(name), nil)
		if distance < least && 2*distance <= len(given) {
			best, least = name, distance
		}
	}
	return best
}

// suggest returns what to write instead of an unknown name: the nearest name if
// one is near, and every name there is. The sentence lists them after `what`,
// for example "The learner types are". Synonyms can be meant too, but are not
// listed.
func suggest(given string, names []string, what string, synonyms ...string) string {
	meant := ""
	if name := cmp.Or(nearest(given, names), nearest(given, synonyms)); name != "" {
		meant = fmt.Sprintf("Did you mean %q? ", name)
	}
	if len(names) == 0 {
		return what + ": none."
	}
	return meant + what + ": " + enumerate(names) + "."
}

// enumerate joins names with commas.
func enumerate(names []string) string {
	if rest := len(names) - longestList; rest > 0 {
		return strings.Join(names[:longestList], ", ") + fmt.Sprintf(" and %d more", rest)
	}
	return strings.Join(names, ", ")
}

// quoteAll puts every name in quotes.
func quoteAll(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strconv.Quote(name)
	}
	return out
}
