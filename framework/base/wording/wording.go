// Package wording formats messages: which name was meant, lists, plurals and articles,
// lines that fit a terminal, and the errors of Go and of the system as sentences for a user.
package wording

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/agext/levenshtein"
)

// mostNames is how many names a message lists before it breaks off.
const mostNames = 40

// List joins names with commas. Of a long list it is the beginning and how many
// more there are.
func List(names []string) string { return First(names, mostNames) }

// ShellWord is a text as one word of a command that people copy: in quotes if it needs them.
func ShellWord(text string) string {
	plain := func(r rune) bool {
		return unicode.IsLetter(r) || unicode.IsDigit(r) || strings.ContainsRune("/._-+=:,@%", r)
	}
	if text != "" && strings.IndexFunc(text, func(r rune) bool { return !plain(r) }) < 0 {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// First lists the first names, at most most of them: "a, b and 3 more".
func First(names []string, most int) string {
	if rest := len(names) - most; rest > 0 {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", rest)
	}
	return strings.Join(names, ", ")
}

// Quoted puts every name in quotes.
func Quoted(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strconv.Quote(name)
	}
	return out
}

// Names lists names in quotes, and abbreviates long lists.
func Names(names []string) string { return List(Quoted(names)) }

// And lists what belongs together: "a", "a and b", "a, b and c".
func And(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// Count is a number with its noun: "1 cell", "2 classes".
func Count(n int, noun string) string {
	if n != 1 {
		noun = Plural(noun)
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Are is a number with its noun and verb: "1 cell is", "2 cells are".
func Are(n int, noun string) string {
	if n == 1 {
		return Count(n, noun) + " is"
	}
	return Count(n, noun) + " are"
}

// Number writes a number in the shortest form that reads back the same, without an
// exponent where people would write none.
func Number(x float64) string {
	if size := math.Abs(x); size != 0 && (size < 1e-6 || size >= 1e21) {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return strconv.FormatFloat(x, 'f', -1, 64)
}

// Bounds says which numbers are allowed, "≥ 0, ≤ 1"; nil means unbounded. The
// result is "" if all numbers are allowed.
func Bounds(above, least, most *float64) string {
	var bounds []string
	for _, bound := range []struct {
		sign  string
		value *float64
	}{{">", above}, {"≥", least}, {"≤", most}} {
		if bound.value != nil {
			bounds = append(bounds, bound.sign+" "+Number(*bound.value))
		}
	}
	return strings.Join(bounds, ", ")
}

// Plural is the plural of a noun of this project: cells, classes, entries.
func Plural(noun string) string {
	switch {
	case noun == "":
		return ""
	case strings.HasSuffix(noun, "s"), strings.HasSuffix(noun, "x"), strings.HasSuffix(noun, "ch"):
		return noun + "es"
	case strings.HasSuffix(noun, "y") && !strings.ContainsAny(noun[max(0, len(noun)-2):len(noun)-1], "aeiou"):
		return noun[:len(noun)-1] + "ies"
	}
	return noun + "s"
}

// A puts the article before a word: "a learner", "an encoder".
func A(word string) string {
	bare := strings.TrimLeft(word, `"-`)
	if bare != "" && strings.ContainsRune("aeioAEIO", rune(bare[0])) && !strings.HasPrefix(bare, "one") {
		return "an " + word
	}
	return "a " + word
}

// Capital writes the first letter of a sentence large.
func Capital(text string) string {
	first, size := utf8.DecodeRuneInString(text)
	if size == 0 {
		return text
	}
	return string(unicode.ToUpper(first)) + text[size:]
}

// FirstLine is the first line of a text.
func FirstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return line
}

// varying are the parts of a message in which messages of one cause differ: numbers,
// also within words, addresses and digests.
var varying = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`0x[0-9a-fA-F]+|\b[0-9a-f]{12,}\b|[0-9]+([.,][0-9]+)*(e[-+]?[0-9]+)?`)
})

// Alike is the same text for messages that differ in numbers alone. It is for
// comparing, not for reading.
func Alike(message string) string {
	return strings.Join(strings.Fields(varying().ReplaceAllString(message, "#")), " ")
}

// Cell is a text as a field of a CSV file that a spreadsheet may open: with an
// apostrophe before what it would take for a formula, that begins with =, +, -,
// @, a tab or a carriage return. Numbers, and texts of nothing but digits, signs
// and points, such as the columns of a code, stay as they are. So that the
// apostrophe can be taken off again, a text that looks as if it had one gets
// another.
func Cell(text string) string {
	if formula(strings.TrimLeft(text, "'")) {
		return "'" + text
	}
	return text
}

func formula(text string) bool {
	if text == "" || !strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return false
	}
	if _, err := strconv.ParseFloat(text, 64); err == nil {
		return false
	}
	return text[0] == '=' || strings.Trim(text, "+-.0123456789") != ""
}

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

// Harmless is a text from outside, of a plugin or a journal, as it can be shown: its first
// characters, at most most of them, and none that acts on a terminal. An escape
// sequence without its escape is read as what it is; bytes that are not UTF-8 become
// question marks. What is cut off costs nothing, however long it is.
func Harmless(text string, most int) string {
	var out strings.Builder
	broken := false // the last bytes were not UTF-8
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
