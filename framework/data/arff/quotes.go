package arff

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/data/textfile"
)

// quoted reads a string in single or double quotes at the beginning of text. A
// backslash takes the next character literally, but n, r and t as line break,
// carriage return and tab.
func quoted(text string) (value, rest string, err error) {
	b, after, err := unquote(nil, []byte(text))
	return string(b), string(after), err
}

// unquote is quoted of bytes; it appends the value to b.
func unquote(b, text []byte) (value, rest []byte, err error) {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		c := text[i]
		if c == quote {
			return b, text[i+1:], nil
		}
		if c == '\\' && i+1 < len(text) {
			i++
			c = text[i]
			if at := strings.IndexByte("nrt", c); at >= 0 {
				c = "\n\r\t"[at]
			}
		}
		b = append(b, c)
	}
	return nil, nil, fmt.Errorf("the quote that opens %q is never closed", textfile.Shortened(string(text)))
}
