package collect

import (
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/notation"
)

// Texts are the values of a column read as text.
type Texts struct {
	read      mapped.Chunks[int32]
	Codes     []int32 // what was read, once that is all; −1 where missing
	Levels    []string
	First     []data.Place // where each level occurs first; none if nowhere
	index     map[string]int32
	recent    recent
	IsFixed   bool       // levels are declared and no others may occur
	FirstGap  data.Place // the first missing value, if there is one
	held      int        // bytes of the levels
	lastLevel int32
	notation  notation.Notation
	spellings
}

// spellings are how the levels of a column are written.
type spellings struct {
	forms []form // of each level; nil if they do not matter
	Mixed *Mixture
}

// NewTexts returns the texts of a column, with the levels that it declares.
func NewTexts(a Attribute, in notation.Notation) *Texts {
	t := &Texts{index: map[string]int32{}, lastLevel: -1, notation: in}
	if a.Declared == DeclaredNominal {
		t.IsFixed = true
		t.Declare(a.Levels)
	}
	return t
}

// Declare adds levels that may occur.
func (t *Texts) Declare(levels []string) {
	for _, level := range levels {
		if _, known := t.index[level]; !known {
			t.append(level, data.Place{})
		}
	}
}

func (t *Texts) append(level string, at data.Place) int32 {
	code := int32(len(t.Levels))
	t.Levels = append(t.Levels, level)
	t.First = append(t.First, at)
	t.index[level] = code
	t.held += len(level) + levelBytes
	return code
}

// Add takes the field of one row.
func (t *Texts) Add(column string, field []byte, missing bool, at data.Place) error {
	if missing {
		if !t.FirstGap.Known() {
			t.FirstGap = at
		}
		t.read.Add(-1)
		t.lastLevel = -1
		return nil
	}
	code, known := t.index[string(field)]
	if !known {
		text := string(field)
		switch {
		case t.IsFixed:
			return at.Errorf("%q is not a declared value of attribute %q; declared: "+
				"%s.%s", text, column, wording.Names(t.Levels),
				wording.Meant(text, t.Levels))
		case !utf8.ValidString(text):
			return at.Errorf("%q in column %q is not UTF-8; write its encoding, such as encoding = \"latin1\", or save the "+
				"file in UTF-8", text, column)
		}
		code = t.append(text, at)
	}
	if !t.First[code].Known() {
		t.First[code] = at
	}
	t.recent.remember(field, code, len(t.Levels))
	t.take(code)
	return nil
}

// take takes a level.
func (t *Texts) take(code int32) {
	t.lastLevel = code
	t.read.Add(code)
}

// recall returns the code of a text that was added before, if that is still known
// without asking the index.
func (t *Texts) recall(field []byte) (code int32, ok bool) {
	code = t.recent.code(field)
	return code, code >= 0 && t.Levels[code] == string(field)
}

// Ordered renumbers the codes so that levels are in class order, and returns
// them.
func (t *Texts) Ordered(as notation.Spelling) []string {
	if t.IsFixed {
		return t.Levels
	}
	names, position := notation.Order(t.Levels, as, t.notation)
	for i, code := range t.Codes {
		if code >= 0 {
			t.Codes[i] = position[code]
		}
	}
	return names
}

// Counts returns the number of rows with each level.
func (t *Texts) Counts() []int { return data.CountCodes(t.Codes, len(t.Levels)) }

// Stray finds the first of a few texts among numbers, which are probably meant
// as missing values or slips: one text in less than half of the values, or
// several in at most one of twenty.
func (t *Texts) Stray() (text string, at data.Place) {
	counts := t.Counts()
	total, odd, distinct, first := 0, 0, 0, -1
	for i, level := range t.Levels {
		total += counts[i]
		if _, kind := t.notation.Number([]byte(level)); kind == notation.NotNumber {
			odd += counts[i]
			distinct++
			if first < 0 {
				first = i
			}
		}
	}
	if first < 0 || odd*20 > total && (distinct > 1 || odd*2 >= total) {
		return "", data.Place{}
	}
	return t.Levels[first], t.First[first]
}

// Distinct reports whether every row has a value of its own.
func (t *Texts) Distinct() bool {
	seen := make([]bool, len(t.Levels))
	for _, code := range t.Codes {
		if code < 0 || seen[code] {
			return false
		}
		seen[code] = true
	}
	return true
}

// form is how a text of a column was written, apart from what it says.
type form uint8

const (
	bare   form = 1 << iota // as it is
	spaced                  // with blanks around it
)

// Mixture is a text that was written in both forms, and where the second one
// occurred first.
type Mixture struct {
	Text string
	At   data.Place
}

// note remembers the form of the text that was added last.
func (t *Texts) note(hadBlanks bool, at data.Place) {
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
		t.Mixed = &Mixture{t.Levels[t.lastLevel], at}
	}
}

// EqualNumbers finds two levels that are equal numbers, in a column of numbers;
// second is −1 if there are none.
func (t *Texts) EqualNumbers() (first, second int) {
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

// Markers are the texts that mean a missing value.
type Markers struct {
	texts   []string
	longest int  // bytes of the longest one
	numeric bool // one is a number
}

// NewMarkers returns the markers of some texts.
func NewMarkers(texts []string) Markers {
	m := Markers{texts: texts}
	for _, text := range texts {
		m.longest = max(m.longest, len(text))
		_, kind := notation.Parse(text)
		m.numeric = m.numeric || kind == notation.Finite
	}
	return m
}

// Has reports whether a text means a missing value.
func (m *Markers) Has(field []byte) bool {
	if len(field) > m.longest {
		return false
	}
	for _, text := range m.texts {
		if string(field) == text {
			return true
		}
	}
	return false
}

// Attribute is a column as a file declares it.
type Attribute struct {
	Name     string
	Declared Declaration
	Levels   []string // of a nominal attribute, in declared order
	Kind     string   // of an attribute that is DeclaredOther or DeclaredString: what it is called
	Line     int      // where it is declared; 0 if not known
}

// Declaration says what a file declares of a column.
type Declaration int

// What files declare.
const (
	Undeclared Declaration = iota // CSV: numbers if all values are
	DeclaredNumber
	DeclaredText
	DeclaredNominal
	DeclaredString // text that is not a feature unless types says so
	DeclaredOther  // of a kind that cannot be read
	Unnamed        // the nothing after a trailing comma
)

// levelBytes are held of a category, besides its text.
const levelBytes = 64
