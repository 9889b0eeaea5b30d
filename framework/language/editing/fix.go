package editing

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/syntax"
)

// meant is the question of a message for the name that was probably meant.
var meant = regexp.MustCompile(`Did you mean ("(?:[^"\\]|\\.)*")\?`)

// Fix is what a message that asks "Did you mean …?" suggests: the edit of the stretch of the
// text, in bytes, that it speaks of. It is none if the stretch does not hold the wrong name.
func Fix(text, message string, start, end int) (e Edit, name string, ok bool) {
	found := meant.FindStringSubmatch(message)
	if found == nil || start < 0 || end > len(text) || start >= end {
		return e, "", false
	}
	name, err := strconv.Unquote(found[1])
	if err != nil {
		return e, "", false
	}
	written := text[start:end]
	switch dot := strings.LastIndexByte(written, '.'); {
	case len(written) > 1 && written[0] == '"' && written[len(written)-1] == '"':
		e = Edit{start, end, syntax.Quote(name)}
		if written, err = strconv.Unquote(written); err != nil {
			return e, "", false
		}
	case dot >= 0 && !strings.ContainsAny(written, "[\" "):
		e = Edit{start + dot + 1, end, name}
		written = written[dot+1:]
	default:
		e = Edit{start, end, name}
	}
	return e, name, wording.Nearest(written, []string{name}) == name
}
