package wording

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/agext/levenshtein"
)

// mostEdits is how many letters a word may be away from a name that was meant.
const mostEdits = 2

// Nearest returns the name that was probably meant by a word, "" if none is
// near enough: at most two letters to change, add or take out, one in words of
// less than five letters. Case does not matter, and two neighbours that changed places
// count as one letter.
func Nearest(word string, names []string) string {
	best, least := "", mostEdits+1
	word = strings.ToLower(word)
	for _, name := range names {
		edits := distance(word, strings.ToLower(name))
		if edits < least && 3*edits <= utf8.RuneCountInString(word)+1 {
			best, least = name, edits
		}
	}
	return best
}

// DidYouMean is the question after the name nearest to a word, "" if none is
// near.
func DidYouMean(word string, names []string) string {
	if meant := Nearest(word, names); meant != "" {
		return fmt.Sprintf("Did you mean %q?", meant)
	}
	return ""
}

// Meant is DidYouMean behind a blank, for the end of a sentence.
func Meant(word string, names []string) string {
	if question := DidYouMean(word, names); question != "" {
		return " " + question
	}
	return ""
}

// Instead says what to write for an unknown word: what was probably meant, and
// all there is, after a beginning such as "The learner types are". Synonyms can
// be meant too, but are not listed.
func Instead(word string, names []string, beginning string, synonyms ...string) string {
	if len(names) == 0 {
		return beginning + ": none."
	}
	list := beginning + ": " + List(names) + "."
	for _, candidates := range [][]string{names, synonyms} {
		if question := DidYouMean(word, candidates); question != "" {
			return question + " " + list
		}
	}
	return list
}

// distance is the number of letters between two words.
func distance(word, name string) int {
	if difference := len(word) - len(name); difference > 4*mostEdits || difference < -4*mostEdits {
		return mostEdits + 1 // no need to look: a letter has at most four bytes
	}
	least := levenshtein.Distance(word, name, nil)
	for i := 1; i < len(word) && least > 1; i++ {
		swapped := word[:i-1] + word[i:i+1] + word[i-1:i] + word[i+1:]
		least = min(least, 1+levenshtein.Distance(swapped, name, nil))
	}
	return least
}
