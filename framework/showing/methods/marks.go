package methods

import (
	"regexp"
	"strings"
	"sync"
)

// Marks in paragraphs: citations hold keys, formulas their text and their LaTeX.
const (
	citeMark    = "\uE000"
	formulaMark = "\uE001"
	middleMark  = "\uE002"
	endMark     = "\uE003"
)

// marked finds marks.
var marked = sync.OnceValue(func() *regexp.Regexp {
	const inside = `([^\x{E000}-\x{E003}]*)`
	return regexp.MustCompile(citeMark + inside + endMark + "|" + formulaMark + inside + middleMark + inside + endMark)
})

var unmarked = strings.NewReplacer(citeMark, "", formulaMark, "", middleMark, "", endMark, "")

// clean is a text from outside without marks, on one line.
func clean(text string) string { return strings.Join(strings.Fields(unmarked.Replace(text)), " ") }

// citation is the mark that cites keys; "" without any.
func citation(keys []string) string {
	if len(keys) == 0 {
		return ""
	}
	return citeMark + strings.Join(keys, ",") + endMark
}

// formula is the mark of a formula.
func formula(text, tex string) string { return formulaMark + text + middleMark + tex + endMark }

// replaced replaces the marks, and passes the text between them through plain.
func replaced(text string, plain func(string) string, cited func(keys []string) string,
	formula func(text, tex string) string) string {
	var b strings.Builder
	at := 0
	for _, m := range marked().FindAllStringSubmatchIndex(text, -1) {
		b.WriteString(plain(unmarked.Replace(text[at:m[0]])))
		if m[2] >= 0 {
			b.WriteString(cited(strings.Split(text[m[2]:m[3]], ",")))
		} else {
			b.WriteString(formula(text[m[4]:m[5]], text[m[6]:m[7]]))
		}
		at = m[1]
	}
	b.WriteString(plain(unmarked.Replace(text[at:])))
	return b.String()
}
