package data

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
