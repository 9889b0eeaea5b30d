package data

import "fmt"

// form is how a text of a column was written, apart from what it says.
type form uint8

const (
	bare   form = 1 << iota // as it is
	spaced                  // with blanks around it
)

// mixture is a text that was written in both forms, and where the second one
// occurred first.
type mixture struct {
	text string
	at   place
}

// note remembers the form of the text that was added last.
func (t *texts) note(hadBlanks bool, at place) {
	if t.lastLevel < 0 || t.mixed != nil {
		return
	}
	for len(t.forms) < len(t.levels) {
		t.forms = append(t.forms, 0)
	}
	if hadBlanks {
		t.forms[t.lastLevel] |= spaced
	} else {
		t.forms[t.lastLevel] |= bare
	}
	if t.forms[t.lastLevel] == bare|spaced {
		t.mixed = &mixture{t.levels[t.lastLevel], at}
	}
}

// warnOfSpellings warns of texts of a column that parts the rows, of which it is
// not plain whether they are one value or two.
func (l *loader) warnOfSpellings(c *collector, what string) {
	warn := func(at place, text string, args ...any) {
		l.warnings = append(l.warnings, at.errorf(text, args...).Error())
	}
	if m := c.text.mixed; m != nil {
		warn(m.at, "%q of %s %q stands with blanks around it in some rows and without in others: that is one value. If they are two, put the text in quotes",
			m.text, what, c.name)
	}
	_, written := l.source.Types[c.name]
	first, second := c.text.equalNumbers()
	switch {
	case second < 0 || written || c.verbatim:
	case c.strict:
		warn(c.text.first[second], "%s %q holds %q and %q, which are one value, being equal numbers; to keep them apart write types = { %s }",
			what, c.name, c.text.levels[first], c.text.levels[second], typed(c.name, "categorical"))
	default:
		warn(c.text.first[second], "%s %q holds %q and %q, which are equal numbers but two values; to make them one write types = { %s }",
			what, c.name, c.text.levels[first], c.text.levels[second], typed(c.name, "numeric"))
	}
}

// typed is an entry of types.
func typed(column, kind string) string { return fmt.Sprintf("%q = %q", column, kind) }

// equalNumbers finds two levels that are equal numbers, in a column of numbers;
// second is −1 if there are none.
func (t *texts) equalNumbers() (first, second int) {
	values, finite, _ := numbersIn(t.levels, t.notation)
	seen := make(map[float64]int, len(finite))
	for _, i := range finite {
		if other, again := seen[values[i]]; again {
			return other, i
		}
		seen[values[i]] = i
	}
	return -1, -1
}
