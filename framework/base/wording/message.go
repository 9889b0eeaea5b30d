package wording

import (
	"regexp"
	"strconv"
	"unicode/utf8"
)

// Limits of what one message shows.
const (
	longestValue = 200    // characters of a value in quotes; of a longer one shortValue are shown
	shortValue   = 60     //
	longestWord  = 500    // characters without a blank
	longestText  = 10_000 // characters in all
)

var (
	quotedValue = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"`)
	longWord    = regexp.MustCompile(`\S{` + strconv.Itoa(longestWord) + `,}`)
	lineBreak   = regexp.MustCompile(`\s*\n\s*`)
	heading     = regexp.MustCompile(`\n(Error|Warning|Note|error|warning|bench):`)
)

// Message is a text that holds words of others, of a file, a plugin or the system, as messages show it: long
// values are cut, nothing acts on the terminal, and no line but the first begins as a message does.
func Message(text string) string {
	text = quotedValue.ReplaceAllStringFunc(text, shortened)
	text = longWord.ReplaceAllStringFunc(text, func(word string) string { return Harmless(word, shortValue) })
	return heading.ReplaceAllString(Harmless(text, longestText), "\n  $1:")
}

// Line is Message on one line.
func Line(text string) string { return lineBreak.ReplaceAllString(Message(text), " ") }

// shortened cuts a long value in quotes.
func shortened(value string) string {
	if utf8.RuneCountInString(value) <= longestValue {
		return value
	}
	bare, err := strconv.Unquote(value)
	if err != nil {
		return Harmless(value, shortValue) + `"`
	}
	return strconv.Quote(string([]rune(bare)[:min(shortValue, utf8.RuneCountInString(bare))]) + "…")
}
