package plan

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// LongestFileName is how many bytes FileName gives at most. With a number and an
// extension that stays below the 255 bytes that file systems allow.
const LongestFileName = 200

// FileName returns the name, without extension, of the files that something with
// a name is written to. Letters, marks and digits of every script, dots, dashes
// and underscores stay; closing brackets are left out, so that f1(average=macro)
// is f1_average_macro; whatever else there is becomes an underscore, and so does
// a dot at the beginning, which would hide the file.
func FileName(name string) string {
	safe := strings.Map(func(r rune) rune {
		switch {
		case r == ')' || r == ']':
			return -1
		case r == utf8.RuneError:
			return '_'
		case strings.ContainsRune("._-", r), unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r):
			return r
		}
		return '_'
	}, name)
	if safe == "" {
		return "_"
	}
	if safe[0] == '.' {
		safe = "_" + safe[1:]
	}
	return shorten(safe)
}

// shorten cuts a name to the longest that a file can have, between two
// characters.
func shorten(name string) string {
	if len(name) <= LongestFileName {
		return name
	}
	end := LongestFileName
	for !utf8.RuneStart(name[end]) {
		end--
	}
	return name[:end]
}

// FileKey returns what distinguishes the files of a name: names with the same
// key cannot both be written, since some file systems do not see case.
func FileKey(name string) string { return strings.ToLower(FileName(name)) }
