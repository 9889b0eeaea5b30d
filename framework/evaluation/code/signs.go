package code

import (
	"cmp"
	"fmt"
	"strings"
)

// Signs is a row or a column of a code as text, one of +, - and 0 an entry: a key of maps, and
// what is stored and shown.
type Signs string

// SignsOf writes entries as text.
func SignsOf(entries []int8) Signs {
	text := make([]byte, len(entries))
	for k, m := range entries {
		text[k] = "-0+"[1+cmp.Compare(m, 0)]
	}
	return Signs(text)
}

// Valid reports whether there are signs, and no other characters.
func (s Signs) Valid() bool { return s != "" && strings.Trim(string(s), "+-0") == "" }

// Entries reads the text. It refuses all other characters.
func (s Signs) Entries() ([]int8, error) {
	entries := make([]int8, len(s))
	for k, c := range []byte(s) {
		switch c {
		case '+':
			entries[k] = 1
		case '-':
			entries[k] = -1
		case '0':
		default:
			return nil, fmt.Errorf("%q is not a row of the signs +, - and 0", string(s))
		}
	}
	return entries, nil
}
