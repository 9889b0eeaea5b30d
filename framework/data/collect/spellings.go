package collect

import (
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/notation"
)

// form is how a text of a column was written, apart from what it says.
type form uint8

const (
	bare   form = 1 << iota // as it is
	spaced                  // with blanks around it
)

// mixture is a text that was written in both forms, and where the second one
// occurred first.
type mixture struct {
	Text string
	At   data.Place
}

// note remembers the form of the text that was added last.
func (t *texts) note(hadBlanks bool, at data.Place) {
	if t.lastLevel < 0 || t.Mixed != nil {
		return
	}
	for len(t.forms) < len(t.Levels) {
		t.forms = append(t.forms, 0)
	}
	if hadBlanks {
		t.forms[t.lastLevel] |= spaced
	} else {
		t.forms[t.lastLevel] |= bare
	}
	if t.forms[t.lastLevel] == bare|spaced {
		t.Mixed = &mixture{t.Levels[t.lastLevel], at}
	}
}

// EqualNumbers finds two levels that are equal numbers, in a column of numbers;
// second is −1 if there are none.
func (t *texts) EqualNumbers() (first, second int) {
	values, finite, _ := notation.NumbersIn(t.Levels, t.notation)
	seen := make(map[float64]int, len(finite))
	for _, i := range finite {
		if other, again := seen[values[i]]; again {
			return other, i
		}
		seen[values[i]] = i
	}
	return -1, -1
}
